// Reads what the evaluation of slots needs. Alerts about the same clients share a scan of their activities.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { AggField } from '@readerlens/contract';
import { countedStatusCodes } from '../../core/activities/codes.ts';
import { allOf } from '../../core/activities/filter-sql.ts';
import type { Condition } from '../../core/activities/filter-sql.ts';
import { isOneOf, undatedWhere } from '../../core/activities/selection.ts';
import type { UndatedSelection } from '../../core/activities/selection.ts';
import type { Database } from '../../platform/db/index.ts';
import { noFacts } from './engine/evaluation.ts';
import type { AlertActivity, AlertFacts, Entity, EntityCounts, SlotPlan } from './engine/evaluation.ts';
import type { Window } from './engine/windows.ts';

type Query<Row> = RawBuilder<Row>;
type Db = Pick<Database, 'kysely'>;

/** The facts of a plan, of the activities in a selection. */
export interface FactsRequest {
  readonly selection: UndatedSelection;
  readonly plan: SlotPlan;
}

/** A request that names its clients, because indexes and partitions start with the client. */
interface PinnedRequest extends FactsRequest {
  readonly clientIds: readonly number[];
}

const rowsOf = async <Row>({ kysely }: Db, query: Query<Row>): Promise<Row[]> =>
  (await query.execute(kysely)).rows;

/** The condition on `engagement AS e` to have become available in a window. */
export const withinWindow = ({ from, to }: Window): Condition =>
  sql<SqlBool>`e.available_at >= ${from}::timestamptz AND e.available_at < ${to}::timestamptz`;

const windowsOf = ({ plan: { windows } }: FactsRequest): readonly Window[] =>
  windows.baseline ? [windows.current, windows.baseline] : [windows.current];

/** The shortest window with all of these. */
const span = (windows: readonly Window[]): Window => ({
  from: new Date(Math.min(...windows.map(({ from }) => from.getTime()))),
  to: new Date(Math.max(...windows.map(({ to }) => to.getTime()))),
});
const spanOf = (request: FactsRequest): Window => span(windowsOf(request));

/** The activities of a request that became available in its windows. */
const availableWhere = (request: FactsRequest): Condition =>
  undatedWhere(request.selection, [withinWindow(spanOf(request))]);

const matchColumn = (index: number) => sql.ref(`matches_${index}`);

/** The activities of any of the requests with a column `matches_N` for each, which are computed once per activity. */
const matching = (
  requests: readonly PinnedRequest[],
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const [first] = requests;
  const matches = requests.map((request, index) =>
    first === request && requests.length === 1
      ? sql`true AS ${matchColumn(index)}`
      : sql`(${availableWhere(request)}) AS ${matchColumn(index)}`,
  );
  const any = sql.join(
    requests.map((_, index) => matchColumn(index)),
    sql` OR `,
  );
  if (first && requests.length === 1)
    return sql`(SELECT ${sql.join([...columns, ...matches])} FROM engagement AS e WHERE ${availableWhere(first)})`;
  const common = allOf([
    isOneOf('e.client_id', first?.clientIds ?? [], 'integer'),
    withinWindow(span(requests.map(spanOf))),
    isOneOf('e.status', countedStatusCodes, 'smallint'),
  ]);
  return sql`(SELECT * FROM (
      SELECT ${sql.join([...columns, ...matches])} FROM engagement AS e WHERE ${common} OFFSET 0) AS e
    WHERE ${any})`;
};

interface CountRow extends Entity {
  /** By window, of one request after another. */
  readonly activities: readonly number[];
  readonly readers: readonly number[];
}

export const entityColumn = {
  Reader: 'e.reader_id',
  ReaderOrg: 'e.organisation_id',
} as const satisfies Record<AggField, string>;

