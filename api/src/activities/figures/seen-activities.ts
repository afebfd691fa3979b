// What the caller may see of readers and organizations with some clients, at any date.
import type { OrgProperty } from '@readerlens/contract/most-active';
import { sql } from 'kysely';
import type { Condition } from '../filter-sql.ts';
import { undatedWhere } from '../selection.ts';
import { readRows } from './figure.ts';
import type { Selected } from './figure.ts';

/** What the caller may see of the reader or organization with the clients of the selection; its other filters do not apply. */
export const seenWhere = ({
  selection,
  session: { scope },
}: Pick<Selected, 'selection' | 'session'>): Condition =>
  undatedWhere({
    ...selection,
    communityIds: scope.communityIds,
    activityTypes: scope.activityTypes,
    filters: [],
  });

type Countries = readonly (string | null)[];
type Source = Pick<Selected, 'kysely' | 'selection' | 'session'>;

/** The countries of the activities of each organization, most activities first. */
export const readCountries = async (
  { kysely, selection, session }: Source,
  organisationIds: readonly number[],
): Promise<ReadonlyMap<number, Countries>> => {
  const where = seenWhere({ selection: { ...selection, organisationIds }, session });
  const query = sql<{ id: number; countries: Countries }>`
    SELECT counted.id, array_agg(c.name ORDER BY counted.n DESC, c.id) AS countries
    FROM (SELECT e.organisation_id AS id, e.country_id, count(*) AS n FROM engagement AS e
      WHERE ${where} GROUP BY 1, 2) AS counted
    JOIN country AS c ON c.id = counted.country_id GROUP BY counted.id`;
  return new Map((await readRows(kysely, query)).map(({ id, countries }) => [id, countries]));
};

/** The organizations with their countries, if these are among the properties. */
export const addCountries = async <Row extends { readonly id: number }>(
  source: Source,
  rows: readonly Row[],
  properties: readonly OrgProperty[] = [],
): Promise<readonly (Row & { readonly countries?: Countries })[]> => {
  if (!properties.includes('countries')) return rows;
  const ids = rows.map(({ id }) => id);
  const countries = await readCountries(source, ids);
  return rows.map((row) => ({ ...row, countries: countries.get(row.id) ?? [] }));
};
