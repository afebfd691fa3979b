import { sql } from 'kysely';
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { joinWithAnd } from './filter-sql.ts';
import type { Condition } from './filter-sql.ts';
import type { Schema } from '../platform/db/index.ts';
import { parseActivityId } from './activity-key.ts';
import type { ActivityKey } from './activity-key.ts';

/** A sort order of activities. */
export interface KeyOrder {
  /** Joins that `by` needs in addition to `engagement AS e`; they neither add nor drop rows. */
  readonly join: RawBuilder<unknown>;
  /** The ORDER BY expressions; end with the key, so that the order is total. */
  readonly by: RawBuilder<unknown>;
}

export interface KeyRange {
  readonly size: number;
  readonly offset: number;
}

/** A range of the keys of the matching activities, in order. */
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

/** All in the same direction, as in the covering index for the activities of one client. */
export const newestFirst = sql`e.occurred_at DESC, e.client_id DESC, e.id DESC`;

/** The place of an activity in the order by date, which never changes. */
export interface KeyPlace extends ActivityKey {
  /** When it occurred, in UTC to the microsecond. */
  readonly at: string;
}

const instantText = sql`to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The index finds the date; rows of the same instant are then compared. */
const behind = ({ at, clientId, id }: KeyPlace): Condition => sql<SqlBool>`
  e.occurred_at <= ${at}::timestamptz
  AND (e.occurred_at, e.client_id, e.id) < (${at}::timestamptz, ${clientId}::integer, ${id}::bigint)`;

/** The newest of the matching activities, or those that follow a place. */
export const readPlaces = async (
  kysely: Kysely<Schema>,
  where: Condition,
  after: KeyPlace | undefined,
  size: number,
): Promise<KeyPlace[]> => {
  const query = sql<KeyPlace>`
    SELECT e.client_id AS "clientId", e.id, ${instantText} AS at FROM engagement AS e
    WHERE ${joinWithAnd(after ? [where, behind(after)] : [where])}
    ORDER BY ${newestFirst} LIMIT ${size}::integer`;
  return (await query.execute(kysely)).rows;
};

/**
 * All keys at once, as ids separated by spaces: fifteen megabytes for a million activities, where a list of
 * objects would take ten times as much. Later changes neither add nor remove activities.
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

/** Splits a list of ids into batches of keys. */
export function* keyBatches(list: string, size: number): Generator<ActivityKey[]> {
  let batch: ActivityKey[] = [];
  for (let start = 0; start < list.length;) {
    const blank = list.indexOf(' ', start);
    const end = blank < 0 ? list.length : blank;
    const key = parseActivityId(list.slice(start, end));
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

/** A list of numbers with one per key. */
export type NumbersOfKeys = Readonly<Record<string, readonly number[]>>;

/** `given` with the columns client_id, id and place, and one for each further list. */
export const keysTable = (keys: readonly ActivityKey[], lists: NumbersOfKeys = {}): RawBuilder<unknown> => {
  const [names, numbers] = [Object.keys(lists), Object.values(lists)];
  const columns = [
    sql`${keys.map(({ clientId }) => clientId)}::integer[]`,
    sql`${keys.map(({ id }) => id)}::bigint[]`,
  ];
  return sql`unnest(${sql.join([...columns, ...numbers.map((list) => sql`${list}::bigint[]`)])})
    WITH ORDINALITY AS given (${sql.join(['client_id', 'id', ...names, 'place'].map((name) => sql.ref(name)))})`;
};
