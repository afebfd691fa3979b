// The statements of a decision. Each works on sets: ten thousand activities are one round trip.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { approvable, rejectable } from '@readerlens/contract/review';
import { rejectReasonCode, statusCode } from '../engagements/codes.ts';
import type { Condition } from '../engagements/filter-sql.ts';
import { isOneOf } from '../engagements/selection.ts';
import type { DataScope } from '../platform/policy.ts';
import { rejectReason, scopeWhere } from './review-where.ts';
import type { Selected } from './selected.ts';

export type DecidedStatus = 'Approved' | 'Rejected';

const { Pending, Approved, Rejected, RejectedAfterApproval, EditAfterApproval } = statusCode;
const { RejectedManually, RejectedWithPrimary } = rejectReasonCode;

/** Statuses that a decision can change. */
export const changeable: Record<DecidedStatus, readonly number[]> = {
  Approved: approvable.map((status) => statusCode[status]),
  Rejected: rejectable.map((status) => statusCode[status]),
};

/** Which subsequent activities `AS e` an initial one takes along. */
const takenAlong: Record<DecidedStatus, Condition> = {
  Approved: sql<SqlBool>`(e.status = ${Pending}::smallint OR e.status IN (${Rejected}::smallint,
    ${RejectedAfterApproval}::smallint) AND ${rejectReason} = ${RejectedWithPrimary}::smallint)`,
  Rejected: isOneOf('e.status', [Pending, Approved, EditAfterApproval], 'smallint'),
};

const statusAfter: Record<DecidedStatus, RawBuilder<number>> = {
  Approved: sql`${Approved}::smallint`,
  Rejected: sql`CASE WHEN e.status = ${Pending}::smallint THEN ${Rejected}::smallint
    ELSE ${RejectedAfterApproval}::smallint END`,
};

export interface Decision {
  readonly id: number;
  readonly status: DecidedStatus;
  readonly selected: Selected;
  /** Subsequent activities from this day on are changed as well. */
  readonly startDate: string | undefined;
  readonly scope: DataScope;
}

const subsequent = ({ status, startDate, scope }: Decision) =>
  startDate === undefined
    ? sql``
    : sql`UNION ALL
      SELECT e.client_id, e.id, NULL::smallint, true
      FROM selected AS i JOIN engagement AS e
        ON e.reader_id = i.reader_id AND e.document_id = i.document_id AND e.client_id = i.client_id
      WHERE i.sequence = 1 AND e.sequence > 1 AND e.occurred_at >= ${`${startDate}T00:00:00Z`}::timestamptz
        AND ${takenAlong[status]} AND ${scopeWhere(scope)}`;

/**
 * Locks what was selected, and what that takes along, in the order of the keys, so that two reviewers never wait for
 * each other; then writes down what may be changed, with its state as it was when the lock was there. What is counted
 * off against each other is grouped, not joined: the planner takes these sets for single rows and would loop.
 */
export const lockAndRecord = (decision: Decision): RawBuilder<unknown> => {
  const { id, status, selected } = decision;
  return sql`
    WITH selected AS MATERIALIZED (${selected.query}),
    candidate AS MATERIALIZED (
      SELECT client_id, id, max(seen) AS seen, bool_and(is_taken_along) AS is_taken_along
      FROM (SELECT client_id, id, seen, false AS is_taken_along FROM selected ${subsequent(decision)}) AS each
      GROUP BY client_id, id),
    locked AS MATERIALIZED (
      SELECT e.client_id, e.id, e.reader_id, e.document_id, e.sequence, e.status, e.reject_reason, e.approved_at,
        k.seen, k.is_taken_along
      FROM candidate AS k JOIN engagement AS e ON e.client_id = k.client_id AND e.id = k.id
      ORDER BY e.client_id, e.id FOR UPDATE OF e),
    judged AS (
      SELECT e.*, NOT e.is_taken_along AND ${isOneOf('e.status', changeable[status], 'smallint')}
        AND ${selected.stillHolds} AS is_chosen FROM locked AS e),
    grouped AS (
      SELECT e.*, bool_or(e.is_chosen AND e.sequence = 1)
        OVER (PARTITION BY e.client_id, e.reader_id, e.document_id) AS has_initial FROM judged AS e)
    INSERT INTO review_decision_activity (decision_id, client_id, engagement_id, is_taken_along, status_before,
      reject_reason_before, approved_at_before, status_after)
    SELECT ${id}::bigint, e.client_id, e.id, e.is_taken_along, e.status, e.reject_reason, e.approved_at,
      ${statusAfter[status]}
    FROM grouped AS e
    WHERE e.is_chosen OR e.is_taken_along AND e.has_initial AND ${takenAlong[status]}`;
};

