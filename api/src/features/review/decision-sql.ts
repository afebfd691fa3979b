// Builds the statements of a decision. Each works on sets: ten thousand activities need one round trip.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { approvable, rejectable } from '@readerlens/contract/review';
import { countedStatusCodes, rejectReasonCode, statusCode } from '../../activities/codes.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { matchesAny } from '../../activities/selection.ts';
import type { DataScope } from '../../people/policy.ts';
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

/** Selects the subsequent activities `AS e` that a decision on an initial activity cascades to. */
const cascaded: Record<DecidedStatus, Condition> = {
  Approved: sql<SqlBool>`(e.status = ${Pending}::smallint OR e.status IN (${Rejected}::smallint,
    ${RejectedAfterApproval}::smallint) AND ${rejectReason} = ${RejectedWithPrimary}::smallint)`,
  Rejected: matchesAny('e.status', [Pending, Approved, EditAfterApproval], 'smallint'),
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
        AND ${cascaded[status]} AND ${scopeWhere(scope)}`;

/**
 * Locks the selected and cascaded activities in key order, so that two reviewers never deadlock;
 * then records the changeable ones with their state at the time of the lock. Comparisons between these sets
 * use grouping instead of joins: the planner estimates them as single rows and would use nested loops.
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
      SELECT e.*, NOT e.is_taken_along AND ${matchesAny('e.status', changeable[status], 'smallint')}
        AND ${selected.stillHolds} AS is_chosen FROM locked AS e),
    grouped AS (
      SELECT e.*, bool_or(e.is_chosen AND e.sequence = 1)
        OVER (PARTITION BY e.client_id, e.reader_id, e.document_id) AS has_initial FROM judged AS e)
    INSERT INTO review_decision_activity (decision_id, client_id, engagement_id, is_taken_along, status_before,
      reject_reason_before, approved_at_before, status_after)
    SELECT ${id}::bigint, e.client_id, e.id, e.is_taken_along, e.status, e.reject_reason, e.approved_at,
      ${statusAfter[status]}
    FROM grouped AS e
    WHERE e.is_chosen OR e.is_taken_along AND e.has_initial AND ${cascaded[status]}`;
};

const change: Record<DecidedStatus, RawBuilder<unknown>> = {
  Approved: sql`status = h.status_after, reject_reason = NULL, approved_at = now(),
    available_at = greatest(now(), e.occurred_at)`,
  Rejected: sql`status = h.status_after, approved_at = NULL, reject_reason =
    CASE WHEN h.is_taken_along THEN ${RejectedWithPrimary}::smallint ELSE ${RejectedManually}::smallint END`,
};

export interface ChangedCounts {
  readonly all: number;
  readonly cascaded: number;
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
  SELECT count(*) AS "all", count(*) FILTER (WHERE is_taken_along) AS "cascaded" FROM changed`;

/** Tells whether the activity `AS e` of a record `AS h` is unchanged since, ignoring reversed changes. */
const isUnchanged: Condition = sql<SqlBool>`(e.status = h.status_after AND NOT EXISTS (
  SELECT FROM review_decision_activity AS l JOIN review_decision AS d ON d.id = l.decision_id
  WHERE l.client_id = h.client_id AND l.engagement_id = h.engagement_id AND l.id > h.id AND d.reversed_at IS NULL))`;

/** Locks the activities of a decision in key order, and counts those outside the scope. */
export const lockDecided = (id: number, scope: DataScope): RawBuilder<{ beyond: number }> => sql`
  SELECT count(*) FILTER (WHERE is_beyond) AS beyond FROM (
    SELECT (${scopeWhere(scope)}) IS NOT TRUE AS is_beyond FROM review_decision_activity AS h
      JOIN engagement AS e ON e.client_id = h.client_id AND e.id = h.engagement_id
    WHERE h.decision_id = ${id}::bigint ORDER BY e.client_id, e.id FOR UPDATE OF e) AS locked`;

export interface RestoredCounts extends ChangedCounts {
  /** Ids of the first skipped activities; null if there are none. */
  readonly left: readonly string[] | null;
}

/** Restores the previous state of a decision's activities, and returns the skipped ones. */
export const restore = (id: number, scope: DataScope, shown: number): RawBuilder<RestoredCounts> => sql`
  WITH changed AS (
    UPDATE engagement AS e SET status = h.status_before, reject_reason = h.reject_reason_before,
      approved_at = h.approved_at_before,
      -- Counted again: readers that continue from an earlier available_at must see it once more.
      available_at = CASE WHEN ${matchesAny('h.status_before', countedStatusCodes, 'smallint')}
        THEN greatest(now(), e.occurred_at) ELSE e.available_at END
    FROM review_decision_activity AS h
    WHERE h.decision_id = ${id}::bigint AND e.client_id = h.client_id AND e.id = h.engagement_id
      AND ${scopeWhere(scope)} AND ${isUnchanged}
    RETURNING h.client_id, h.engagement_id, h.is_taken_along),
  remaining AS (
    SELECT client_id, engagement_id FROM review_decision_activity WHERE decision_id = ${id}::bigint
    EXCEPT SELECT client_id, engagement_id FROM changed ORDER BY 1, 2 LIMIT ${shown}::integer)
  SELECT count(*) AS "all", count(*) FILTER (WHERE is_taken_along) AS "cascaded",
    (SELECT array_agg(client_id || '-' || engagement_id) FROM remaining) AS left
  FROM changed`;
