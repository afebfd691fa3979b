// Reads the activities of several alerts about the same clients at once.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { countedStatusCodes } from '../../core/activities/codes.ts';
import { allOf } from '../../core/activities/filter-sql.ts';
import type { Condition } from '../../core/activities/filter-sql.ts';
import { isOneOf, undatedWhere } from '../../core/activities/selection.ts';
import type { UndatedSelection } from '../../core/activities/selection.ts';
import type { Database } from '../../platform/db/index.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { SlotPlan } from './engine/evaluation.ts';
import type { Window } from './engine/windows.ts';

/** The facts of a plan, of the activities in a selection. */
export interface FactsRequest {
  readonly selection: UndatedSelection;
  readonly plan: SlotPlan;
}

/** A request that names its clients, because indexes and partitions start with the client. */
export interface PinnedRequest extends FactsRequest {
  readonly clientIds: readonly number[];
  /** Equal for requests about the same activities, whatever their dates. */
  readonly selectionKey: string;
}

/** The condition on `engagement AS e` to have become available in a window. */
export const withinWindow = ({ from, to }: Window): Condition =>
  sql<SqlBool>`e.available_at >= ${from}::timestamptz AND e.available_at < ${to}::timestamptz`;

export const windowsOf = ({ plan: { windows } }: FactsRequest): readonly Window[] =>
  windows.baseline ? [windows.current, windows.baseline] : [windows.current];

/** The shortest window with those of all these requests. */
export const spanOf = (requests: readonly FactsRequest[]): Window => {
  const windows = requests.flatMap(windowsOf);
  return {
    from: new Date(Math.min(...windows.map(({ from }) => from.getTime()))),
    to: new Date(Math.max(...windows.map(({ to }) => to.getTime()))),
  };
};

/** Names the clients of each request; staff see every client. */
export const pinned = async (
  { kysely }: Pick<Database, 'kysely'>,
  requests: readonly FactsRequest[],
): Promise<PinnedRequest[]> => {
  const isOpen = requests.some(({ selection }) => selection.clientIds === 'all');
  const all = isOpen ? (await kysely.selectFrom('client').select('id').execute()).map(({ id }) => id) : [];
  return requests.map(({ selection, plan }) => {
    const clientIds = (selection.clientIds === 'all' ? all : selection.clientIds).toSorted((a, b) => a - b);
    const own = { ...selection, clientIds };
    const { sql: text, parameters } = sql`${undatedWhere(own)}`.compile(kysely);
    return { plan, clientIds, selection: own, selectionKey: JSON.stringify([text, parameters]) };
  });
};

/** The activities of any of the requests. */
export interface Scan {
  /** To select from, as `e`. */
  readonly rows: RawBuilder<unknown>;
  /** The column that tells whether an activity is one of a request, or was at another time. */
  readonly matches: (request: PinnedRequest) => RawBuilder<boolean>;
}

/** A scan with these columns. The filters of equal selections are computed once per activity. */
export const scanOf = (requests: readonly PinnedRequest[], columns: readonly string[]): Scan => {
  const groups = [...groupBy(requests, ({ selectionKey }) => selectionKey).values()];
  const conditions = groups.map((group) => undatedWhere(group[0]!.selection, [withinWindow(spanOf(group))]));
  const matchColumns = groups.map((_, index) => sql.ref<boolean>(`matches_${index}`));
  const byKey = new Map(groups.map(([first], index) => [first?.selectionKey, matchColumns[index]!]));
  const matches = ({ selectionKey }: PinnedRequest) => byKey.get(selectionKey)!;
  const read = columns.map((name) => sql.ref(`e.${name}`));
  const [only] = conditions;
  if (only && conditions.length === 1) {
    const selected = sql.join([...read, sql`true AS ${matchColumns[0]}`]);
    return { matches, rows: sql`(SELECT ${selected} FROM engagement AS e WHERE ${only})` };
  }
  const common = allOf([
    isOneOf('e.client_id', requests[0]?.clientIds ?? [], 'integer'),
    withinWindow(spanOf(requests)),
    isOneOf('e.status', countedStatusCodes, 'smallint'),
  ]);
  // A condition on a missing value is neither true nor false.
  const selected = conditions.map(
    (condition, index) => sql`(${condition}) IS TRUE AS ${matchColumns[index]}`,
  );
  const rows = sql`(SELECT * FROM (
      SELECT ${sql.join([...read, ...selected])} FROM engagement AS e WHERE ${common} OFFSET 0) AS e
    WHERE ${sql.join(matchColumns, sql` OR `)})`;
  return { matches, rows };
};
