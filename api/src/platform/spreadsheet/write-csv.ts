import { Readable } from 'node:stream';
import { dayMilliseconds } from '../time.ts';
import { plainText } from './formula.ts';
import type { Cell, Column, Row, Sheet } from './sheet-xml.ts';

export const csvMediaType = 'text/csv; charset=utf-8';

const pad = (part: number): string => (part < 10 ? `0${part}` : String(part));

/** Neighboring rows often have the same day, whose text takes longer than that of the time. */
let lastDay = { day: Number.NaN, text: '' };

const dayText = (day: number): string => {
  if (day !== lastDay.day)
    lastDay = { day, text: new Date(day * dayMilliseconds).toISOString().split('T', 1)[0] ?? '' };
  return lastDay.text;
};

/** 'YYYY-MM-DD hh:mm:ss' in UTC, which spreadsheets parse in every locale. */
const dateTimeText = (instant: Date): string => {
  const day = Math.floor(instant.getTime() / dayMilliseconds);
  const seconds = Math.floor((instant.getTime() - day * dayMilliseconds) / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${dayText(day)} ${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
};

/** Most text: it can be no formula, and needs no quotes. */
const isPlain = /^[A-Za-z0-9][^",\r\n]*$/;

/** RFC 4180. Why not a library: decision 12. */
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The cell of a line. Only text is made harmless, so that negative numbers stay numbers. */
export const csvCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'string') return isPlain.test(cell) ? cell : quoted(plainText(cell));
  return cell instanceof Date ? dateTimeText(cell) : String(cell);
};

const csvLine = (row: Row): string => {
  let line = '';
  for (let index = 0; index < row.length; index += 1)
    line += index === 0 ? csvCell(row[index] ?? null) : `,${csvCell(row[index] ?? null)}`;
  return `${line}\r\n`;
};

/** The start of a file in UTF-8: the byte order mark, which spreadsheets need, and the titles. */
export const csvHeading = (columns: readonly Pick<Column, 'title'>[]): string =>
  `\ufeff${csvLine(columns.map(({ title }) => title))}`;

/** Length of the pieces of text: few messages between threads, and no more memory than the buffers around them. */
const pieceLength = 64 * 1024;

async function* csvText({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<string> {
  let text = csvHeading(columns);
  for await (const batch of rows)
    for (const row of batch) {
      text += csvLine(row);
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  yield text;
}

/**
 * Writes a sheet as CSV (RFC 4180) in UTF-8 with a byte order mark. Formulas become plain
 * text. Rows are read on demand.
 */
export const writeCsv = (sheet: Pick<Sheet, 'columns' | 'rows'>): Readable =>
  Readable.from(csvText(sheet), { objectMode: false });
