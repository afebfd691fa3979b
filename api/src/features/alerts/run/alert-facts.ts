// Reads what the evaluation of slots needs. Alerts about the same clients share a scan of their activities.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AggField } from '@readerlens/contract';
import { countedStatusCodes } from '../../../activities/codes.ts';
import { matchesAny, undatedWhere } from '../../../activities/selection.ts';
import type { UndatedSelection } from '../../../activities/selection.ts';
import type { Database } from '../../../platform/db/index.ts';
import { groupBy } from '../../../platform/group-by.ts';
import {
  columnCount,
  countStatement,
  entityColumns,
  pinned,
  buildScan,
  findSpan,
  withinWindow,
} from './alert-scan.ts';
import type { WindowCounts, FactsRequest, PinnedRequest } from './alert-scan.ts';
import { noFacts, buildEntityKey } from '../rules/evaluation.ts';
import type { AlertActivity, AlertFacts, Entity, EntityCounts, SlotPlan } from '../rules/evaluation.ts';

type Query<Row> = RawBuilder<Row>;
type Db = Pick<Database, 'kysely'>;
type History = AlertFacts['historySince'];

const readRows = async <Row>({ kysely }: Db, query: Query<Row>): Promise<Row[]> =>
  (await query.execute(kysely)).rows;

interface NewRow extends Entity {
  readonly count: number;
}

/** New activities of the entities that were notified before, which are few. */
const sinceNotified = (request: PinnedRequest, by: AggField): Query<NewRow> => {
  const { notified, windows } = request.plan;
  const times = notified.map(({ from }) => from.getTime());
  // Mostly much later than the start of the window.
  const since = new Date(Math.max(windows.current.from.getTime(), Math.min(...times)));
  const window = { from: since, to: windows.current.to };
  return sql`
    SELECT e.client_id AS "clientId", notified.entity_id AS "entityId", count(*)::integer AS count
    FROM unnest(${notified.map(({ clientId }) => clientId)}::integer[],
      ${notified.map(({ entityId }) => entityId)}::integer[],
      ${notified.map(({ from }) => from.toISOString())}::timestamptz[]) AS notified (client_id, entity_id, at)
    JOIN engagement AS e
      ON e.client_id = notified.client_id AND ${sql.ref(`e.${entityColumns[by]}`)} = notified.entity_id
    WHERE e.available_at >= notified.at AND ${undatedWhere(request.selection, [withinWindow(window)])}
    GROUP BY 1, 2`;
};

type ActivityRow = AlertActivity & { readonly matches: string };

const activityRows = (requests: readonly PinnedRequest[]): Query<ActivityRow> => {
  const scan = buildScan(requests, ['client_id', 'id', 'available_at', 'reader_id', 'organisation_id']);
  const digits = requests.map((request) => {
    const isOwn = sql`${scan.matches(request)} AND ${withinWindow(request.plan.windows.current)}`;
    return sql`(${isOwn})::integer`;
  });
  return sql`
    SELECT e.client_id AS "clientId", e.id, e.available_at AS "availableAt", e.reader_id AS "readerId",
      e.organisation_id AS "organisationId", concat(${sql.join(digits)}) AS matches
    FROM ${scan.rows} AS e
    ORDER BY e.available_at, e.client_id, e.id`;
};

/**
 * When the data of the clients of comparing alerts starts. One step in an index for each client. Whatever the filters: a
 * client without matches may have a long history.
 */
const readHistory = async (db: Db, requests: readonly PinnedRequest[]): Promise<History> => {
  const compared = requests.filter(({ plan }) => plan.windows.baseline);
  const clientIds = [...new Set(compared.flatMap((request) => request.clientIds))];
  if (clientIds.length === 0) return new Map();
  const rows = await readRows(
    db,
    sql<{ clientId: number; at: Date }>`
      SELECT client.id AS "clientId", first.at
      FROM unnest(${clientIds}::integer[]) AS client (id) CROSS JOIN LATERAL (
        SELECT e.available_at AS at FROM engagement AS e
        WHERE e.client_id = client.id AND ${matchesAny('e.status', countedStatusCodes, 'smallint')}
        ORDER BY e.available_at LIMIT 1) AS first`,
  );
  return new Map(rows.map(({ clientId, at }) => [clientId, at]));
};

/** With the new activities of entities that were notified before. */
const withRecent = async (
  db: Db,
  request: PinnedRequest,
  counts: readonly WindowCounts[],
): Promise<EntityCounts[]> => {
  const { notified, by } = request.plan;
  const recent = by && notified.length > 0 ? await readRows(db, sinceNotified(request, by)) : [];
  const since = new Map(recent.map((row) => [buildEntityKey(row), row.count]));
  return counts.map((each) => ({
    ...each,
    sinceNotified: since.size > 0 ? (since.get(buildEntityKey(each)) ?? 0) : 0,
  }));
};

