import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

/** The most that may fail of the visits of a person, on average. */
const failingShare = 0.1;

/**
 * Which of the given versions of an area are proven: in the last 30 days, browsers showed their content, and at most a
 * tenth of a person's visits failed, on average. Every person counts the same however much they report, and the worst
 * one does not count if there are others: anyone who is signed in can send samples. The same holds for each of its widgets that
 * was shown, which does not prove the area itself.
 */
export const provenVersions = async (
  { kysely }: Database,
  area: string,
  versions: readonly string[],
): Promise<string[]> => {
  const people = kysely
    .selectFrom('area_sample')
    .where('area', '=', area)
    .where('version', 'in', versions)
    .where('kind', 'in', ['mount', 'failure'])
    .groupBy(['version', 'widget', 'person'])
    .select(['version', 'widget'])
    .select(sql<number>`count(*) FILTER (WHERE kind = 'mount')`.as('visits'))
    .select(sql<number>`count(*) FILTER (WHERE kind = 'failure')`.as('failures'));
  const shares = kysely
    .selectFrom(people.as('people'))
    .select(['version', 'widget', 'visits'])
    .select(sql<number>`failures::numeric / greatest(visits, failures)`.as('share'));
  const ranked = kysely
    .selectFrom(shares.as('shares'))
    .select(['version', 'widget', 'visits', 'share'])
    .select(
      sql<number>`row_number() OVER (PARTITION BY version, widget ORDER BY share DESC, visits)`.as('rank'),
    )
    .select(sql<number>`count(*) OVER (PARTITION BY version, widget)`.as('people'));
  const parts = kysely
    .selectFrom(ranked.as('ranked'))
    .where((eb) => eb.or([eb('rank', '>', 1), eb('people', '=', 1)]))
    .groupBy(['version', 'widget'])
    .select(['version', 'widget'])
    .select(sql<boolean>`sum(visits) > 0 AND avg(share) <= ${failingShare}`.as('works'));
  const rows = await kysely
    .selectFrom(parts.as('parts'))
    .groupBy('version')
    .having(sql<boolean>`bool_and(works)`)
    .having(sql<boolean>`bool_or(widget IS NULL)`)
    .select('version')
    .orderBy('version')
    .execute();
  return rows.map(({ version }) => version);
};
