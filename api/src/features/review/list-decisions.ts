import { missingMessage } from '@readerlens/contract/messages';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CallData, CallInput, Calls, ReviewActivity } from '@readerlens/contract';
import type { ReviewDecisionAction } from '@readerlens/contract/review';
import { reversibleDays } from '../../deadlines.ts';
import { formatActivityId, parseActivityId } from '../../activities/activity-key.ts';
import type { Schema } from '../../platform/db/index.ts';
import { parseId } from '../../platform/http/ids.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Session } from '../../people/session.ts';
import { reviewItem } from './review-item.ts';
import { readRows } from './review-rows.ts';
import { scopeWhere } from './review-where.ts';
import { invalid } from './review.policy.ts';
import { reviewerName } from './reviewer-name.ts';

const call = 'GET /api/review-activities/decisions';
type ListedDecision = CallData<Calls[typeof call]>[number];
type Page = NonNullable<CallInput<Calls[typeof call]>['query']>;

interface DecisionRow {
  readonly id: number;
  readonly at: Date;
  readonly by: string | null;
  readonly action: ReviewDecisionAction;
  readonly activities: number;
  readonly emailsExcluded: number;
  readonly reversedAt: Date | null;
  readonly reversedBy: string | null;
  /** Id of its first activity; null if none is visible to the reviewer. */
  readonly subjectId: string | null;
}

/** The database compares it: a JavaScript date would lose the microseconds. */
const listedAfter = (before: string | undefined) => {
  if (before === undefined) return sql``;
  const id = parseId(before);
  if (id === undefined) throw invalid({ path: 'before', message: missingMessage('decision') });
  return sql`AND (at, id) < (SELECT at, id FROM review_decision WHERE id = ${id}::bigint)`;
};

const readDecisions = async (
  kysely: Kysely<Schema>,
  { size = 20, before }: Page,
  scope: DataScope,
): Promise<DecisionRow[]> => {
  const query = sql<DecisionRow>`
    SELECT d.id, d.at, d.action, d.activities, d.emails_excluded AS "emailsExcluded", d.reversed_at AS "reversedAt",
      ${reviewerName('d.user_id', 'd.impersonator_id')} AS by,
      ${reviewerName('d.reversed_by', 'd.reversed_through')} AS "reversedBy",
      e.client_id || '-' || e.id AS "subjectId"
    FROM (
      SELECT * FROM review_decision
      WHERE at >= now() - make_interval(days => ${reversibleDays}::integer) ${listedAfter(before)}
      ORDER BY at DESC, id DESC LIMIT ${size}::integer) AS d
      LEFT JOIN LATERAL (
        SELECT h.client_id, h.engagement_id FROM review_decision_activity AS h
        WHERE h.decision_id = d.id AND NOT h.is_taken_along ORDER BY h.id LIMIT 1) AS first ON true
      LEFT JOIN engagement AS e ON e.client_id = first.client_id AND e.id = first.engagement_id AND ${scopeWhere(scope)}
    ORDER BY d.at DESC, d.id DESC`;
  return (await query.execute(kysely)).rows;
};

const buildSubject = ({ fullName, documentTitle }: ReviewActivity) => ({
  reader: fullName,
  documentTitle,
});

/** Reads the subjects of decisions by activity id, as shown in the list: with pseudonyms in Blinded Mode. */
const readSubjects = async (
  kysely: Kysely<Schema>,
  decisions: readonly DecisionRow[],
  { blinded }: Session,
) => {
  const keys = decisions.flatMap(({ subjectId }) => parseActivityId(subjectId ?? '') ?? []);
  const rows = await readRows(kysely, keys);
  return new Map(rows.map((row) => [formatActivityId(row), buildSubject(reviewItem(row, { blinded }))]));
};

/**
 * Reversible and reversed decisions, newest first.
 * @throws AppError 400 for an invalid decision id as start of the page
 */
export const listDecisions = async (
  kysely: Kysely<Schema>,
  page: Page,
  session: Session,
): Promise<ListedDecision[]> => {
  const decisions = await readDecisions(kysely, page, session.scope);
  const subjects = await readSubjects(kysely, decisions, session);
  return decisions.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    by: row.by ?? '',
    action: row.action,
    activities: row.activities,
    emailsExcluded: row.emailsExcluded,
    subject: subjects.get(row.subjectId ?? '') ?? null,
    reversedAt: row.reversedAt?.toISOString() ?? null,
    reversedBy: row.reversedBy,
  }));
};
