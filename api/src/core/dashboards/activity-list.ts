import { sql } from 'kysely';
import type { Kysely, SqlBool } from 'kysely';
import type { EngagementRow } from '@readerlens/contract';
import { badRequest } from '../../platform/http/errors.ts';
import type { Schema } from '../../platform/db/index.ts';
import { activityIdOf, activityKeyOf } from '../activities/activity-key.ts';
import type { ActivityKey } from '../activities/activity-key.ts';
import { keyOrderOf } from '../activities/activity-order.ts';
import { readEngagementRows } from '../activities/engagement-rows.ts';
import { allOf } from '../activities/filter-sql.ts';
import type { Condition } from '../activities/filter-sql.ts';
import { readKeys } from '../activities/key-list.ts';
import type { Viewer } from '../people/session.ts';

const newestFirst = keyOrderOf({ field: 'date', descending: true, blinded: false });

/** The latest activities, newest first, as list rows. */
export const latestActivities = async (
  kysely: Kysely<Schema>,
  where: Condition,
  size: number,
  viewer: Viewer,
): Promise<EngagementRow[]> => {
  const keys = await readKeys(kysely, where, newestFirst, { size, offset: 0 });
  return readEngagementRows(kysely, keys, viewer);
};

/** The place of an activity in a timeline. Times have microseconds, which a Date would lose. */
interface Place {
  readonly micros: string;
  readonly key: ActivityKey;
}

const placeOf = (text: string): Place => {
  const [, micros = '', id = ''] = /^(-?\d{1,16})_(.+)$/.exec(text) ?? [];
  const key = activityKeyOf(id);
  if (key) return { micros, key };
  const message = 'This is not the end of a part of a timeline.';
  throw badRequest(message, 'invalid_input', [{ path: 'after', message }]);
};

const isAfter = ({ micros, key }: Place): Condition => sql<SqlBool>`
  (e.occurred_at, e.client_id, e.id) <
    ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${key.clientId}::integer, ${key.id}::bigint)`;

export interface TimelinePart {
  readonly items: EngagementRow[];
  /** Where the next part starts; null after the last activity. */
  readonly next: string | null;
}

/**
 * A part of the activities, newest first, after the end of another. Activities that come meanwhile neither repeat nor
 * hide others.
 * @throws AppError 400 for an `after` that is not a `next`
 */
export const timelinePart = async (
  kysely: Kysely<Schema>,
  where: Condition,
  { size, after }: { size: number; after?: string | undefined },
  viewer: Viewer,
): Promise<TimelinePart> => {
  const all = after === undefined ? where : allOf([where, isAfter(placeOf(after))]);
  const query = sql<ActivityKey & { micros: number }>`
    SELECT e.client_id AS "clientId", e.id, (extract(epoch FROM e.occurred_at) * 1000000)::bigint AS micros
    FROM engagement AS e WHERE ${all} ORDER BY ${newestFirst.by} LIMIT ${size + 1}::integer`;
  const found = (await query.execute(kysely)).rows;
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  return {
    items: await readEngagementRows(kysely, shown, viewer),
    next: last ? `${last.micros}_${activityIdOf(last)}` : null,
  };
};