/** Grouped twice instead of COUNT(DISTINCT), as in `engagement-queries.ts`. */
const countRows = (requests: readonly PinnedRequest[], by: AggField): Query<CountRow> => {
  const entity = sql.ref(entityColumn[by]);
  const counted = requests.flatMap((request, index) =>
    windowsOf(request).map(
      (window) => sql`count(*) FILTER (WHERE ${matchColumn(index)} AND ${withinWindow(window)})`,
    ),
  );
  const columns = counted.map((_, index) => sql.ref(`in_window_${index}`));
  const read = ['client_id', 'reader_id', 'organisation_id', 'available_at'].map((name) =>
    sql.ref(`e.${name}`),
  );
  const pairs = sql`(
      SELECT e.client_id, ${entity} AS entity_id, e.reader_id,
        ${sql.join(counted.map((count, index) => sql`${count} AS ${columns[index]}`))}
      FROM ${matching(requests, read)} AS e WHERE ${entity} IS NOT NULL
      GROUP BY 1, 2, 3) AS pair`;
  // A reader is the only one of its pairs.
  if (by === 'Reader')
    return sql`
      SELECT client_id AS "clientId", entity_id AS "entityId",
        ARRAY[${sql.join(columns)}]::integer[] AS activities,
        ARRAY[${sql.join(columns.map((column) => sql`(${column} > 0)::integer`))}] AS readers
      FROM ${pairs}`;
  return sql`
    SELECT client_id AS "clientId", entity_id AS "entityId",
      ARRAY[${sql.join(columns.map((column) => sql`sum(${column})`))}]::integer[] AS activities,
      ARRAY[${sql.join(columns.map((column) => sql`count(*) FILTER (WHERE ${column} > 0)`))}]::integer[] AS readers
    FROM ${pairs}
    GROUP BY 1, 2`;
};

interface NewRow extends Entity {
  readonly count: number;
}

/** New activities of the entities that were notified before, which are few. */
const sinceNotified = (request: PinnedRequest, by: AggField): Query<NewRow> => {
  const { notified, windows } = request.plan;
  return sql`
    SELECT e.client_id AS "clientId", notified.entity_id AS "entityId", count(*)::integer AS count
    FROM unnest(${notified.map(({ clientId }) => clientId)}::integer[],
      ${notified.map(({ entityId }) => entityId)}::integer[],
      ${notified.map(({ from }) => from.toISOString())}::timestamptz[]) AS notified (client_id, entity_id, at)
    JOIN engagement AS e
      ON e.client_id = notified.client_id AND ${sql.ref(entityColumn[by])} = notified.entity_id
    WHERE e.available_at >= notified.at AND ${undatedWhere(request.selection, [withinWindow(windows.current)])}
    GROUP BY 1, 2`;
};

type ActivityRow = AlertActivity & { readonly matches: string };

const activityRows = (requests: readonly PinnedRequest[]): Query<ActivityRow> => {
  const columns = ['client_id', 'id', 'available_at', 'reader_id', 'organisation_id'].map((name) =>
    sql.ref(`e.${name}`),
  );
  const digits = requests.map((_, index) => sql`${matchColumn(index)}::integer`);
  return sql`
    SELECT e.client_id AS "clientId", e.id, e.available_at AS "availableAt", e.reader_id AS "readerId",
      e.organisation_id AS "organisationId", concat(${sql.join(digits)}) AS matches
    FROM ${matching(requests, columns)} AS e
    ORDER BY e.available_at, e.client_id, e.id`;
};

/** One step in an index for each client. Whatever the filters: a client without matches may have a long history. */
const historyRows = (clientIds: readonly number[]): Query<{ clientId: number; at: Date }> => sql`
  SELECT client.id AS "clientId", first.at
  FROM unnest(${clientIds}::integer[]) AS client (id) CROSS JOIN LATERAL (
    SELECT e.available_at AS at FROM engagement AS e
    WHERE e.client_id = client.id AND ${isOneOf('e.status', countedStatusCodes, 'smallint')}
    ORDER BY e.available_at LIMIT 1) AS first`;

const none = { activities: 0, readers: 0 };
const keyOf = ({ clientId, entityId }: Entity): string => `${clientId}-${entityId}`;

/** The counts of a request, whose windows start at `place` in each row. */
const countsOf = (
  request: PinnedRequest,
  rows: readonly CountRow[],
  place: number,
  recent: readonly NewRow[],
): EntityCounts[] => {
  const since = new Map(recent.map((row) => [keyOf(row), row.count]));
  const { baseline } = request.plan.windows;
  const at = ({ activities, readers }: CountRow, index: number) => ({
    activities: activities[index] ?? 0,
    readers: readers[index] ?? 0,
  });
  const isOfRequest = ({ activities }: CountRow) =>
    (activities[place] ?? 0) > 0 || (baseline !== null && (activities[place + 1] ?? 0) > 0);
  // Most rows are of other requests.
  return rows.filter(isOfRequest).map((row) => ({
    clientId: row.clientId,
    entityId: row.entityId,
    current: at(row, place),
    baseline: baseline ? at(row, place + 1) : none,
    sinceNotified: since.size > 0 ? (since.get(keyOf(row)) ?? 0) : 0,
  }));
};

