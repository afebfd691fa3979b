// The thread of one export: converts rows to cells, and cells to a file.
import { csvHeading, serveFile, writeWorkbook } from '../../platform/spreadsheet/index.ts';
import type { Column, Row, Sheet } from '../../platform/spreadsheet/index.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import { csvLines } from './csv-lines.ts';
import type { FurtherField } from './csv-lines.ts';
import { activityColumns, requiredColumns } from './export-columns.ts';
import type { ActivityColumn } from './export-columns.ts';
import type { ExportBatch, ThreadInput } from './export-thread-input.ts';
import { copiedValues } from '../../platform/db/copy-rows.ts';
import { rowReader } from './row-reader.ts';

interface FurtherColumn extends Column {
  readonly read: FurtherField;
}

const returnColumns: readonly FurtherColumn[] = [
  { title: 'Subsequent Engagements', width: 24, read: Number },
  { title: 'Last Engagement', width: 20, read: (milliseconds) => new Date(Number(milliseconds)) },
];
const utf8 = new TextDecoder();

interface Layout {
  readonly columns: readonly ActivityColumn[];
  /** What is read after `names`. */
  readonly further: readonly FurtherColumn[];
  readonly names: readonly (keyof ActivityRow)[];
}

const readLayout = ({ fields, viewer, aggregated }: ThreadInput): Layout => {
  const columns = activityColumns(fields, viewer);
  return { columns, names: requiredColumns(columns), further: aggregated ? returnColumns : [] };
};

async function* csvFile(
  { columns, further, names }: Layout,
  batches: AsyncIterable<ExportBatch>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvHeading([...columns, ...further]));
  const write = csvLines(
    columns,
    names,
    further.map(({ read }) => read),
  );
  for await (const { rows } of batches) yield write(Buffer.from(rows.buffer, rows.byteOffset, rows.length));
}

const buildSheet = ({ columns, further, names }: Layout, batches: AsyncIterable<ExportBatch>): Sheet => {
  const readRow = rowReader(names);
  /** One at a time, so that they are garbage before the next collection. */
  function* readCells({ rows: bytes }: ExportBatch): Generator<Row> {
    const lines = utf8.decode(bytes).split('\n');
    // After the last line break there is nothing.
    for (let index = 0; index < lines.length - 1; index += 1) {
      const values = copiedValues(lines[index] ?? '');
      const row = readRow(values);
      yield [
        ...columns.map(({ cell }) => cell.of(row)),
        ...further.map(({ read }, place) => read(values[names.length + place] ?? '')),
      ];
    }
  }
  async function* rows(): AsyncGenerator<Iterable<Row>> {
    for await (const batch of batches) yield readCells(batch);
  }
  return {
    name: 'Activities',
    columns: [...columns, ...further],
    rows: rows(),
  };
};

await serveFile<ExportBatch>((data, batches) => {
  const input = data as ThreadInput;
  const layout = readLayout(input);
  if (input.format === 'csv') return csvFile(layout, batches);
  const { columns, rows } = input.about;
  return writeWorkbook([buildSheet(layout, batches), { name: 'About', columns, rows: [rows] }]);
});
