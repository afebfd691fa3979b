import { parse } from 'csv-parse/sync';
import type { LightMyRequestResponse } from 'fastify';
import * as xlsx from 'xlsx';
import type { ActivityWorld } from '../../../activities/testing/activity-world.ts';

const daysToUnixEpoch = 25_569;
const millisecondsOfDay = 86_400_000;

type Cell = string | number | boolean | Date | null;
type Body = Readonly<Record<string, unknown>>;

/** Columns as used in a request body. */
export const fields = (columns: readonly { field: string }[]) => columns.map(({ field }) => ({ field }));

/**
 * Makes the date cells of a sheet dates, to the millisecond. The parser's own dates have the fraction
 * of a millisecond cut off, so half a second may come out as 499 milliseconds.
 */
const readDates = (sheet: xlsx.WorkSheet): void => {
  for (const [name, cell] of Object.entries<xlsx.CellObject>(sheet))
    if (!name.startsWith('!') && cell.t === 'n' && xlsx.SSF.is_date(String(cell.z ?? ''))) {
      const milliseconds = Math.round((Number(cell.v) - daysToUnixEpoch) * millisecondsOfDay);
      Object.assign(cell, { t: 'd', v: new Date(milliseconds) });
    }
};

/** The rows of a sheet keyed by heading; empty cells are omitted. */
const readRecords = (book: xlsx.WorkBook, name: string) => {
  const sheet = book.Sheets[name];
  if (!sheet) throw new Error(`There is no sheet ${name}.`);
  const [headings = []] = xlsx.utils.sheet_to_json<string[]>(sheet, { header: 1 });
  readDates(sheet);
  const rows = xlsx.utils.sheet_to_json<Record<string, Cell>>(sheet, { UTC: true });
  return { headings, rows, lines: xlsx.utils.sheet_to_json<Cell[]>(sheet, { header: 1 }) };
};

/** Requests exports and parses them with an independent library. */
export const exporter = (world: () => Pick<ActivityWorld, 'app'>) => {
  const send = (
    token: string,
    body: Body,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> =>
    world().app.inject({
      method: 'POST',
      url: `/api/analytics/${'itemIds' in body ? 'export-selection' : 'export'}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: body,
    });
  const done = async (...asked: Parameters<typeof send>) => {
    const answer = await send(...asked);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer;
  };
  return {
    send,
    workbook: async (...asked: Parameters<typeof send>) => {
      const { rawPayload } = await done(...asked);
      const book = xlsx.read(rawPayload, { cellNF: true, dense: false });
      const about = readRecords(book, 'About').lines.slice(1);
      return {
        ...readRecords(book, 'Activities'),
        about: Object.fromEntries(about) as Record<string, Cell>,
        sheets: book.SheetNames,
        book,
        bytes: rawPayload,
      };
    },
    csv: async (...asked: Parameters<typeof send>) => {
      const { headers, rawPayload } = await done(...asked);
      const text = rawPayload.toString();
      return { headers, text, records: parse(text, { bom: true }) };
    },
  };
};
