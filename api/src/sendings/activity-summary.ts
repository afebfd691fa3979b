import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { ActivityViewer } from '../activities/activity-view.ts';
import type { Condition } from '../activities/filter-sql.ts';
import { documentNameSql, organisationNameSql } from '../activities/subject-names.ts';
import { clientPseudonym, organisationPseudonym } from '../people/blinding/pseudonyms.ts';
import type { Schema } from '../platform/db/index.ts';

interface Counted {
  readonly name: string;
  readonly activities: number;
}

/** What a mail says about many activities before it lists them. */
export interface ActivitySummary {
  /** The names of their clients. */
  readonly clients: readonly string[];
  readonly readers: number;
  readonly organizations: number;
  /** Those with most activities. */
  readonly topOrganizations: readonly Counted[];
  readonly topDocuments: readonly Counted[];
}

const shownCount = 5;

const readTop = async <Row extends { readonly activities: number }>(
  kysely: Kysely<Schema>,
  where: Condition,
  { id, name, join }: Readonly<Record<'id' | 'join' | 'name', RawBuilder<unknown>>>,
): Promise<Row[]> => {
  const query = sql<Row>`
    SELECT counted.id, ${name} AS name, counted.activities
    FROM (SELECT ${id} AS id, count(*) AS activities FROM engagement AS e WHERE ${where} AND ${id} IS NOT NULL
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${shownCount}::integer) AS counted ${join}
    ORDER BY counted.activities DESC, counted.id`;
  return (await query.execute(kysely)).rows;
};

/** Counts the activities of a WHERE condition on `engagement AS e`. Everyone sees these names, in Blinded Mode as stand-ins. */
export const readActivitySummary = async (
  kysely: Kysely<Schema>,
  where: Condition,
  { blinded }: Pick<ActivityViewer, 'blinded'>,
): Promise<ActivitySummary> => {
  const clients = sql<{ id: number; name: string }>`
    SELECT c.id, c.name FROM client AS c WHERE EXISTS (SELECT FROM engagement AS e WHERE e.client_id = c.id AND ${where})
    ORDER BY fold_text(c.name), c.id`;
  const { rows: named } = await clients.execute(kysely);
  const counts = sql<{ readers: number; organizations: number }>`
    SELECT count(DISTINCT e.reader_id) AS readers, count(DISTINCT e.organisation_id) AS organizations
    FROM engagement AS e WHERE ${where}`;
  const [total] = (await counts.execute(kysely)).rows;
  const organizations = await readTop<Counted & { readonly id: number }>(kysely, where, {
    id: sql`e.organisation_id`,
    name: organisationNameSql('o', sql`counted.id`),
    join: sql`LEFT JOIN organisation AS o ON o.id = counted.id`,
  });
  const topDocuments = await readTop<Counted>(kysely, where, {
    id: sql`e.document_id`,
    name: documentNameSql('d', { id: sql`counted.id`, blinded }),
    join: sql`LEFT JOIN document AS d ON d.id = counted.id`,
  });
  return {
    clients: named.map(({ id, name }) => (blinded ? clientPseudonym(id) : name)),
    readers: total?.readers ?? 0,
    organizations: total?.organizations ?? 0,
    topOrganizations: organizations.map(({ id, name, activities }) => ({
      name: blinded ? organisationPseudonym(id) : name,
      activities,
    })),
    topDocuments: topDocuments.map(({ name, activities }) => ({ name, activities })),
  };
};

const formatCount = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;

const formatTop = (label: string, counted: readonly Counted[]): string[] =>
  counted.length === 0
    ? []
    : [
        `${label}: ${counted.map(({ name, activities }) => `${name} (${activities.toLocaleString('en-US')})`).join(', ')}.`,
      ];

/** The sentences of a summary: who the readers are, and what has most activities. */
export const summarySentences = (summary: ActivitySummary): string[] => {
  const readers = formatCount(summary.readers, 'reader', 'readers');
  const organizations = formatCount(summary.organizations, 'organization', 'organizations');
  return [
    summary.organizations === 0
      ? `They are from ${readers}.`
      : `They are from ${readers} of ${organizations}.`,
    ...formatTop('Most active organizations', summary.topOrganizations),
    ...formatTop('Most read', summary.topDocuments),
  ];
};
