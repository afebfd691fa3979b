import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CallInput, Calls, ReviewFilter } from '@readerlens/contract';
import type { ReviewActivityType } from '@readerlens/contract/review';
import { activityTypeCode, statusCode } from '../../activities/codes.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Viewer } from '../../people/session.ts';
import { parseActivityId } from '../../activities/activity-key.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { filterWhere, scopeWhere, stateWhere } from './review-where.ts';

export type DecisionBody = CallInput<Calls['POST /api/review-activities']>['body'];

/** An activity in the caller's list. */
export interface NamedActivity extends ActivityKey {
  /** Null for any type. */
  readonly type: number | null;
  /** The status that the caller saw. */
  readonly seen: number | null;
}

/** The activities selected for a decision. */
export interface Selected {
  /** Rows with client_id, id, reader_id, document_id, sequence and seen, limited to what the reviewer may see. */
  readonly query: RawBuilder<unknown>;
  /** The condition that a locked row `AS e` still matches the selection. */
  readonly stillHolds: Condition;
  /** Empty for a selection by filter. */
  readonly named: readonly NamedActivity[];
  /** Malformed ids. */
  readonly unknownIds: readonly string[];
}

const columns = sql`e.client_id, e.id, e.reader_id, e.document_id, e.sequence`;

/** Returns `given` with the columns client_id, id, type, seen and place. */
export const namedTable = (named: readonly NamedActivity[]): RawBuilder<unknown> => sql`
  unnest(${named.map(({ clientId }) => clientId)}::integer[], ${named.map(({ id }) => id)}::bigint[],
    ${named.map(({ type }) => type)}::smallint[], ${named.map(({ seen }) => seen)}::smallint[])
    WITH ORDINALITY AS given (client_id, id, type, seen, place)`;

/** Joins `engagement AS e` to `given`. */
export const isNamed = (scope: DataScope): Condition =>
  joinWithAnd([
    sql`e.client_id = given.client_id`,
    sql`e.id = given.id`,
    sql`e.activity_type = coalesce(given.type, e.activity_type)`,
    scopeWhere(scope),
  ]);

type NamedIds = Pick<DecisionBody, 'engagementIds' | 'customerRequestIds' | 'seen'>;

/** Splits ids into keys and malformed ids. */
export const namedActivities = ({ engagementIds, customerRequestIds, seen = {} }: NamedIds) => {
  const unknownIds: string[] = [];
  const named: NamedActivity[] = [];
  const add = (ids: readonly string[], type: ReviewActivityType) => {
    for (const text of ids) {
      const key = parseActivityId(text);
      const status = Object.hasOwn(seen, text) ? seen[text] : undefined;
      if (key) named.push({ ...key, type: activityTypeCode[type], seen: status ? statusCode[status] : null });
      else unknownIds.push(text);
    }
  };
  add(engagementIds, 'Engagement');
  add(customerRequestIds, 'CustomerRequest');
  return { named, unknownIds };
};

/** The condition on `engagement AS e` to be in the list. */
export const namedWhere = (named: readonly NamedActivity[], scope: DataScope): Condition =>
  joinWithAnd([
    sql`(e.client_id, e.id, e.activity_type) IN
      (SELECT given.client_id, given.id, given.type FROM ${namedTable(named)})`,
    scopeWhere(scope),
  ]);

const byFilter = (filter: ReviewFilter, viewer: Viewer): Selected => ({
  query: sql`SELECT ${columns}, NULL::smallint AS seen FROM engagement AS e WHERE ${filterWhere(filter, viewer)}`,
  stillHolds: stateWhere(filter),
  named: [],
  unknownIds: [],
});

/** Reads the selection of a validated body. */
export const selectionOfBody = (body: DecisionBody, viewer: Viewer): Selected => {
  if (body.matching) return byFilter(body.matching, viewer);
  const { named, unknownIds } = namedActivities(body);
  return {
    query: sql`SELECT ${columns}, given.seen FROM ${namedTable(named)} JOIN engagement AS e ON ${isNamed(viewer.scope)}`,
    stillHolds: sql`(e.seen IS NULL OR e.seen = e.status)`,
    named,
    unknownIds,
  };
};
