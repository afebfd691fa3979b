import type { SqlClient } from '../platform/db/sql-pool.ts';
import { countryOf } from './countries.ts';
import type { Country } from './countries.ts';
import { fieldsOf } from './fields.ts';
import type { ImportKind } from './fields.ts';
import type { ImportRow, Rejection } from './map-rows.ts';
import { stagingTable } from './staging.ts';

interface NamedDimension {
  readonly table: string;
  readonly field: string;
  readonly reference: string;
}

/** Tables of names that rows mention; case does not make a new name. */
const named: readonly NamedDimension[] = [
  { table: 'client', field: 'client', reference: 'client_ref' },
  { table: 'community', field: 'community', reference: 'community_ref' },
  { table: 'document_type', field: 'document_type', reference: 'document_type_ref' },
  { table: 'newsletter', field: 'newsletter', reference: 'newsletter_ref' },
];

const lists: readonly NamedDimension[] = [
  { table: 'content_topic', field: 'document_topics', reference: 'topic_refs' },
  { table: 'service_offering', field: 'document_offerings', reference: 'offering_refs' },
  { table: 'persona', field: 'reader_personas', reference: 'persona_refs' },
];

/** Clients and communities may be named by their ids. */
const byId: ReadonlySet<string> = new Set(['client', 'community']);

const matchesId = (table: string, text: string): string => (byId.has(table) ? `OR d.id::text = ${text}` : '');

/** Ids are drawn for new names only: there are no more than 32,767 of the short ones. */
const addNames = ({ table, field }: NamedDimension): string => `
  INSERT INTO ${table} (name)
  SELECT n.name FROM (
    SELECT DISTINCT ON (lower(${field})) ${field} AS name, line FROM ${stagingTable}
    WHERE ${field} IS NOT NULL ORDER BY lower(${field}), line) AS n
  WHERE NOT EXISTS (SELECT FROM ${table} d WHERE lower(d.name) = lower(n.name) ${matchesId(table, 'n.name')})
  ORDER BY n.line ON CONFLICT DO NOTHING`;

const refer = ({ table, field, reference }: NamedDimension): string => `
  UPDATE ${stagingTable} r SET ${reference} = n.id
  FROM (SELECT t.name, (SELECT d.id FROM ${table} d WHERE lower(d.name) = lower(t.name) ${matchesId(table, 't.name')}
          ORDER BY lower(d.name) = lower(t.name) DESC, d.id LIMIT 1) AS id
        FROM (SELECT DISTINCT ${field} AS name FROM ${stagingTable} WHERE ${field} IS NOT NULL) AS t) AS n
  WHERE n.name = r.${field}`;

const addListedNames = ({ table, field }: NamedDimension): string => `
  INSERT INTO ${table} (name)
  SELECT n.name FROM (
    SELECT DISTINCT ON (lower(entry)) entry AS name, line
    FROM ${stagingTable}, unnest(string_to_array(${field}, '|')) AS entry ORDER BY lower(entry), line) AS n
  WHERE NOT EXISTS (SELECT FROM ${table} d WHERE lower(d.name) = lower(n.name))
  ORDER BY n.line ON CONFLICT DO NOTHING`;

const referToListed = ({ table, field, reference }: NamedDimension): string => `
  UPDATE ${stagingTable} r SET ${reference} = n.ids
  FROM (SELECT t.list, array_agg(d.id ORDER BY e.place)::text AS ids
        FROM (SELECT DISTINCT ${field} AS list FROM ${stagingTable} WHERE ${field} IS NOT NULL) AS t,
          unnest(string_to_array(t.list, '|')) WITH ORDINALITY AS e (name, place)
          JOIN (SELECT lower(name) AS name, min(id) AS id FROM ${table} GROUP BY 1) AS d ON d.name = lower(e.name)
        GROUP BY t.list) AS n
  WHERE n.list = r.${field}`;

const addStages = `
  INSERT INTO buyers_journey_stage (stage)
  SELECT DISTINCT document_stage FROM ${stagingTable}
  WHERE document_stage IS NOT NULL AND document_stage NOT IN (SELECT stage FROM buyers_journey_stage) ORDER BY 1`;

