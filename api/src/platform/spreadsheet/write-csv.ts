import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Row, Sheet } from './sheet-xml.ts';

export const csvMediaType = 'text/csv; charset=utf-8';

/** 'YYYY-MM-DD hh:mm:ss' in UTC: every spreadsheet reads it as a moment, whatever its country. */
const momentText = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');

/**
 * A spreadsheet runs text that begins like a formula when it opens a CSV; an apostrophe in front makes it plain text.
 * Numbers are written as such, so a negative one stays a number.
 */
const textOf = (cell: Cell): string => {
  if (cell === null) return '';
  if (cell instanceof Date) return momentText(cell);
  return typeof cell === 'string' && /^\s*[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : String(cell);
};

const linesOf = (rows: readonly Row[]): string =>
  rows.length === 0
    ? ''
    : stringify(
        rows.map((row) => row.map(textOf)),
        { record_delimiter: 'windows', quote_record_delimiter: true },
      );

async function* csvText({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<string> {
  yield `\ufeff${linesOf([columns.map(({ title }) => title)])}`;
  for await (const batch of rows) yield linesOf(batch);
}

/**
 * A sheet as CSV (RFC 4180) in UTF-8, with the mark by which spreadsheets know it; formulas are made plain text. Rows
 * are asked for as the reader takes the bytes.
 */
export const writeCsv = (sheet: Pick<Sheet, 'columns' | 'rows'>): Readable =>
  Readable.from(csvText(sheet), { objectMode: false });
