import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { orderedRowsQuery } from '../../activities/activity-rows.ts';
import type { RowSource } from '../../activities/activity-rows.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { countActivities } from '../../activities/key-list.ts';
import type { Database, Schema } from '../../platform/db/index.ts';
import { aggregatedActivities, countAggregated, lastMilliseconds } from './aggregated.ts';
import { lastLineEnd } from './export-rows.ts';
import type { ExportRows, ExportSelection } from './export-rows.ts';
import type { Bytes } from './export-thread-input.ts';
import type { Snapshot } from './snapshot.ts';

/** Few messages to the thread, and little memory. */
const batchBytes = 512 * 1024;

const countRows = (kysely: Kysely<Schema>, where: Condition, aggregated: boolean): Promise<number> =>
  aggregated ? countAggregated(kysely, where) : countActivities(kysely, where);

const rowSource = ({ where, aggregated }: ExportSelection): RowSource =>
  aggregated
    ? { from: aggregatedActivities(where, sql`e.*`), more: [sql`e.others`, lastMilliseconds] }
    : { from: sql`engagement AS e`, where };

/** Joins the pieces, of which the last one may end within a line. */
const joined = (pieces: readonly Uint8Array[], length: number): Bytes => {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
};

/**
 * Reads the rows by one statement that runs as far as its rows are taken. Needs a session of its own.
 * @throws DatabaseError if the database takes longer for the next rows than it may for a statement
 */
export const readInOnePass = async (
  db: Database,
  snapshot: Snapshot,
  selection: ExportSelection,
): Promise<ExportRows> => {
  const { kysely, timeoutMs } = snapshot;
  const { where, order, aggregated, names, onCount } = selection;
  const count = await countRows(kysely, where, aggregated);
  onCount(count);
  // It would count the time in which the reader takes nothing; `take` limits that of the database.
  await sql`SET LOCAL statement_timeout = 0`.execute(kysely);
  const query = orderedRowsQuery(rowSource(selection), order, names);
  const chunks = await db.copyChunks({ compile: () => query.compile(kysely) }, kysely);
  let isOver = false;
  const take = async () => {
    // Again and again, because a server that has not begun with the statement ignores it.
    const deadline = timeoutMs > 0 ? setInterval(() => void snapshot.cancel(), timeoutMs) : undefined;
    try {
      const chunk = await chunks.next();
      isOver = chunk === undefined;
      return chunk;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      clearInterval(deadline);
    }
  };
  const stop = async () => {
    if (isOver) return;
    await snapshot.cancel();
    // What the server sent before it stopped is still on the connection.
    for (let more: unknown = true; more !== undefined;) more = await take().catch(() => undefined);
  };
  // Now, so that what the database refuses is an answer and not a broken file.
  let rest = await take();
  const next = async (): Promise<Bytes | undefined> => {
    const pieces = rest ? [rest] : [];
    let length = rest?.length ?? 0;
    rest = undefined;
    for (;;) {
      const chunk = isOver ? undefined : await take();
      if (chunk) length += pieces.push(chunk) && chunk.length;
      if (chunk && length < batchBytes) continue;
      if (length === 0) return undefined;
      const bytes = joined(pieces, length);
      const end = isOver ? length : lastLineEnd(bytes);
      if (end === 0) continue;
      rest = bytes.slice(end);
      return bytes.subarray(0, end);
    }
  };
  return { count, next, stop };
};