const referToStages = `
  UPDATE ${stagingTable} r SET stage_ref = s.id
  FROM (SELECT stage, min(id) AS id FROM buyers_journey_stage GROUP BY stage) AS s WHERE s.stage = r.document_stage`;

const addCountries = async (client: SqlClient, countries: readonly Country[]): Promise<void> => {
  const parameters = [
    countries.map(({ iso }) => iso),
    countries.map(({ name }) => name),
    countries.map(({ region }) => region),
  ];
  const given = 'unnest($1::text[], $2::text[], $3::text[]) AS c (iso, name, region)';
  const run = (statement: string) => client.query(statement, parameters);
  await run(`INSERT INTO region (name) SELECT DISTINCT c.region FROM ${given}
    WHERE c.region NOT IN (SELECT name FROM region) ON CONFLICT DO NOTHING`);
  await run(
    `UPDATE country d SET iso = c.iso FROM ${given} WHERE d.iso IS NULL AND lower(d.name) = lower(c.name)`,
  );
  await run(`UPDATE country d SET region_id = region.id FROM ${given} JOIN region ON region.name = c.region
    WHERE d.iso = c.iso AND d.region_id IS NULL`);
  await run(`INSERT INTO country (iso, name, region_id) SELECT c.iso, c.name, region.id
    FROM ${given} JOIN region ON region.name = c.region
    WHERE c.iso NOT IN (SELECT iso FROM country WHERE iso IS NOT NULL) ON CONFLICT DO NOTHING`);
  await client.query(`UPDATE ${stagingTable} r SET country_ref = d.id, region_ref = d.region_id
    FROM country d WHERE d.iso = r.country`);
};

const mergeCountries = async (client: SqlClient, rows: readonly ImportRow[]): Promise<void> => {
  const place = fieldsOf('engagements').findIndex(({ name }) => name === 'country');
  const isos = new Set(rows.map(({ cells }) => cells[place]));
  await addCountries(
    client,
    [...isos].flatMap((iso) => (typeof iso === 'string' ? (countryOf(iso) ?? []) : [])),
  );
};

/**
 * Takes rows out that name a client or community by an id that does not exist: a number is not taken for a new name.
 */
export const refuseUnknownIds = async (
  client: SqlClient,
  used: ReadonlySet<string>,
): Promise<Rejection[]> => {
  const refused: Rejection[] = [];
  for (const table of [...byId].filter((name) => used.has(name))) {
    const { rows } = await client.query(`
      DELETE FROM ${stagingTable} r WHERE r.${table} ~ '^[0-9]+$'
        AND NOT EXISTS (SELECT FROM ${table} d WHERE lower(d.name) = lower(r.${table}) ${matchesId(table, `r.${table}`)})
      RETURNING line, ${table} AS value`);
    for (const { line, value } of rows as { line: number; value: string }[]) {
      refused.push({ line, column: table, value, reason: `There is no ${table} with this id.` });
    }
  }
  return refused;
};

/** Adds the names that the staged rows mention and the database lacks, and lets the rows refer to them. */
export const mergeSmallDimensions = async (
  client: SqlClient,
  kind: ImportKind,
  rows: readonly ImportRow[],
  used: ReadonlySet<string>,
): Promise<void> => {
  const statements = [
    ...named.filter(({ field }) => used.has(field)).flatMap((each) => [addNames(each), refer(each)]),
    ...lists
      .filter(({ field }) => used.has(field))
      .flatMap((each) => [addListedNames(each), referToListed(each)]),
    ...(used.has('document_stage') ? [addStages, referToStages] : []),
  ];
  for (const statement of statements) await client.query(statement);
  if (kind === 'engagements' && used.has('country')) await mergeCountries(client, rows);
  if (!used.has('client') || !used.has('community')) return;
  await client.query(`INSERT INTO client_community (client_id, community_id)
    SELECT DISTINCT client_ref, community_ref FROM ${stagingTable}
    WHERE client_ref IS NOT NULL AND community_ref IS NOT NULL ON CONFLICT DO NOTHING`);
};
