import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { SkippedActivity } from '@readerlens/contract';
import { reviewStatusText } from '@readerlens/contract/review';
import type { Static } from 'typebox';
import { decodeStatus } from '../../activities/codes.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { DataScope } from '../../people/policy.ts';
import { timeText } from '../../platform/time-text.ts';
import { formatActivityId, parseActivityId } from '../../activities/activity-key.ts';
import { reviewerName } from './reviewer-name.ts';
import { isNamed, namedTable } from './selected.ts';
import type { NamedActivity } from './selected.ts';

export type Skipped = Static<typeof SkippedActivity>;

/** A response lists no more skipped activities than this. */
export const skippedShown = 100;

interface SkippedRow {
  readonly clientId: number;
  readonly id: number;
  /** Null if there is none, or none visible to the reviewer. */
  readonly status: number | null;
  readonly seen: number | null;
  /** Author and time of the last change; null if it was never changed here. */
  readonly by: string | null;
  readonly at: Date | null;
}

/** The last change of the activity `AS e`, including reversed ones. */
const lastChange: RawBuilder<unknown> = sql`
  LEFT JOIN LATERAL (
    SELECT coalesce(d.reversed_at, d.at) AS at, CASE WHEN d.reversed_at IS NULL
      THEN ${reviewerName('d.user_id', 'd.impersonator_id')}
      ELSE ${reviewerName('d.reversed_by', 'd.reversed_through')} END AS by
    FROM review_decision_activity AS l JOIN review_decision AS d ON d.id = l.decision_id
    WHERE l.client_id = e.client_id AND l.engagement_id = e.id ORDER BY l.id DESC LIMIT 1) AS last ON true`;

const unknown = (id: string): Skipped => ({
  id,
  reason: 'notFound',
  message: 'There is no such activity, or it is not one that you review.',
});

const buildMessage = ({ by, at }: SkippedRow, text: string, isChanged: boolean): string => {
  if (by === null || at === null) return isChanged ? `It is ${text} by now.` : `It is ${text} already.`;
  const change = `${by} on ${timeText(at)} UTC`;
  return isChanged ? `It was changed to ${text} by ${change}.` : `It is ${text} already, by ${change}.`;
};

const describeSkipped = (row: SkippedRow): Skipped => {
  const status = row.status === null ? undefined : decodeStatus(row.status);
  if (!status) return unknown(formatActivityId(row));
  const isChanged = row.seen !== null && row.seen !== row.status;
  return {
    id: formatActivityId(row),
    reason: isChanged ? 'changed' : 'notAllowed',
    message: buildMessage(row, reviewStatusText[status], isChanged),
  };
};

/**
 * Whether the decision skipped the `given` entry. One without a visible activity of its type counts as skipped, even if
 * the decision changed that activity through another entry.
 */
const isUntouchedBy = (decisionId: number): Condition => sql`(e.id IS NULL OR NOT EXISTS (
  SELECT FROM review_decision_activity AS h
  WHERE h.decision_id = ${decisionId}::bigint AND h.client_id = given.client_id AND h.engagement_id = given.id))`;

/** Says why a decision skipped listed activities: the first ones, in the given order. */
export const skippedByDecision = async (
  trx: Transaction<Schema>,
  decisionId: number,
  { named, unknownIds }: { named: readonly NamedActivity[]; unknownIds: readonly string[] },
  scope: DataScope,
): Promise<Skipped[]> => {
  const query = sql<SkippedRow>`
    SELECT given.client_id AS "clientId", given.id, e.status, given.seen, last.by, last.at
    FROM ${namedTable(named)} LEFT JOIN engagement AS e ON ${isNamed(scope)}
      ${lastChange}
    WHERE ${isUntouchedBy(decisionId)} ORDER BY given.place LIMIT ${skippedShown}::integer`;
  const { rows } = await query.execute(trx);
  return [...unknownIds.map(unknown), ...rows.map(describeSkipped)].slice(0, skippedShown);
};

/** Says why a reversal skipped these activities. */
export const skippedByReversal = async (
  trx: Transaction<Schema>,
  ids: readonly string[],
  scope: DataScope,
): Promise<Skipped[]> => {
  // The expected state is the one set by the decision; any current state differs from it.
  const named = ids
    .flatMap((id) => parseActivityId(id) ?? [])
    .map((key) => ({ ...key, type: null, seen: -1 }));
  const query = sql<SkippedRow>`
    SELECT given.client_id AS "clientId", given.id, e.status, given.seen, last.by, last.at
    FROM ${namedTable(named)} LEFT JOIN engagement AS e ON ${isNamed(scope)} ${lastChange}
    ORDER BY given.place`;
  return (await query.execute(trx)).rows.map(describeSkipped);
};
