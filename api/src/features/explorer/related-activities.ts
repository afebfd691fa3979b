import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ActivityDetail, EngagementRow } from '@readerlens/contract';
import { addMonths, formatDay } from '@readerlens/filters/model';
import { buildKeyOrder } from '../../activities/activity-order.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import { readKeys } from '../../activities/key-list.ts';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { visibleWhere, withinRange } from '../../activities/selection.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Session } from '../../people/session.ts';
import { readEngagementRows } from '../../activities/engagement-rows.ts';

export type RelatedCounts = Pick<ActivityDetail, 'otherActivitiesForReaderCount' | 'otherReadersCount'>;

const months = 6;
const shownActivities = 10;

/** Other activities than this one in the last six months, as far as the caller may see them. */
const othersWhere = ({ clientId, id }: ActivityRow, scope: DataScope, now: Date): Condition => {
  const today = formatDay(now);
  return joinWithAnd([
    withinRange({ from: addMonths(today, -months), to: today }),
    visibleWhere(scope),
    sql`(e.client_id, e.id) <> (${clientId}::integer, ${id}::bigint)`,
  ]);
};

// There is no index on readers: maintaining it made every approval more than twice as slow.
const isOfReader = ({ readerId }: ActivityRow): Condition => sql`e.reader_id = ${readerId}::integer`;

/**
 * Other activities of the reader, and other readers of the organization, in the last six months, as far as the caller may
 * see them. A reader without an organization has no colleagues.
 */
export const relatedCounts = async (
  kysely: Kysely<Schema>,
  row: ActivityRow,
  scope: DataScope,
  now: Date,
): Promise<RelatedCounts> => {
  const isSameReader = isOfReader(row);
  const isColleague = sql`e.organisation_id = ${row.organisationId}::integer`;
  const query = sql<RelatedCounts>`
    SELECT count(*) FILTER (WHERE ${isSameReader}) AS "otherActivitiesForReaderCount",
      count(DISTINCT e.reader_id) FILTER (WHERE NOT ${isSameReader}) AS "otherReadersCount"
    FROM engagement AS e
    WHERE ${othersWhere(row, scope, now)} AND (${isSameReader} OR ${isColleague})`;
  const [counts] = (await query.execute(kysely)).rows;
  return counts ?? { otherActivitiesForReaderCount: 0, otherReadersCount: 0 };
};

/** The latest of the activities that `otherActivitiesForReaderCount` counts, newest first. */
export const otherActivities = async (
  kysely: Kysely<Schema>,
  row: ActivityRow,
  session: Session,
  now: Date,
): Promise<EngagementRow[]> => {
  const where = joinWithAnd([othersWhere(row, session.scope, now), isOfReader(row)]);
  const order = buildKeyOrder({ field: 'date', descending: true, blinded: session.blinded });
  const keys = await readKeys(kysely, where, order, { size: shownActivities, offset: 0 });
  return readEngagementRows(kysely, keys, session);
};
