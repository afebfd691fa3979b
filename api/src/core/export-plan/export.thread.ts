// The thread of one export: converts rows to cells, and cells to a file.
import { activityView } from '../activities/activity-view.ts';
import { serveFile, writeCsv, writeWorkbook } from '../../platform/spreadsheet/index.ts';
import type { Column, Row, Sheet } from '../../platform/spreadsheet/index.ts';
import { activityColumn, requiredColumns } from './export-columns.ts';
import type { ExportBatch, Returns, ThreadInput } from './export-thread-input.ts';
import { rowReader } from './row-reader.ts';

const returnColumns: readonly Column[] = [
  { title: 'Subsequent Engagements', width: 24 },
  { title: 'Last Engagement', width: 20 },
];
const returnCells = ({ count, lastAt }: Returns): Row => [count, new Date(lastAt)];

const utf8 = new TextDecoder();

/** The second column; it was checked. */
const flag = '\tf';

/** COPY doubles each backslash; JSON has no other character that COPY escapes. */
const valuesIn = ({ rows, count }: ExportBatch): unknown[][] => {
  const lines = utf8.decode(rows).split('\n').slice(0, -1);
  if (lines.length !== count) throw new Error('Some activities were deleted before they were exported.');
  return lines.map((line) => JSON.parse(line.slice(0, -flag.length).replaceAll('\\\\', '\\')) as unknown[]);
};

const sheetOf = (input: ThreadInput, batches: AsyncIterable<ExportBatch>): Sheet => {
  const columns = input.fields.map(activityColumn);
  const rowOf = rowReader(requiredColumns(input.fields));
  async function* rows(): AsyncGenerator<Row[]> {
    for await (const batch of batches) {
      yield valuesIn(batch).map((values, index) => {
        const view = activityView(rowOf(values), input.viewer);
        const returns = batch.returns[index];
        return [...columns.map(({ of }) => of(view)), ...(returns ? returnCells(returns) : [])];
      });
    }
  }
  return {
    name: 'Activities',
    columns: input.aggregated ? [...columns, ...returnColumns] : columns,
    rows: rows(),
  };
};

await serveFile<ExportBatch>((data, batches) => {
  const input = data as ThreadInput;
  const sheet = sheetOf(input, batches);
  const { columns, rows } = input.about;
  return input.format === 'csv'
    ? writeCsv(sheet)
    : writeWorkbook([sheet, { name: 'About', columns, rows: [rows] }]);
});
