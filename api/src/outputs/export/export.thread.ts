// The thread of one export: converts rows to cells, and cells to a file.
import { serveFile, writeCsv, writeWorkbook } from '../../platform/spreadsheet/index.ts';
import type { Column, Row, Sheet } from '../../platform/spreadsheet/index.ts';
import { activityColumns, requiredColumns } from './export-columns.ts';
import type { ExportBatch, ThreadInput } from './export-thread-input.ts';
import { copiedValues } from '../../platform/db/copy-rows.ts';
import { rowReader } from './row-reader.ts';

const returnColumns: readonly Column[] = [
  { title: 'Subsequent Engagements', width: 24 },
  { title: 'Last Engagement', width: 20 },
];
const utf8 = new TextDecoder();

const buildSheet = (input: ThreadInput, batches: AsyncIterable<ExportBatch>): Sheet => {
  const columns = activityColumns(input.fields, input.viewer);
  const names = requiredColumns(columns);
  const readRow = rowReader(names);
  /** One at a time, so that they are garbage before the next collection. */
  function* readCells({ rows: bytes }: ExportBatch): Generator<Row> {
    const lines = utf8.decode(bytes).split('\n');
    // After the last line break there is nothing.
    for (let index = 0; index < lines.length - 1; index += 1) {
      const values = copiedValues(lines[index] ?? '');
      const row = readRow(values);
      const cells = columns.map(({ cell }) => cell.of(row));
      if (input.aggregated)
        cells.push(Number(values[names.length]), new Date(Number(values[names.length + 1])));
      yield cells;
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
