// Counts activities of readers and organizations for several alerts about the same clients, in one statement.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AggField } from '@readerlens/contract';
import { groupBy } from '../../../platform/group-by.ts';
import { buildScan, listWindows, withinWindow } from './alert-scan.ts';
import type { PinnedRequest } from './alert-scan.ts';
import type { Count, Entity, EntityCounts } from '../rules/evaluation.ts';
import type { Window } from '../rules/windows.ts';

export const entityColumns = {
  Reader: 'reader_id',
  ReaderOrg: 'organisation_id',
} as const satisfies Record<AggField, string>;

/** Without the activities since notifications. */
export type WindowCounts = Omit<EntityCounts, 'sinceNotified'>;

export interface CountRow extends Entity {
  readonly by: AggField;
  /** Of each column of this kind of entity. */
  readonly activities: readonly number[];
  /** Likewise; null for readers. */
  readonly readers: readonly number[] | null;
}

export interface CountStatement {
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
