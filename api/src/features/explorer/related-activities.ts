import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ActivityDetail } from '@readerlens/contract';
import { dayOf } from '@readerlens/filters/model';
import type { ActivityRow } from '../../core/activities/activity-rows.ts';
import { monthsBefore } from '../../core/activities/months.ts';
import { allOf } from '../../core/activities/filter-sql.ts';
import { visibleWhere, withinRange } from '../../core/activities/selection.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { DataScope } from '../../core/people/policy.ts';

export type RelatedCounts = Pick<ActivityDetail, 'otherActivitiesForReaderCount' | 'otherReadersCount'>;

const months = 6;

/**
 * Other activities of the reader, and other readers of the organization, in the last six months, as far as the caller may
 * see them. A reader without an organization has no colleagues.
 */
export const relatedCounts = async (
  kysely: Kysely<Schema>,
  { clientId, id, readerId, organisationId }: ActivityRow,
  scope: DataScope,
  now: Date,
): Promise<RelatedCounts> => {
  const today = dayOf(now);
  const recent = allOf([withinRange({ from: monthsBefore(today, months), to: today }), visibleWhere(scope)]);
  // There is no index on readers: maintaining it made every approval more than twice as slow.
  const isSameReader = sql`e.reader_id = ${readerId}::integer`;
  const isColleague = sql`e.organisation_id = ${organisationId}::integer`;
  const query = sql<RelatedCounts>`
    SELECT count(*) FILTER (WHERE ${isSameReader}) AS "otherActivitiesForReaderCount",
      count(DISTINCT e.reader_id) FILTER (WHERE NOT ${isSameReader}) AS "otherReadersCount"
    FROM engagement AS e
    WHERE ${recent} AND (${isSameReader} OR ${isColleague}) AND (e.client_id, e.id) <> (${clientId}::integer, ${id}::bigint)`;
  const [row] = (await query.execute(kysely)).rows;
  return row ?? { otherActivitiesForReaderCount: 0, otherReadersCount: 0 };
};
