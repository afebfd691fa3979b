import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CallData, Calls } from '@readerlens/contract';
import type { Schema } from '../platform/db/index.ts';
import { reversibleDays } from './reverse-decision.ts';
import { reviewerName } from './reviewer-name.ts';

/** Decisions that can be reversed, and those that were, newest first. */
export const listDecisions = async (
  kysely: Kysely<Schema>,
  size: number,
): Promise<CallData<Calls['GET /api/review-activities/decisions']>> => {
  const rows = await kysely
    .selectFrom('review_decision as d')
    .select(['d.id', 'd.at', 'd.action', 'd.activities', 'd.emails_excluded', 'd.reversed_at'])
    .select([
      reviewerName('d.user_id', 'd.impersonator_id').as('by'),
      reviewerName('d.reversed_by', 'd.reversed_through').as('reversed_by'),
    ])
    .where('d.at', '>=', sql<Date>`now() - make_interval(days => ${reversibleDays}::integer)`)
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(size)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    by: row.by ?? '',
    action: row.action,
    activities: row.activities,
    emailsExcluded: row.emails_excluded,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversedBy: row.reversed_by,
  }));
};
