import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { activitiesQuery } from '../activities/activity-rows.ts';
import { keysTable } from '../activities/key-list.ts';
import type { ActivityKey } from '../activities/activity-key.ts';
import type { Database } from '../../platform/db/index.ts';
import { conflict } from '../../platform/http/errors.ts';
import { keyBatches } from './export-keys.ts';
import type { ExportBatch } from './export-thread-input.ts';
import type { Snapshot } from './snapshot.ts';

/** Large enough for few statements, small enough to not block a shared session. */
const batchSize = 500;

/** Whether a row of the keys was changed by transaction `from` or a later one. */
const hasChanged = async (
  { kysely }: Snapshot,
  keys: readonly ActivityKey[],
  from: number,
): Promise<boolean> => {
  const tables = ['e', 'r', 'd', 'o', 'x', 'c'].map(
    (table) => sql`${sql.ref(`${table}.xmin`)}::text::bigint`,
  );
  const query = sql<{ yes: boolean }>`SELECT EXISTS (
    SELECT FROM ${keysTable(keys)} JOIN engagement AS e ON e.client_id = given.client_id AND e.id = given.id
      LEFT JOIN reader AS r ON r.id = e.reader_id LEFT JOIN document AS d ON d.id = e.document_id
      LEFT JOIN organisation AS o ON o.id = e.organisation_id LEFT JOIN client AS c ON c.id = e.client_id
      LEFT JOIN engagement_detail AS x ON x.client_id = e.client_id AND x.engagement_id = e.id
    WHERE greatest(${sql.join(tables)}) >= ${from}::bigint) AS yes`;
  return (await query.execute(kysely)).rows[0]?.yes ?? false;
};

/** Columns that are not requested are not read, and their tables not joined. */
const readBatch = async (
  db: Database,
  snapshot: Snapshot,
  keys: readonly ActivityKey[],
  names: readonly string[],
): Promise<ExportBatch['rows']> => {
  const values = names.map((name) => sql.ref(`found.${name}`));
  const query = sql`
    SELECT json_build_array(${sql.join(values)})::text FROM (${activitiesQuery(keys)}) AS found`;
  const rows = await db.copyOut({ compile: () => query.compile(snapshot.kysely) }, snapshot.kysely);
  // Checked after reading: rows that are unchanged now were unchanged when read.
  if (snapshot.changedFrom !== undefined && (await hasChanged(snapshot, keys, snapshot.changedFrom)))
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
  { list, names }: { list: string; names: readonly string[] },
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
