import { writeWorkbook } from '@readerlens/api/bench';
import type { Cell, Row } from '@readerlens/api/bench';
import { buffer } from 'node:stream/consumers';
import { timed } from './timing.ts';

export interface InMemoryTimes {
  readonly rows: number;
  /** Time of the `xlsx` library for the same sheet, from rows in memory. */
  readonly libraryMs: number;
  /** Time of the product's own writer for it. */
  readonly ownMs: number;
}

const batchSize = 250;

/** Rewrites the first sheet of an xlsx file from its rows in memory. Only this needs the `xlsx` library. */
export const rewriteInMemory = async (file: Uint8Array): Promise<InMemoryTimes> => {
  const xlsx = await import('xlsx');
  const book = xlsx.read(file, { dense: true, cellDates: true, sheets: 0 });
  const [name = ''] = book.SheetNames;
  const sheet = book.Sheets[name];
  if (!sheet) throw new Error('The export has no sheet.');
  const [heading = [], ...rows] = xlsx.utils.sheet_to_json<Cell[]>(sheet, { header: 1, defval: null });
  const libraryMs = await timed(async () => {
    const again = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([heading, ...rows], { dense: true }), name);
    xlsx.write(again, { type: 'buffer', bookType: 'xlsx', compression: true });
  });
  const columns = heading.map((title) => ({ title: String(title), width: 20, repeats: true }));
  function* batches(): Generator<Row[]> {
    for (let start = 0; start < rows.length; start += batchSize) yield rows.slice(start, start + batchSize);
  }
  const ownMs = await timed(() => buffer(writeWorkbook([{ name, columns, rows: batches() }])));
  return { rows: rows.length, libraryMs, ownMs };
};