/** Limits a history to the clients of these entities. */
const filterHistory = (counts: readonly EntityCounts[], history: History): History => {
  const own = new Set(counts.map(({ clientId }) => clientId));
  return new Map([...history].filter(([id]) => own.has(id)));
};

/** Reads the facts of alerts that count, about the same clients. */
const readCounts = async (
  db: Db,
  requests: readonly PinnedRequest[],
  history: History,
): Promise<AlertFacts[]> => {
  const statement = countStatement(requests);
  const rows = await readRows(db, statement.query);
  const facts: AlertFacts[] = [];
  for (const request of requests) {
    const counts = await withRecent(db, request, statement.collectCounts(request, rows));
    const isCompared = request.plan.windows.baseline !== null;
    facts.push({ ...noFacts, counts, ...(isCompared && { historySince: filterHistory(counts, history) }) });
  }
  return facts;
};

const readActivities = async (db: Db, requests: readonly PinnedRequest[]): Promise<AlertFacts[]> => {
  const rows = await readRows(db, activityRows(requests));
  return requests.map((_, index) => ({
    ...noFacts,
    activities: rows
      .filter(({ matches }) => matches[index] === '1')
      .map(({ matches: _matches, ...activity }) => activity),
  }));
};

/** Counts, or alerts that list activities, in one statement: more would make it slower than another scan. */
const maxShared = 24;

const findStart = (request: FactsRequest): number => findSpan([request]).from.getTime();
const measureSize = (requests: readonly PinnedRequest[]): number =>
  requests[0]?.plan.by ? columnCount(requests) : requests.length;

/** Requests that share a scan: of the same clients, of the same kind, and of similar windows. */
const groupRequests = (requests: readonly PinnedRequest[]): PinnedRequest[][] => {
  const byKey = groupBy(requests, ({ plan, clientIds }) => `${plan.by !== null} ${clientIds.join()}`);
  return [...byKey.values()].flatMap((group) => {
    const groups: PinnedRequest[][] = [];
    const sorted = group.toSorted(
      (a, b) => findStart(a) - findStart(b) || (a.selectionKey < b.selectionKey ? -1 : 1),
    );
    for (const request of sorted) {
      const last = groups.at(-1);
      if (last && measureSize([...last, request]) <= maxShared) last.push(request);
      else groups.push([request]);
    }
    return groups;
  });
};

/** Reads the facts of each request, in order. */
export const readAllFacts = async (db: Db, requests: readonly FactsRequest[]): Promise<AlertFacts[]> => {
  const all = await pinned(db, requests);
  const found = new Map<PinnedRequest, AlertFacts>();
  const history = await readHistory(db, all);
  // One at a time: each occupies a core of the database, which dashboards need as well.
  for (const group of groupRequests(all)) {
    const facts = await (group[0]?.plan.by ? readCounts(db, group, history) : readActivities(db, group));
    for (const [index, request] of group.entries()) found.set(request, facts[index] ?? noFacts);
  }
  return all.map((request) => found.get(request) ?? noFacts);
};

/** Reads the facts of a plan, of the activities in a selection. */
export const readFacts = async (db: Db, selection: UndatedSelection, plan: SlotPlan): Promise<AlertFacts> => {
  const [facts = noFacts] = await readAllFacts(db, [{ selection, plan }]);
  return facts;
};

/** What is read at once of slots that list activities: no more than a month, however long ago the first slot was. */
const maxSpanMs = 32 * 86_400_000;

const isReadTogether = (slots: readonly PinnedRequest[]): boolean => {
  if (slots[0]?.plan.by) return columnCount(slots) <= maxShared;
  const { from, to } = findSpan(slots);
  return to.getTime() - from.getTime() <= maxSpanMs;
};

/** Parts of slots in order, each to be read at once. */
const splitSlots = (slots: readonly PinnedRequest[]): PinnedRequest[][] => {
  const parts: PinnedRequest[][] = [];
  for (const slot of slots) {
    const last = parts.at(-1);
    if (last && isReadTogether([...last, slot])) last.push(slot);
    else parts.push([slot]);
  }
  return parts;
};

interface RecentRow extends NewRow {
  /** The number of the interval between two of the instants, from 1. */
  readonly interval: number;
}