/** The facts of alerts that count by the same, about the same clients. */
const readCounts = async (
  db: Db,
  requests: readonly PinnedRequest[],
  by: AggField,
): Promise<AlertFacts[]> => {
  const rows = await rowsOf(db, countRows(requests, by));
  const facts: AlertFacts[] = [];
  let place = 0;
  for (const request of requests) {
    const recent = request.plan.notified.length > 0 ? await rowsOf(db, sinceNotified(request, by)) : [];
    facts.push({ ...noFacts, counts: countsOf(request, rows, place, recent) });
    place += windowsOf(request).length;
  }
  const compared = facts.filter((_, index) => requests[index]?.plan.windows.baseline);
  const clientIds = compared.flatMap(({ counts }) => counts.map(({ clientId }) => clientId));
  if (clientIds.length === 0) return facts;
  const history = await rowsOf(db, historyRows([...new Set(clientIds)]));
  const since = new Map(history.map(({ clientId, at }) => [clientId, at]));
  return facts.map((each) => {
    if (!compared.includes(each)) return each;
    const own = new Set(each.counts.map(({ clientId }) => clientId));
    return { ...each, historySince: new Map([...since].filter(([id]) => own.has(id))) };
  });
};

const readActivities = async (db: Db, requests: readonly PinnedRequest[]): Promise<AlertFacts[]> => {
  const rows = await rowsOf(db, activityRows(requests));
  return requests.map((_, index) => ({
    ...noFacts,
    activities: rows
      .filter(({ matches }) => matches[index] === '1')
      .map(({ matches: _matches, ...activity }) => activity),
  }));
};

/** Staff see every client. */
const pinned = async ({ kysely }: Db, requests: readonly FactsRequest[]): Promise<PinnedRequest[]> => {
  const isOpen = requests.some(({ selection }) => selection.clientIds === 'all');
  const all = isOpen ? (await kysely.selectFrom('client').select('id').execute()).map(({ id }) => id) : [];
  return requests.map(({ selection, plan }) => {
    const clientIds = (selection.clientIds === 'all' ? all : selection.clientIds).toSorted((a, b) => a - b);
    return { plan, clientIds, selection: { ...selection, clientIds } };
  });
};

/** Alerts in one statement: more would make its conditions and rows slower than another scan. */
const maxShared = 16;

const startOf = (request: FactsRequest): number => spanOf(request).from.getTime();

/** Requests that share a scan: of the same clients and entities, and of similar windows. */
const groupsOf = (requests: readonly PinnedRequest[]): PinnedRequest[][] => {
  const byKey = new Map<string, PinnedRequest[]>();
  for (const request of requests) {
    const key = `${request.plan.by} ${request.clientIds.join()}`;
    byKey.set(key, [...(byKey.get(key) ?? []), request]);
  }
  return [...byKey.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => startOf(a) - startOf(b));
    const count = Math.ceil(sorted.length / maxShared);
    return Array.from({ length: count }, (_, index) =>
      sorted.slice(index * maxShared, (index + 1) * maxShared),
    );
  });
};

/** The facts of each request, in order. */
export const readFactsOf = async (db: Db, requests: readonly FactsRequest[]): Promise<AlertFacts[]> => {
  const all = await pinned(db, requests);
  const found = new Map<PinnedRequest, AlertFacts>();
  const readGroup = async (group: readonly PinnedRequest[]) => {
    const by = group[0]?.plan.by ?? null;
    const facts = by === null ? await readActivities(db, group) : await readCounts(db, group, by);
    for (const [index, request] of group.entries()) found.set(request, facts[index] ?? noFacts);
  };
  // One at a time: each occupies a core of the database, which dashboards need as well.
  for (const group of groupsOf(all)) await readGroup(group);
  return all.map((request) => found.get(request) ?? noFacts);
};

/** The facts of a plan, of the activities in a selection. */
export const readFacts = async (db: Db, selection: UndatedSelection, plan: SlotPlan): Promise<AlertFacts> => {
  const [facts = noFacts] = await readFactsOf(db, [{ selection, plan }]);
  return facts;
};
