// Statements that read the activities of several alerts about the same clients at once, or count them.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { joinWithAnd } from '../../../activities/filter-sql.ts';
import type { Condition } from '../../../activities/filter-sql.ts';
import { countedWhere, listRequirements } from '../../../activities/selection.ts';
import type { UndatedSelection } from '../../../activities/selection.ts';
import type { Database } from '../../../platform/db/index.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { SlotPlan, Window, Count, Entity, EntityCounts } from '../rules/evaluation.ts';
import type { AggField } from '@readerlens/contract';

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

const listWindows = ({ plan: { windows } }: FactsRequest): readonly Window[] =>
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

export const entityColumns = {
  Reader: 'reader_id',
  ReaderOrg: 'organisation_id',
} as const satisfies Record<AggField, string>;

/** Without the activities since notifications. */
export type WindowCounts = Omit<EntityCounts, 'sinceNotified'>;

interface CountRow extends Entity {
  readonly by: AggField;
  /** Of each column of this kind of entity. */
  readonly activities: readonly number[];
  /** Likewise; null for readers. */
  readonly readers: readonly number[] | null;
}

interface CountStatement {
  readonly query: RawBuilder<CountRow>;
  /** Picks the counts of a request from the rows of the query. */
  readonly collectCounts: (request: PinnedRequest, rows: readonly CountRow[]) => WindowCounts[];
}

/** The activities of a selection in a window. */
interface Column {
  /** Equal for columns with the same counts. */
  readonly key: string;
  readonly request: PinnedRequest;
  readonly window: Window;
}

const buildColumn = (request: PinnedRequest, window: Window): Column => ({
  key: `${window.from.getTime()} ${window.to.getTime()} ${request.selectionKey}`,
  request,
  window,
});
const buildColumns = (request: PinnedRequest): Column[] =>
  listWindows(request).map((window) => buildColumn(request, window));

/** Lists the different columns of all these requests. */
const distinctColumns = (requests: readonly PinnedRequest[]): Column[] => {
  const columns = requests.flatMap(buildColumns);
  return [...new Map(columns.map((column) => [column.key, column])).values()];
};

/** Counts the counts in a statement about these requests. */
export const columnCount = (requests: readonly PinnedRequest[]): number => distinctColumns(requests).length;

const findAggField = ({ plan }: PinnedRequest): AggField => plan.by ?? 'Reader';

/** The fewest activities in the current window with which an alert needs to know of an entity. */
const findLeastCount = ({ plan: { definition } }: PinnedRequest): number =>
  'minimumCount' in definition.rule ? definition.rule.minimumCount : 1;

/** Builds the condition for an entity to matter to one of the requests. */
const mattersToAny = (
  requests: readonly PinnedRequest[],
  total: (column: Column) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const conditions = requests.map((request) => {
    const [current, baseline] = buildColumns(request);
    const least = findLeastCount(request);
    const isEnough = sql`${total(current!)} >= ${least}::integer`;
    return {
      key: `${current!.key} ${baseline?.key} ${least}`,
      condition: baseline ? sql`(${isEnough} OR ${total(baseline)} > 0)` : isEnough,
    };
  });
  return sql.join([...new Map(conditions.map(({ key, condition }) => [key, condition])).values()], sql` OR `);
};

/** Grouped twice instead of COUNT(DISTINCT), as in `activities/figures/counts.ts`. */
const countQuery = (requests: readonly PinnedRequest[]): RawBuilder<CountRow> => {
  const scan = buildScan(requests, ['client_id', 'reader_id', 'organisation_id', 'available_at']);
  const columns = distinctColumns(requests);
  const names = new Map(columns.map(({ key }, index) => [key, sql.ref(`count_${index}`)]));
  const findColumnName = ({ key }: Column) => names.get(key)!;
  const byEntity = groupBy(requests, findAggField);
  const pairKeys = ['client_id', 'reader_id', ...(byEntity.has('ReaderOrg') ? ['organisation_id'] : [])];
  const keys = sql.join(pairKeys.map((name) => sql.ref(`e.${name}`)));
  const counts = columns.map((column) => {
    const isCounted = sql`${scan.matches(column.request)} AND ${withinWindow(column.window)}`;
    return sql`(count(*) FILTER (WHERE ${isCounted}))::integer AS ${findColumnName(column)}`;
  });
  const entityRows = ([by, own]: readonly [AggField, readonly PinnedRequest[]]) => {
    const entity = sql.ref(entityColumns[by]);
    // Without organizations, a reader is the only one of its pairs.
    const isGrouped = byEntity.has('ReaderOrg');
    const total = (column: Column) =>
      isGrouped ? sql`sum(${findColumnName(column)})` : findColumnName(column);
    const ownColumns = distinctColumns(own);
    const readers = ownColumns.map((column) => sql`count(*) FILTER (WHERE ${findColumnName(column)} > 0)`);
    const hasReaders = by === 'ReaderOrg';
    return sql`
      SELECT ${by} AS by, client_id AS "clientId", ${entity} AS "entityId",
        ARRAY[${sql.join(ownColumns.map(total))}]::integer[] AS activities,
        ${hasReaders ? sql`ARRAY[${sql.join(readers)}]` : sql`NULL`}::integer[] AS readers
      FROM pair WHERE ${entity} IS NOT NULL
      ${isGrouped ? sql`GROUP BY client_id, ${entity} HAVING` : sql`AND`} (${mattersToAny(own, total)})`;
  };
  return sql`
    WITH pair AS (SELECT ${keys}, ${sql.join(counts)} FROM ${scan.rows} AS e GROUP BY ${keys})
    ${sql.join([...byEntity].map(entityRows), sql` UNION ALL `)}`;
};

const none: Count = { activities: 0, readers: 0 };

/** Builds the statement for requests of any kind of entity. Activities are counted once for alerts that count the same. */
export const countStatement = (requests: readonly PinnedRequest[]): CountStatement => {
  const placesByEntity = new Map(
    [...groupBy(requests, findAggField)].map(([by, own]) => [
      by,
      new Map(distinctColumns(own).map(({ key }, place) => [key, place])),
    ]),
  );
  const collectCounts = (request: PinnedRequest, rows: readonly CountRow[]): WindowCounts[] => {
    const by = findAggField(request);
    const [currentPlace, baselinePlace] = buildColumns(request).map(({ key }) =>
      placesByEntity.get(by)?.get(key),
    );
    const at = ({ activities, readers }: CountRow, place: number | undefined): Count => {
      if (place === undefined) return none;
      const count = activities[place] ?? 0;
      return { activities: count, readers: readers?.[place] ?? Math.min(count, 1) };
    };
    const least = findLeastCount(request);
    return rows.flatMap((row) => {
      if (row.by !== by) return [];
      const current = at(row, currentPlace);
      const baseline = at(row, baselinePlace);
      // Most rows are of other requests.
      if (current.activities < least && baseline.activities === 0) return [];
      return [{ clientId: row.clientId, entityId: row.entityId, current, baseline }];
    });
  };
  return { query: countQuery(requests), collectCounts };
};