/** Activities of entities between each two of these instants, which are in order. */
const betweenInstants = (
  { selection }: PinnedRequest,
  by: AggField,
  entities: readonly Entity[],
  instants: readonly Date[],
): Query<RecentRow> => {
  const window = { from: instants[0]!, to: instants.at(-1)! };
  return sql`
    SELECT e.client_id AS "clientId", entity.entity_id AS "entityId", count(*)::integer AS count,
      width_bucket(e.available_at, ${instants.map((at) => at.toISOString())}::timestamptz[]) AS interval
    FROM unnest(${entities.map(({ clientId }) => clientId)}::integer[],
      ${entities.map(({ entityId }) => entityId)}::integer[]) AS entity (client_id, entity_id)
    JOIN engagement AS e
      ON e.client_id = entity.client_id AND ${sql.ref(`e.${entityColumns[by]}`)} = entity.entity_id
    WHERE ${undatedWhere(selection, [withinWindow(window)])}
    GROUP BY e.client_id, entity.entity_id, 4`;
};

/** Counts the activities since the notifications of a plan. */
type RecentCounter = (plan: SlotPlan) => ReadonlyMap<string, number>;

/** Counts for every slot of a part at once, from the earliest notification on that its first slot knows. */
const readRecent = async (
  db: Db,
  part: readonly PinnedRequest[],
  entities: readonly Entity[],
  { by, notified }: SlotPlan,
): Promise<RecentCounter> => {
  const starts = notified.map(({ from }) => from.getTime());
  const first = Math.min(...starts);
  // A slot of the part may notify as well, from its own cut-off on.
  const ends = part.map(({ plan }) => plan.windows.current.to.getTime()).filter((end) => end > first);
  const instants = [...new Set([...starts, ...ends])].toSorted((a, b) => a - b).map((at) => new Date(at));
  const rows = by ? await readRows(db, betweenInstants(part[0]!, by, entities, instants)) : [];
  const byEntity = groupBy(rows, buildEntityKey);
  return (plan) => {
    const end = plan.windows.current.to;
    const sums = plan.notified.map(({ from, ...entity }) => {
      const key = buildEntityKey(entity);
      const own = (byEntity.get(key) ?? []).filter(({ interval }) => {
        const start = instants[interval - 1]!;
        return start >= from && start < end;
      });
      return [key, own.reduce((sum, { count }) => sum + count, 0)] as const;
    });
    return new Map(sums);
  };
};

/** The facts of a slot. The plan has the same windows as before, and what the slots before notified. */
type SlotFacts = (plan: SlotPlan) => Promise<AlertFacts>;

const readCountsInTurn = async (
  db: Db,
  part: readonly PinnedRequest[],
  history: History,
): Promise<SlotFacts[]> => {
  const statement = countStatement(part);
  const rows = await readRows(db, statement.query);
  let recent: RecentCounter | undefined;
  return part.map((request) => async (plan) => {
    if (plan.notified.length > 0) recent ??= await readRecent(db, part, rows, plan);
    const since = recent?.(plan);
    const counts = statement
      .collectCounts(request, rows)
      .map((each) => ({ ...each, sinceNotified: since?.get(buildEntityKey(each)) ?? 0 }));
    const isCompared = plan.windows.baseline !== null;
    return { ...noFacts, counts, ...(isCompared && { historySince: filterHistory(counts, history) }) };
  });
};

/** Each window starts where the one before ends, and the activities are in order as well. */
const readActivitiesInTurn = async (db: Db, part: readonly PinnedRequest[]): Promise<SlotFacts[]> => {
  const [first] = part;
  if (!first) return [];
  const plan = { ...first.plan, windows: { current: findSpan(part), baseline: null } };
  const [{ activities } = noFacts] = await readActivities(db, [{ ...first, plan }]);
  let start = 0;
  return part.map(({ plan: { windows } }) => {
    const length = activities.slice(start).findIndex(({ availableAt }) => availableAt >= windows.current.to);
    const own = length < 0 ? activities.slice(start) : activities.slice(start, start + length);
    start += own.length;
    return async () => ({ ...noFacts, activities: own });
  });
};

/**
 * Reads the facts of slots of one alert, which are in order, with few statements. What a slot notified, the next ones need to
 * know: so the plans here are those of an alert that notified nothing, and each slot gets its facts for its plan.
 */
export async function* readFactsInTurn(
  db: Db,
  selection: UndatedSelection,
  plans: readonly SlotPlan[],
): AsyncGenerator<SlotFacts> {
  const all = await pinned(
    db,
    plans.map((plan) => ({ selection, plan })),
  );
  const history = await readHistory(db, all);
  for (const part of splitSlots(all))
    yield* await (part[0]?.plan.by ? readCountsInTurn(db, part, history) : readActivitiesInTurn(db, part));
}
