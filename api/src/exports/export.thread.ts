// Runs in a thread of its own, a new one for each export: it makes cells of rows, and a file of cells.
import { activityView } from '../activities/activity-view.ts';
import { serveFile, writeCsv, writeWorkbook } from '../platform/spreadsheet/index.ts';
import type { Column, Row, Sheet } from '../platform/spreadsheet/index.ts';
import { activityColumn, neededOf } from './export-columns.ts';
import type { ExportBatch, ExportPlan, Returns } from './export-plan.ts';
import { rowReader } from './row-reader.ts';

const returnColumns: readonly Column[] = [
  { title: 'Subsequent Engagements', width: 24 },
  { title: 'Last Engagement', width: 20 },
];
const returnCells = ({ count, lastAt }: Returns): Row => [count, new Date(lastAt)];

const utf8 = new TextDecoder();

/** COPY writes a backslash as two, and JSON leaves nothing else for it to change. */
const valuesIn = ({ rows, count }: ExportBatch): unknown[][] => {
  const lines = utf8.decode(rows).split('\n').slice(0, -1);
  if (lines.length !== count) throw new Error('Some activities were gone before they were exported.');
  return lines.map((line) => JSON.parse(line.replaceAll('\\\\', '\\')) as unknown[]);
};

const sheetOf = (plan: ExportPlan, batches: AsyncIterable<ExportBatch>): Sheet => {
  const columns = plan.fields.map(activityColumn);
  const rowOf = rowReader(neededOf(plan.fields));
  async function* rows(): AsyncGenerator<Row[]> {
    for await (const batch of batches) {
      yield valuesIn(batch).map((values, index) => {
        const view = activityView(rowOf(values), plan);
        const returns = batch.returns[index];
        return [...columns.map(({ of }) => of(view)), ...(returns ? returnCells(returns) : [])];
      });
    }
  }
  return {
    name: 'Activities',
    columns: plan.aggregated ? [...columns, ...returnColumns] : columns,
    rows: rows(),
  };
};

await serveFile<ExportBatch>((told, batches) => {
  const plan = told as ExportPlan;
  const sheet = sheetOf(plan, batches);
  const { columns, rows } = plan.about;
  return plan.format === 'csv'
    ? writeCsv(sheet)
    : writeWorkbook([sheet, { name: 'About', columns, rows: [rows] }]);
});