const change: Record<DecidedStatus, RawBuilder<unknown>> = {
  Approved: sql`status = h.status_after, reject_reason = NULL, approved_at = now()`,
  Rejected: sql`status = h.status_after, approved_at = NULL, reject_reason =
    CASE WHEN h.is_taken_along THEN ${RejectedWithPrimary}::smallint ELSE ${RejectedManually}::smallint END`,
};

export interface ChangedCounts {
  readonly all: number;
  readonly takenAlong: number;
}

/** Changes the activities that the decision recorded. */
export const applyDecision = ({
  id,
  status,
}: Pick<Decision, 'id' | 'status'>): RawBuilder<ChangedCounts> => sql`
  WITH changed AS (
    UPDATE engagement AS e SET ${change[status]} FROM review_decision_activity AS h
    WHERE h.decision_id = ${id}::bigint AND e.client_id = h.client_id AND e.id = h.engagement_id
    RETURNING h.is_taken_along)
  SELECT count(*) AS "all", count(*) FILTER (WHERE is_taken_along) AS "takenAlong" FROM changed`;

/** Whether nobody changed the activity `AS e` of a record `AS h` since, but for changes that were taken back. */
const isAsLeft: Condition = sql<SqlBool>`(e.status = h.status_after AND NOT EXISTS (
  SELECT FROM review_decision_activity AS l JOIN review_decision AS d ON d.id = l.decision_id
  WHERE l.client_id = h.client_id AND l.engagement_id = h.engagement_id AND l.id > h.id AND d.reversed_at IS NULL))`;

/** Locks the activities of a decision in the order of their keys, and counts those beyond the scope. */
export const lockDecided = (id: number, scope: DataScope): RawBuilder<{ beyond: number }> => sql`
  SELECT count(*) FILTER (WHERE is_beyond) AS beyond FROM (
    SELECT (${scopeWhere(scope)}) IS NOT TRUE AS is_beyond FROM review_decision_activity AS h
      JOIN engagement AS e ON e.client_id = h.client_id AND e.id = h.engagement_id
    WHERE h.decision_id = ${id}::bigint ORDER BY e.client_id, e.id FOR UPDATE OF e) AS locked`;

export interface RestoredCounts extends ChangedCounts {
  /** Ids of the first that were left as they are; null when there are none. */
  readonly left: readonly string[] | null;
}

/** Gives the activities of a decision their state from before it, and tells which it left. */
export const restore = (id: number, scope: DataScope, shown: number): RawBuilder<RestoredCounts> => sql`
  WITH changed AS (
    UPDATE engagement AS e SET status = h.status_before, reject_reason = h.reject_reason_before,
      approved_at = h.approved_at_before
    FROM review_decision_activity AS h
    WHERE h.decision_id = ${id}::bigint AND e.client_id = h.client_id AND e.id = h.engagement_id
      AND ${scopeWhere(scope)} AND ${isAsLeft}
    RETURNING h.client_id, h.engagement_id, h.is_taken_along),
  remaining AS (
    SELECT client_id, engagement_id FROM review_decision_activity WHERE decision_id = ${id}::bigint
    EXCEPT SELECT client_id, engagement_id FROM changed ORDER BY 1, 2 LIMIT ${shown}::integer)
  SELECT count(*) AS "all", count(*) FILTER (WHERE is_taken_along) AS "takenAlong",
    (SELECT array_agg(client_id || '-' || engagement_id) FROM remaining) AS left
  FROM changed`;
