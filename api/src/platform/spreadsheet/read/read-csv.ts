import { emptyFileMessage } from '@readerlens/contract/messages';
import { createCsvRecordReader } from '../csv/csv-records.ts';
import type { CsvItem } from '../csv/csv-records.ts';
import { findDelimiter } from '../csv/find-delimiter.ts';
import { textLines, undecodable } from '../csv/text-lines.ts';
import { TableError, checkColumns, tooManyRows } from './table.ts';
import type { Table, TableLimits, TableRow } from './table.ts';

const toRow = (item: CsvItem, columns: number): TableRow => {
  if ('reason' in item) return { row: item.line, reason: item.reason };
  const { line: row, cells } = item;
  if (cells.length > columns)
    return { row, reason: `The row has ${cells.length} values, but the header has ${columns} columns.` };
  if (cells.some((cell) => cell.includes(undecodable)))
    return { row, reason: 'The row has bytes that are not UTF-8.' };
  return { row, cells: cells.map((cell) => cell.trim()) };
};

/** A table in CSV, with commas, semicolons or tabs. */
export const readCsv = async (bytes: Buffer, limits: TableLimits): Promise<Table> => {
  let reader: ReturnType<typeof createCsvRecordReader> | undefined;
  let header: readonly string[] | undefined;
  const rows: TableRow[] = [];
  const take = (items: readonly CsvItem[]) => {
    for (const item of items) {
      if (header) rows.push(toRow(item, header.length));
      else if ('reason' in item) throw new TableError(`The header cannot be read. ${item.reason}`);
      else {
        checkColumns(item.cells.length, limits);
        header = item.cells;
      }
    }
    if (rows.length > limits.rows) throw tooManyRows(limits);
  };
  // oxlint-disable-next-line require-await
  const chunks = async function* () {
    yield bytes;
  };
  for await (const lines of textLines(chunks())) {
    let rest = lines;
    if (!reader) {
      const at = lines.findIndex(({ text }) => text.trim() !== '');
      if (at < 0) continue;
      const { character, isDeclared } = findDelimiter(lines[at]?.text ?? '');
      reader = createCsvRecordReader(character);
      rest = lines.slice(isDeclared ? at + 1 : at);
    }
    take(reader.read(rest));
  }
  if (reader) take(reader.end());
  if (!header) throw new TableError(emptyFileMessage);
  return { header, rows };
};
