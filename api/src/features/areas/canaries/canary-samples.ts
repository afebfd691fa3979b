import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Canary } from '@readerlens/contract';
import type { Database } from '../../../platform/db/index.ts';

type Side = Canary['sides']['canary'];

/** What the two sides of a canary are counted by. */
export interface ComparedVersions {
  readonly area: string;
  readonly version: string;
  readonly stable: string;
  readonly started_at: Date;
}

const thirdQuartile = (which: RawBuilder<boolean>): RawBuilder<number | null> =>
  sql`percentile_cont(0.75) WITHIN GROUP (ORDER BY value) FILTER (WHERE ${which})`;

const selectSamples = ({ kysely }: Database, { area, version, stable, started_at }: ComparedVersions) =>
  kysely
    .selectFrom('area_sample')
    .where('area', '=', area)
    .where('version', 'in', [version, stable])
    .where('at', '>=', started_at)
    .where('person', 'is not', null);

/**
 * The people who got each version since the canary began, and those of them for whom it failed. Each counts once, however much
 * they report, because anyone who is signed in can send samples.
 */
export const countPeople = async (
  db: Database,
  compared: ComparedVersions,
): Promise<Record<'canary' | 'stable', Pick<Side, 'people' | 'failed'>>> => {
  const people = selectSamples(db, compared)
    .where('kind', 'in', ['mount', 'failure'])
    .groupBy(['version', 'person'])
    .select('version')
    .select(sql<boolean>`bool_or(kind = 'failure')`.as('has_failed'));
  const rows = await db.kysely
    .selectFrom(people.as('people'))
    .groupBy('version')
    .select('version')
    .select(sql<number>`count(*)`.as('people'))
    .select(sql<number>`count(*) FILTER (WHERE has_failed)`.as('failed'))
    .execute();
  const find = (version: string) => {
    const { people: all = 0, failed = 0 } = rows.find((row) => row.version === version) ?? {};
    return { people: all, failed };
  };
  return { canary: find(compared.version), stable: find(compared.stable) };
};

/** How both versions perform since the canary began: in the same hours, because networks are slower at some. */
export const readSides = async (db: Database, compared: ComparedVersions): Promise<Canary['sides']> => {
  const [counted, rows] = await Promise.all([
    countPeople(db, compared),
    selectSamples(db, compared)
      .where('widget', 'is', null)
      .groupBy('version')
      .select('version')
      .select(thirdQuartile(sql`kind = 'mount'`).as('mountMs'))
      .select(thirdQuartile(sql`kind = 'vital' AND vital = 'LCP'`).as('lcpMs'))
      .select(thirdQuartile(sql`kind = 'vital' AND vital = 'INP'`).as('inpMs'))
      .execute(),
  ]);
  const build = (version: string, side: Pick<Side, 'people' | 'failed'>): Side => {
    const { mountMs = null, lcpMs = null, inpMs = null } = rows.find((row) => row.version === version) ?? {};
    return { ...side, mountMs, lcpMs, inpMs };
  };
  return {
    canary: build(compared.version, counted.canary),
    stable: build(compared.stable, counted.stable),
  };
};

/**
 * The people who entered the area since an instant: those who report the canary, and those who report the deployed version only.
 * Somebody who had the deployed version before the canary reached them counts for the canary.
 */
export const countEntries = async (
  { kysely }: Database,
  { area, version, stable }: ComparedVersions,
  since: RawBuilder<Date>,
): Promise<{ reporting: number; others: number }> => {
  const people = kysely
    .selectFrom('area_sample')
    .where('area', '=', area)
    .where('version', 'in', [version, stable])
    .where('at', '>=', since)
    .where('person', 'is not', null)
    .where('kind', 'in', ['mount', 'failure'])
    .groupBy('person')
    .select(sql<boolean>`bool_or(version = ${version})`.as('has_canary'));
  return kysely
    .selectFrom(people.as('people'))
    .select(sql<number>`count(*) FILTER (WHERE has_canary)`.as('reporting'))
    .select(sql<number>`count(*) FILTER (WHERE NOT has_canary)`.as('others'))
    .executeTakeFirstOrThrow();
};
