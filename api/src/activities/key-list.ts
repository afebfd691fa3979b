import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Condition } from '../engagements/filter-sql.ts';
import type { Schema } from '../platform/db/index.ts';
import { activityKeyOf } from './activity-key.ts';
import type { ActivityKey } from './activity-key.ts';

/** What activities are ordered by. */
export interface KeyOrder {
  /** What `by` needs beside `engagement AS e`: joins that neither add nor drop a row. */
  readonly join: RawBuilder<unknown>;
  /** After ORDER BY; ends with the key, so that the order is total. */
  readonly by: RawBuilder<unknown>;
}

export interface KeyRange {
  readonly size: number;
  readonly offset: number;
}

/** The keys of the activities that match, in order, some of them. */
export const readKeys = async (
  kysely: Kysely<Schema>,
  where: Condition,
  { by, join }: KeyOrder,
  { size, offset }: KeyRange,
): Promise<ActivityKey[]> => {
  const query = sql<ActivityKey>`
    SELECT e.client_id AS "clientId", e.id FROM engagement AS e ${join} WHERE ${where} ORDER BY ${by}
    LIMIT ${size}::integer OFFSET ${offset}::bigint`;
  return (await query.execute(kysely)).rows;
};

/**
 * All keys at once, as ids with a blank between them: of a million activities fifteen megabytes, where a list of
 * objects would take ten times as much. Later changes move no activity into it or out of it.
 */
export const readKeyList = async (
  kysely: Kysely<Schema>,
  where: Condition,
  { by, join }: KeyOrder,
): Promise<{ keys: string; count: number }> => {
  const query = sql<{ keys: string | null; count: number }>`
    SELECT string_agg(e.client_id || '-' || e.id, ' ' ORDER BY ${by}) AS keys, count(*) AS count
    FROM engagement AS e ${join} WHERE ${where}`;
  const [row] = (await query.execute(kysely)).rows;
  return { keys: row?.keys ?? '', count: row?.count ?? 0 };
};

/** The keys of a list of ids, so many at a time. */
export function* keyBatches(list: string, size: number): Generator<ActivityKey[]> {
  let batch: ActivityKey[] = [];
  for (let start = 0; start < list.length;) {
    const blank = list.indexOf(' ', start);
    const end = blank < 0 ? list.length : blank;
    const key = activityKeyOf(list.slice(start, end));
    if (key) batch.push(key);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
    start = end + 1;
  }
  if (batch.length > 0) yield batch;
}

export const countActivities = async (kysely: Kysely<Schema>, where: Condition): Promise<number> => {
  const query = sql<{ count: number }>`SELECT count(*) AS count FROM engagement AS e WHERE ${where}`;
  return (await query.execute(kysely)).rows[0]?.count ?? 0;
};
