import { Readable } from 'node:stream';
import { plainText } from './formula.ts';
import type { Cell, Row, Sheet } from './sheet-xml.ts';

export const csvMediaType = 'text/csv; charset=utf-8';

/** 'YYYY-MM-DD hh:mm:ss' in UTC, which spreadsheets parse in every locale. */
const dateTimeText = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ');

/** Only text is made harmless, so that negative numbers stay numbers. */
const formatCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (cell instanceof Date) return dateTimeText(cell);
  return typeof cell === 'string' ? plainText(cell) : String(cell);
};

/** RFC 4180. Why not a library: decision 12. */
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const formatLine = (row: Row): string => {
  let line = '';
  for (let index = 0; index < row.length; index += 1)
    line += `${index === 0 ? '' : ','}${quoted(formatCell(row[index] ?? null))}`;
  return `${line}\r\n`;
};

/** Length of the pieces of text: few messages between threads, and no more memory than the buffers around them. */
const pieceLength = 64 * 1024;

async function* csvText({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<string> {
  let text = `\ufeff${formatLine(columns.map(({ title }) => title))}`;
  for await (const batch of rows)
    for (const row of batch) {
      text += formatLine(row);
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  yield text;
}

/**
 * Writes a sheet as CSV (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets need. Formulas become plain
 * text. Rows are read on demand.
 */
export const writeCsv = (sheet: Pick<Sheet, 'columns' | 'rows'>): Readable =>
  Readable.from(csvText(sheet), { objectMode: false });
