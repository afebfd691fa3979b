// Reads the activities of several alerts about the same clients at once.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { joinWithAnd } from '../../../activities/filter-sql.ts';
import type { Condition } from '../../../activities/filter-sql.ts';
import { countedWhere, listRequirements } from '../../../activities/selection.ts';
import type { UndatedSelection } from '../../../activities/selection.ts';
import type { Database } from '../../../platform/db/index.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { SlotPlan } from '../rules/evaluation.ts';
import type { Window } from '../rules/windows.ts';

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

export const listWindows = ({ plan: { windows } }: FactsRequest): readonly Window[] =>
  windows.baseline ? [windows.current, windows.baseline] : [windows.current];

/** Finds the shortest window with those of all these requests. */
export const findSpan = (requests: readonly FactsRequest[]): Window => {
  const windows = requests.flatMap(listWindows);
  return {
    from: new Date(Math.min(...windows.map(({ from }) => from.getTime()))),
    to: new Date(Math.max(...windows.map(({ to }) => to.getTime()))),
  };
};

/**
 * Names the clients of each request; staff see every client. Whatever evaluates an alert reads through here, so that runs,
 * back-tests and previews agree: none of them reports activities of a client that is not paid for.
 */
export const pinned = async (
  { kysely }: Pick<Database, 'kysely'>,
  requests: readonly FactsRequest[],
): Promise<PinnedRequest[]> => {
  const clients = await kysely.selectFrom('client').select(['id', 'is_paid']).execute();
  const all = clients.map(({ id }) => id);
  const unpaid = new Set(clients.filter(({ is_paid }) => !is_paid).map(({ id }) => id));
  return requests.map(({ selection, plan }) => {
    const seen = selection.clientIds === 'all' ? all : selection.clientIds;
    const clientIds = seen.filter((id) => !unpaid.has(id)).toSorted((a, b) => a - b);
    const { sql: text, parameters } = sql`${joinWithAnd(listRequirements(selection))}`.compile(kysely);
    const selectionKey = JSON.stringify([clientIds, text, parameters]);
    return { plan, clientIds, selectionKey, selection: { ...selection, clientIds } };
  });
};

/** The activities of any of the requests. */
export interface Scan {
  /** To select from, as `e`. */
  readonly rows: RawBuilder<unknown>;
  /** The column that tells whether an activity is one of a request, or was at another time. */
  readonly matches: (request: PinnedRequest) => RawBuilder<boolean>;
}

const isSame = (a: Window, b: Window): boolean =>
  a.from.getTime() === b.from.getTime() && a.to.getTime() === b.to.getTime();

/** Builds a scan with these columns. The filters of equal selections are computed once per activity. */
export const buildScan = (requests: readonly PinnedRequest[], columns: readonly string[]): Scan => {
  const groups = [...groupBy(requests, ({ selectionKey }) => selectionKey).values()];
  const matchColumns = groups.map((_, index) => sql.ref<boolean>(`matches_${index}`));
  const byKey = new Map(groups.map(([first], index) => [first?.selectionKey, matchColumns[index]!]));
  const all = findSpan(requests);
  const requirements = groups.map((group) => {
    const span = findSpan(group);
    return joinWithAnd([
      ...(isSame(span, all) ? [] : [withinWindow(span)]),
      ...listRequirements(group[0]!.selection),
    ]);
  });
  const counted = countedWhere(requests[0]?.clientIds ?? [], [withinWindow(all)]);
  const read = columns.map((name) => sql.ref(`e.${name}`));
  const matches = ({ selectionKey }: PinnedRequest) => byKey.get(selectionKey)!;
  const [only] = requirements;
  if (only && requirements.length === 1) {
    const selected = sql.join([...read, sql`true AS ${matchColumns[0]}`]);
    return {
      matches,
      rows: sql`(SELECT ${selected} FROM engagement AS e WHERE ${joinWithAnd([counted, only])})`,
    };
  }
  // A condition on a missing value is neither true nor false.
  const selected = requirements.map((one, index) => sql`(${one}) IS TRUE AS ${matchColumns[index]}`);
  const rows = sql`(SELECT * FROM (
      SELECT ${sql.join([...read, ...selected])} FROM engagement AS e WHERE ${counted} OFFSET 0) AS e
    WHERE ${sql.join(matchColumns, sql` OR `)})`;
  return { matches, rows };
};
