// The lists of runs. A run keeps how much of what it sent is of which client; a viewer sees the part of their clients.
import { sql } from 'kysely';
import type { SelectQueryBuilder, SqlBool } from 'kysely';
import { createClientLookup } from '../activities/lookups/client-lookup.ts';
import type { Viewer } from '../people/session.ts';
import type { Database } from '../platform/db/index.ts';

/** How many of these are of which client, by client. */
export const countByClient = (
  sent: readonly { readonly clientId: number }[],
): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const { clientId } of sent) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => a - b));
};

type Scoped = Pick<Viewer, 'scope'>;

/** What a viewer sees of runs, by the names of the columns that have their clients, the counts of these, and the total. */
export const createShownCounts = (...names: readonly [clients: string, counts: string, total: string]) => {
  const [clients, counts, total] = names.map((name) => sql.ref(name));
  const visible = ({ scope: { clientIds } }: Scoped) => sql`
    FROM unnest(${clients}, ${counts}) AS counted (c, n)
    WHERE ${clientIds === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`c = ANY(${clientIds}::integer[])`}`;
  const shownTotal = (viewer: Scoped) =>
    sql<number>`(SELECT coalesce(sum(n), 0)::integer ${visible(viewer)})`;
  return {
    total: shownTotal,
    clients: (viewer: Scoped) => sql<number[]>`ARRAY(SELECT c ${visible(viewer)} ORDER BY c)`,
    /** Nothing of a run whose clients were all withdrawn since is shown. */
    isVisible: (viewer: Scoped) => sql<SqlBool>`(${total} = 0 OR ${shownTotal(viewer)} > 0)`,
  };
};

interface ShownRun {
  readonly shown_clients: readonly number[];
}

/** Returns a function for the names of the clients of a run, as the viewer sees them. */
export const readClientNames = async (db: Database, runs: readonly ShownRun[], viewer: Viewer) => {
  const ids = [...new Set(runs.flatMap(({ shown_clients }) => shown_clients))];
  const clients = await createClientLookup(db).byIds(ids, viewer);
  return ({ shown_clients }: ShownRun): string[] =>
    clients.filter(({ id }) => shown_clients.includes(id)).map(({ name }) => name);
};

interface Page {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** A page of the rows of a query, and the number of all rows of another one. */
export const readPage = async <
  Db,
  Table extends keyof Db,
  Row,
  CountedDb,
  Counted extends keyof CountedDb,
  Other,
>(
  rows: SelectQueryBuilder<Db, Table, Row>,
  counted: SelectQueryBuilder<CountedDb, Counted, Other>,
  { page = 1, pageSize = 50 }: Page,
) => {
  const [found, { total }] = await Promise.all([
    rows
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    counted
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: found, paged: { total, page, pageSize } };
};
