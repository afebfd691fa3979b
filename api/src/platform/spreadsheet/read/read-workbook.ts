import { read, utils } from 'xlsx';
import type { WorkSheet } from 'xlsx';
import { TableError, checkColumns, tooManyRows } from './table.ts';
import type { Table, TableLimits } from './table.ts';
import { unpackWorkbook } from './unpack-workbook.ts';

/** The text of a value. Numbers have 15 digits, as Excel shows them: 0.1 + 0.2 is 0.3. Days have no time. */
const toText = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.trim() : '';
};

/** The size of the sheet; `!fullref` has the rows that were left out. */
const measure = (sheet: WorkSheet) => {
  const reference = (sheet['!fullref'] as string | undefined) ?? sheet['!ref'];
  if (reference === undefined) throw new TableError('The first sheet is empty.');
  return utils.decode_range(reference);
};

const parse = (archive: Buffer, limits: TableLimits): WorkSheet => {
  try {
    const book = read(archive, {
      type: 'buffer',
      dense: true,
      sheets: 0,
      // The header, the rows, and one that is too much.
      sheetRows: limits.rows + 2,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
    });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet) return sheet;
  } catch {
    // What the library says is about its own parts.
  }
  throw new TableError('The file is not a workbook that can be read. Save it as xlsx or CSV again.');
};

/** The first sheet of a workbook. A formula has the value that was stored with it. */
export const readWorkbook = async (packed: Buffer, limits: TableLimits): Promise<Table> => {
  const sheet = parse(await unpackWorkbook(packed, limits), limits);
  const { s: start, e: end } = measure(sheet);
  checkColumns(end.c - start.c + 1, limits);
  const lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: true, UTC: true });
  const rows = lines
    .map((line, index) => ({ row: start.r + index + 1, cells: Array.from(line, toText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header, ...others] = rows;
  if (!header) throw new TableError('The first sheet is empty.');
  if (others.length > limits.rows) throw tooManyRows(limits);
  return { header: header.cells, rows: others };
};
