import { sql } from 'kysely';
import { activitiesQuery } from '../activities/activity-rows.ts';
import { keysTable } from '../activities/keys-table.ts';
import type { ActivityKey } from '../activities/activity-key.ts';
import type { Database } from '../platform/db/index.ts';
import { conflict } from '../platform/errors.ts';
import { keyBatches } from './export-keys.ts';
import type { ExportBatch } from './export-plan.ts';
import type { OneState } from './one-state.ts';

/** Many for one statement, and soon read where all share one session. */
const batchSize = 500;

/** Whether something that the rows of the keys show was changed since. */
const isLater = async (
  { kysely }: OneState,
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

/** What is not named is not read, and its table not even looked at. */
const readBatch = async (
  db: Database,
  state: OneState,
  keys: readonly ActivityKey[],
  names: readonly string[],
): Promise<ExportBatch['rows']> => {
  const values = names.map((name) => sql.ref(`found.${name}`));
  const query = sql`
    SELECT json_build_array(${sql.join(values)})::text FROM (${activitiesQuery(keys)}) AS found`;
  const rows = await db.copyOut({ compile: () => query.compile(state.kysely) }, state.kysely);
  // Asked afterwards: what was not changed by now was not when it was read.
  if (state.laterFrom !== undefined && (await isLater(state, keys, state.laterFrom)))
    throw conflict('The activities changed while they were exported. Please try again.');
  return rows;
};

export interface BatchEvents {
  /** So many rows were handed over by now. */
  readonly onRows: (rows: number) => Promise<void>;
  /** Once, and whatever happens; `isWhole` says that all rows were handed over. */
  readonly onEnd: (isWhole: boolean) => Promise<void>;
}

/**
 * The rows of a list of keys, with the values named, all of one state, as they are asked for. An iterator that is given up early ends as well,
 * even one that never began, which a generator would not.
 * @throws AppError 409 where the state could not be kept
 */
export const exportBatches = (
  db: Database,
  state: OneState,
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
    const found = await readBatch(db, state, value.keys, names);
    rows += value.keys.length;
    await onRows(rows);
    return { done: false, value: { rows: found, count: value.keys.length, returns: value.returns } };
  };
  let reading: Promise<unknown> = Promise.resolve();
  const next = () => {
    const result = read().catch(async (error: unknown) => {
      await end(false);
      throw error;
    });
    reading = result.catch(() => undefined);
    return result;
  };
  const giveUp = async (): Promise<IteratorResult<ExportBatch, undefined>> => {
    await reading;
    await end(false);
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: giveUp }) };
};
