import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

/** Of the visits, at most one in this many may fail. */
const visitsPerFailure = 10;

/**
 * Which of the given versions of an area are proven: in the last 30 days, browsers showed their content, and at most a
 * tenth of the visits failed.
 */
export const provenVersions = async (
  { kysely }: Database,
  area: string,
  versions: readonly string[],
): Promise<string[]> => {
  const visits = sql<number>`count(*) FILTER (WHERE kind = 'mount')`;
  const failures = sql<number>`count(*) FILTER (WHERE kind = 'failure')`;
  const rows = await kysely
    .selectFrom('area_sample')
    .where('area', '=', area)
    .where('version', 'in', versions)
    .groupBy('version')
    .having(visits, '>', 0)
    .having(sql<boolean>`${failures} * ${sql.lit(visitsPerFailure)} <= ${visits}`)
    .select('version')
    .orderBy('version')
    .execute();
  return rows.map(({ version }) => version);
};
