import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { activitiesQuery } from '../activities/activity-rows.ts';
import type { ActivityRow } from '../activities/activity-rows.ts';
import type { ActivityKey } from '../activities/activity-key.ts';
import type { Database } from '../../platform/db/index.ts';
import { conflict } from '../../platform/http/errors.ts';
import { keyBatches } from './export-keys.ts';
import type { ExportBatch } from './export-thread-input.ts';
import type { Snapshot } from './snapshot.ts';

/** Large enough for few statements, small enough to not block a shared session. */
const batchSize = 500;

/** A row ends with this if it was written after the export began. No value contains a tab: COPY escapes it. */
const changedEnd = Buffer.from('\tt\n');

/**
 * Columns that are not requested are not read, and their tables not joined. Each line has the values, and whether one of
 * them was written after the export began.
 */
const readBatch = async (
  db: Database,
  snapshot: Snapshot,
  keys: readonly ActivityKey[],
  names: readonly (keyof ActivityRow)[],
): Promise<ExportBatch['rows']> => {
  const { changedFrom } = snapshot;
  const isWatched = changedFrom !== undefined;
  const values = names.map((name) => sql.ref(`found.${name}`));
  const changed = isWatched ? sql`found.last_write >= ${changedFrom}::bigint` : sql`false`;
  const query = sql`
    SELECT json_build_array(${sql.join(values)})::text, ${changed}
    FROM (${activitiesQuery(keys, isWatched ? names : undefined)}) AS found`;
  const rows = await db.copyOut({ compile: () => query.compile(snapshot.kysely) }, snapshot.kysely);
  if (Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).includes(changedEnd))
    throw conflict('The activities changed while they were exported. Please try again.');
  return rows;
};

export interface BatchEvents {
  /** The number of rows delivered so far. */
  readonly onRows: (rows: number) => Promise<void>;
  /** Called once, also after a failure; `isWhole` if all rows were delivered. */
  readonly onEnd: (isWhole: boolean) => Promise<void>;
}

/**
 * Reads the given columns of a list of keys on demand from one snapshot. Not a generator, because an
 * iterator that is closed before its first `next` must call `onEnd` as well.
 * @throws AppError 409 if the data changed and the database does not support snapshots
 */
export const exportBatches = (
  db: Database,
  snapshot: Snapshot,
  { list, names }: { list: string; names: readonly (keyof ActivityRow)[] },
  { onRows, onEnd }: BatchEvents,
): AsyncIterable<ExportBatch> => {
  const batches = keyBatches(list, batchSize);
  let rows = 0;
  let ending: Promise<void> | undefined;
  const end = (isWhole: boolean) => (ending ??= onEnd(isWhole));
  const read = async (): Promise<IteratorResult<ExportBatch, undefined>> => {
    const { value, done } = batches.next();
    if (done) {
      await end(true);
      return { done: true, value: undefined };
    }
    const found = await readBatch(db, snapshot, value.keys, names);
    rows += value.keys.length;
    await onRows(rows);
    return { done: false, value: { rows: found, count: value.keys.length, returns: value.returns } };
  };
  // Batches are requested by the thread, but their turn in front of the database is the caller's.
  const forCaller = AsyncLocalStorage.snapshot();
  let reading: Promise<unknown> = Promise.resolve();
  const next = () => {
    const result = forCaller(read).catch(async (error: unknown) => {
      await end(false);
      throw error;
    });
    reading = result.catch(() => undefined);
    return result;
  };
  const closeEarly = async (): Promise<IteratorResult<ExportBatch, undefined>> => {
    await reading;
    await end(false);
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: closeEarly }) };
};
