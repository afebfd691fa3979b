// Reads what a slot's evaluation needs. One statement for all windows, so that alerts with the same filters can share a scan.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
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

/** The activities of a selection that became available in a window. */
const availableWhere = (selection: UndatedSelection, window: Window): Condition =>
  undatedWhere(selection, [withinWindow(window)]);

/** The condition on `engagement AS e` to have become available in a window. */
export const withinWindow = ({ from, to }: Window): Condition =>
  sql`e.available_at >= ${from}::timestamptz AND e.available_at < ${to}::timestamptz`;

/** The shortest window with all of these. */
const span = (windows: readonly Window[]): Window => ({
  from: new Date(Math.min(...windows.map(({ from }) => from.getTime()))),
  to: new Date(Math.max(...windows.map(({ to }) => to.getTime()))),
});

interface CountRow extends Entity {
  /** By window. */
  readonly activities: readonly number[];
  readonly readers: readonly number[];
  readonly sinceNotified: number;
}

export const entityColumn = {
  Reader: 'e.reader_id',
  ReaderOrg: 'e.organisation_id',
} as const satisfies Record<AggField, string>;

const sinceJoin = (notified: SlotPlan['notified']) => sql`
  LEFT JOIN unnest(${notified.map(({ clientId }) => clientId)}::integer[],
    ${notified.map(({ entityId }) => entityId)}::integer[],
    ${notified.map(({ from }) => from.toISOString())}::timestamptz[]) AS notified (client_id, entity_id, at)`;

/** Grouped twice instead of COUNT(DISTINCT), as in `engagement-queries.ts`. */
const counts = (
  selection: UndatedSelection,
  by: AggField,
  windows: readonly Window[],
  notified: SlotPlan['notified'],
): Query<CountRow> => {
  const entity = sql.ref(entityColumn[by]);
  const columns = windows.map((_, index) => sql.ref(`in_window_${index}`));
  const counted = windows.map(
    (window, index) => sql`count(*) FILTER (WHERE ${withinWindow(window)}) AS ${columns[index]}`,
  );
  const hasNotified = notified.length > 0;
  return sql`
    SELECT client_id AS "clientId", entity_id AS "entityId",
      ARRAY[${sql.join(columns.map((column) => sql`sum(${column})`))}]::integer[] AS activities,
      ARRAY[${sql.join(columns.map((column) => sql`count(*) FILTER (WHERE ${column} > 0)`))}]::integer[] AS readers,
      sum(since_notified)::integer AS "sinceNotified"
    FROM (
      SELECT e.client_id, ${entity} AS entity_id, e.reader_id, ${sql.join(counted)},
        ${hasNotified ? sql`count(*) FILTER (WHERE e.available_at >= notified.at)` : sql`0`} AS since_notified
      FROM engagement AS e
        ${hasNotified ? sql`${sinceJoin(notified)} ON notified.client_id = e.client_id AND notified.entity_id = ${entity}` : sql``}
      WHERE ${allOf([availableWhere(selection, span(windows)), sql`${entity} IS NOT NULL`])}
      GROUP BY 1, 2, 3) AS pair
    GROUP BY 1, 2`;
};

const activities = (selection: UndatedSelection, window: Window): Query<AlertActivity> => sql`
  SELECT e.client_id AS "clientId", e.id, e.available_at AS "availableAt", e.reader_id AS "readerId",
    e.organisation_id AS "organisationId"
  FROM engagement AS e WHERE ${availableWhere(selection, window)}
  ORDER BY e.available_at, e.client_id, e.id`;

/** One step in an index for each client. Whatever the filters: a client without matches may have a long history. */
const historySince = (clientIds: readonly number[]): Query<{ clientId: number; at: Date }> => sql`
  SELECT client.id AS "clientId", first.at
  FROM unnest(${clientIds}::integer[]) AS client (id) CROSS JOIN LATERAL (
    SELECT e.available_at AS at FROM engagement AS e
    WHERE e.client_id = client.id AND ${isOneOf('e.status', countedStatusCodes, 'smallint')}
    ORDER BY e.available_at LIMIT 1) AS first`;

const none = { activities: 0, readers: 0 };

const entityCountsOf = ({ clientId, entityId, sinceNotified, ...row }: CountRow): EntityCounts => {
  const [current = none, baseline = none] = row.activities.map((count, index) => ({
    activities: count,
    readers: row.readers[index] ?? 0,
  }));
  return { clientId, entityId, current, baseline, sinceNotified };
};

/** Staff see every client. Each is named, because indexes and partitions start with the client. */
const withClients = async (
  { kysely }: Pick<Database, 'kysely'>,
  selection: UndatedSelection,
): Promise<UndatedSelection> => {
  if (selection.clientIds !== 'all') return selection;
  const clients = await kysely.selectFrom('client').select('id').execute();
  return { ...selection, clientIds: clients.map(({ id }) => id) };
};

/** The facts of a plan, of the activities in a selection. */
export const readFacts = async (
  db: Pick<Database, 'kysely'>,
  selected: UndatedSelection,
  { windows: { current, baseline }, by, notified }: SlotPlan,
): Promise<AlertFacts> => {
  const rows = async <Row>(query: Query<Row>): Promise<Row[]> => (await query.execute(db.kysely)).rows;
  const selection = await withClients(db, selected);
  if (by === null) return { ...noFacts, activities: await rows(activities(selection, current)) };
  const windows = baseline ? [current, baseline] : [current];
  const found = (await rows(counts(selection, by, windows, notified))).map(entityCountsOf);
  if (!baseline) return { ...noFacts, counts: found };
  const clientIds = [...new Set(found.map(({ clientId }) => clientId))];
  const history = await rows(historySince(clientIds));
  return {
    ...noFacts,
    counts: found,
    historySince: new Map(history.map(({ clientId, at }) => [clientId, at])),
  };
};
