import type { CallData, Calls } from '@readerlens/contract';
import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

type AreaHealth = CallData<Calls['GET /api/areas/health']>[number];
type Quantiles = AreaHealth['loadMs'];

/** More versions than a month of deployments; forged reports must not make the response unlimited. */
const versionLimit = 200;

/** p50, p75 and p95 of the values of some samples; null if there are none. */
const quantiles = (which: Expression<SqlBool>): RawBuilder<number[] | null> =>
  sql`percentile_cont(ARRAY[0.5, 0.75, 0.95]) WITHIN GROUP (ORDER BY value) FILTER (WHERE ${which})`;

const count = (which: Expression<SqlBool>): RawBuilder<number> => sql`count(*) FILTER (WHERE ${which})`;

const kindIs = (kind: string) => sql<SqlBool>`kind = ${kind}`;
const vitalIs = (vital: string) => sql<SqlBool>`kind = 'vital' AND vital = ${vital}`;
const failureIs = (failure: string) => sql<SqlBool>`kind = 'failure' AND failure = ${failure}`;

/** What was left per visit. Most visits leave nothing and send no sample; a version that never shows content has no visits. */
const leftPerVisit = (resource: string): RawBuilder<number> =>
  sql`coalesce(sum(value) FILTER (WHERE kind = 'leftover' AND resource = ${resource})
    / greatest(${count(kindIs('mount'))}, 1), 0)`;

const readRows = ({ kysely }: Database, days: number) =>
  kysely
    .selectFrom('area_sample')
    .where('at', '>=', sql<Date>`now() - make_interval(days => ${days})`)
    .groupBy(['area', 'version', 'widget'])
    .select(['area', 'version', 'widget'])
    .select(({ fn }) => [
      fn.min('at').as('first_seen'),
      fn.max('at').as('last_seen'),
      count(kindIs('load')).as('loads'),
      quantiles(kindIs('load')).as('load_ms'),
      quantiles(kindIs('mount')).as('mount_ms'),
      count(failureIs('timeout')).as('timeouts'),
      count(failureIs('missing')).as('missing'),
      count(failureIs('error')).as('errors'),
      count(kindIs('fallback')).as('fallbacks'),
      quantiles(vitalIs('LCP')).as('lcp'),
      quantiles(vitalIs('INP')).as('inp'),
      quantiles(vitalIs('CLS')).as('cls'),
      leftPerVisit('nodes').as('nodes'),
      leftPerVisit('listeners').as('listeners'),
      leftPerVisit('timers').as('timers'),
      leftPerVisit('patched').as('patched'),
      leftPerVisit('late').as('late'),
    ])
    .orderBy('first_seen', 'desc')
    .orderBy('area')
    .orderBy('version')
    .orderBy('widget', (order) => order.asc().nullsFirst())
    .limit(versionLimit)
    .execute();

type Row = Awaited<ReturnType<typeof readRows>>[number];

const named = (values: number[] | null): Quantiles => {
  const [p50, p75, p95] = values ?? [];
  return p50 === undefined || p75 === undefined || p95 === undefined ? null : { p50, p75, p95 };
};

const buildHealth = (row: Row): AreaHealth => ({
  area: row.area,
  version: row.version,
  ...(row.widget === null ? {} : { widget: row.widget }),
  firstSeen: row.first_seen.toISOString(),
  lastSeen: row.last_seen.toISOString(),
  loads: row.loads,
  loadMs: named(row.load_ms),
  mountMs: named(row.mount_ms),
  failures: { timeout: row.timeouts, missing: row.missing, error: row.errors },
  fallbacks: row.fallbacks,
  vitals: { LCP: named(row.lcp), INP: named(row.inp), CLS: named(row.cls) },
  leftovers: {
    nodes: row.nodes,
    listeners: row.listeners,
    timers: row.timers,
    patched: row.patched,
    late: row.late,
  },
});

/** The health of each version of each area and of its widgets in the last days, newest version first. */
export const areaHealth = async (db: Database, days: number): Promise<AreaHealth[]> =>
  (await readRows(db, days)).map(buildHealth);
