import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { plainText } from './formula.ts';
import type { Cell, Row, Sheet } from './sheet-xml.ts';

export const csvMediaType = 'text/csv; charset=utf-8';

/** 'YYYY-MM-DD hh:mm:ss' in UTC, which spreadsheets parse in every locale. */
const dateTimeText = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ');

/** Only text is made harmless, so that negative numbers stay numbers. */
const textOf = (cell: Cell): string => {
  if (cell === null) return '';
  if (cell instanceof Date) return dateTimeText(cell);
  return typeof cell === 'string' ? plainText(cell) : String(cell);
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
 * Writes a sheet as CSV (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets need. Formulas become plain
 * text. Rows are read on demand.
 */
export const writeCsv = (sheet: Pick<Sheet, 'columns' | 'rows'>): Readable =>
  Readable.from(csvText(sheet), { objectMode: false });
