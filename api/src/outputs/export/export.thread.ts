// The thread of one export: converts rows to cells, and cells to a file.
import { serveFile, writeCsv, writeWorkbook } from '../../platform/spreadsheet/index.ts';
import type { Column, Row, Sheet } from '../../platform/spreadsheet/index.ts';
import { activityColumns, requiredColumns } from './export-columns.ts';
import type { ExportBatch, Returns, ThreadInput } from './export-thread-input.ts';
import { rowReader } from './row-reader.ts';

const returnColumns: readonly Column[] = [
  { title: 'Subsequent Engagements', width: 24 },
  { title: 'Last Engagement', width: 20 },
];
const returnCells = ({ count, lastAt }: Returns): Row => [count, new Date(lastAt)];

const utf8 = new TextDecoder();

const buildSheet = (input: ThreadInput, batches: AsyncIterable<ExportBatch>): Sheet => {
  const columns = activityColumns(input.fields, input.viewer);
  const readRow = rowReader(requiredColumns(columns));
  /** One at a time, so that they are garbage before the next collection. */
  function* readCells({ rows: bytes, count, returns }: ExportBatch): Generator<Row> {
    const lines = utf8.decode(bytes).split('\n');
    if (lines.length !== count + 1)
      throw new Error('Some activities were deleted before they were exported.');
    for (let index = 0; index < count; index += 1) {
      const row = readRow(lines[index] ?? '');
      const cells = columns.map(({ cell }) => cell.of(row));
      const others = returns[index];
      yield others ? [...cells, ...returnCells(others)] : cells;
    }
  }
  async function* rows(): AsyncGenerator<Iterable<Row>> {
    for await (const batch of batches) yield readCells(batch);
  }
  return {
    name: 'Activities',
    columns: input.aggregated ? [...columns, ...returnColumns] : columns,
    rows: rows(),
  };
};

await serveFile<ExportBatch>((data, batches) => {
  const input = data as ThreadInput;
  const sheet = buildSheet(input, batches);
  const { columns, rows } = input.about;
  return input.format === 'csv'
    ? writeCsv(sheet)
    : writeWorkbook([sheet, { name: 'About', columns, rows: [rows] }]);
});
