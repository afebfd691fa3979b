import { contentTypeCode } from '../../activities/codes.ts';
import type { FindClients } from '../../activities/erasure/withhold-erased.ts';
import type { SqlClient } from '../../platform/db/sql-pool.ts';
import { findCountry } from './countries.ts';
import type { Country } from './countries.ts';
import { listFields } from './fields.ts';
import type { ImportKind } from './fields.ts';
import type { ImportRow, Problem } from './map-rows.ts';
import { stagingTable } from './staging.ts';

interface NamedDimension {
  readonly table: string;
  readonly field: string;
  readonly reference: string;
}

/** Tables of names. Those that look the same are the same. */
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

/** Rows may give the id of a client or community instead of its name. */
const tablesById: ReadonlySet<string> = new Set(['client', 'community']);

const matchesId = (table: string, text: string): string =>
  tablesById.has(table) ? `OR d.id::text = ${text}` : '';

/** Inserts only new names: a conflict would use up an id, and smallint has 32,767. */
const addNames = ({ table, field }: NamedDimension): string => `
  INSERT INTO ${table} (name)
  SELECT n.name FROM (
    SELECT DISTINCT ON (match_text(${field})) ${field} AS name, line FROM ${stagingTable}
    WHERE ${field} IS NOT NULL ORDER BY match_text(${field}), line) AS n
  WHERE NOT EXISTS (SELECT FROM ${table} d WHERE match_text(d.name) = match_text(n.name) ${matchesId(table, 'n.name')})
  ORDER BY n.line ON CONFLICT DO NOTHING`;

/** The id of each name that a query has. */
const findIds = (table: string, names: string): string => `
  SELECT t.name, (SELECT d.id FROM ${table} d WHERE match_text(d.name) = match_text(t.name) ${matchesId(table, 't.name')}
    ORDER BY d.name = t.name DESC, match_text(d.name) = match_text(t.name) DESC, d.id LIMIT 1) AS id
  FROM (${names}) AS t`;

/** The id of each name of the batch. */
const lookup = ({ table, field }: NamedDimension): string =>
  findIds(table, `SELECT DISTINCT ${field} AS name FROM ${stagingTable} WHERE ${field} IS NOT NULL`);

/** Finds clients by what rows call them, before the rows are staged; a new name is missing. */
export const findClients =
  (client: SqlClient): FindClients =>
  async (names) => {
    const { rows } = await client.query(findIds('client', 'SELECT unnest($1::text[]) AS name'), [names]);
    return new Map(
      (rows as { name: string; id: number | null }[]).flatMap(({ name, id }) =>
        id === null ? [] : [[name, id]],
      ),
    );
  };

const addListedNames = ({ table, field }: NamedDimension): string => `
  INSERT INTO ${table} (name)
  SELECT n.name FROM (
    SELECT DISTINCT ON (match_text(entry)) entry AS name, line
    FROM ${stagingTable}, unnest(string_to_array(${field}, '|')) AS entry ORDER BY match_text(entry), line) AS n
  WHERE NOT EXISTS (SELECT FROM ${table} d WHERE match_text(d.name) = match_text(n.name))
  ORDER BY n.line ON CONFLICT DO NOTHING`;

const listLookup = ({ table, field }: NamedDimension): string => `
  SELECT t.name, array_agg(coalesce(x.id, d.id) ORDER BY e.place)::text AS id
  FROM (SELECT DISTINCT ${field} AS name FROM ${stagingTable} WHERE ${field} IS NOT NULL) AS t,
    unnest(string_to_array(t.name, '|')) WITH ORDINALITY AS e (entry, place)
    JOIN (SELECT match_text(name) AS key, min(id) AS id FROM ${table} GROUP BY 1) AS d ON d.key = match_text(e.entry)
    LEFT JOIN ${table} AS x ON x.name = e.entry
  GROUP BY t.name`;

const addStages = `
  INSERT INTO buyers_journey_stage (stage)
  SELECT DISTINCT document_stage FROM ${stagingTable}
  WHERE document_stage IS NOT NULL AND document_stage NOT IN (SELECT stage FROM buyers_journey_stage) ORDER BY 1`;

const stageLookup = 'SELECT stage AS name, min(id) AS id FROM buyers_journey_stage GROUP BY stage';
const countryLookup = 'SELECT iso AS name, id FROM country';
const regionLookup = 'SELECT iso AS name, region_id AS id FROM country';

interface Reference {
  readonly field: string;
  readonly reference: string;
  readonly lookup: string;
}

const references: readonly Reference[] = [
  ...named.map((each) => ({ ...each, lookup: lookup(each) })),
  ...lists.map((each) => ({ ...each, lookup: listLookup(each) })),
  { field: 'document_stage', reference: 'stage_ref', lookup: stageLookup },
  { field: 'country', reference: 'country_ref', lookup: countryLookup },
  { field: 'country', reference: 'region_ref', lookup: regionLookup },
];

/** Editorial documents belong to no client. */
const documentClient = `document_client_ref =
  CASE WHEN r.document_content_type = ${contentTypeCode.Editorial} THEN NULL ELSE m.client_ref END`;

/** Sets the references of all rows in one pass. */
const setReferences = (used: ReadonlySet<string>): string | undefined => {
  const usedReferences = references.filter(({ field }) => used.has(field));
  if (usedReferences.length === 0) return undefined;
  const set = usedReferences.map(({ reference }) => `${reference} = m.${reference}`);
  const columns = usedReferences.map(({ reference }) => `l_${reference}.id AS ${reference}`);
  const joins = usedReferences.map(
    ({ field, reference, lookup: source }) =>
      `LEFT JOIN (${source}) AS l_${reference} ON l_${reference}.name = q.${field}`,
  );
  return `
    UPDATE ${stagingTable} r SET ${[...set, ...(used.has('client') ? [documentClient] : [])].join(', ')}
    FROM (SELECT q.line, ${columns.join(', ')} FROM ${stagingTable} q ${joins.join('\n')}) AS m WHERE m.line = r.line`;
};

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
    `UPDATE country d SET iso = c.iso FROM ${given} WHERE d.iso IS NULL AND match_text(d.name) = match_text(c.name)`,
  );
  await run(`UPDATE country d SET region_id = region.id FROM ${given} JOIN region ON region.name = c.region
    WHERE d.iso = c.iso AND d.region_id IS NULL`);
  await run(`INSERT INTO country (iso, name, region_id) SELECT c.iso, c.name, region.id
    FROM ${given} JOIN region ON region.name = c.region
    WHERE c.iso NOT IN (SELECT iso FROM country WHERE iso IS NOT NULL) ON CONFLICT DO NOTHING`);
};

const mergeCountries = async (
  client: SqlClient,
  kind: ImportKind,
  rows: readonly ImportRow[],
): Promise<void> => {
  const place = listFields(kind).findIndex(({ name }) => name === 'country');
  const isos = new Set(rows.map(({ cells }) => cells[place]));
  await addCountries(
    client,
    [...isos].flatMap((iso) => (typeof iso === 'string' ? (findCountry(iso) ?? []) : [])),
  );
};

interface Unclear {
  /** On the staged row `r`. */
  readonly where: string;
  readonly reason: string;
}

/** A number is never a new name, and of several records that look the same none is chosen: each has people who see it. */
const unclearNames = (table: string): readonly Unclear[] => [
  {
    where: `r.${table} ~ '^[0-9]+$'
      AND NOT EXISTS (SELECT FROM ${table} d WHERE match_text(d.name) = match_text(r.${table}) ${matchesId(table, `r.${table}`)})`,
    reason: `There is no ${table} with this id.`,
  },
  {
    where: `r.${table} IN (
      SELECT t.name FROM (SELECT DISTINCT ${table} AS name FROM ${stagingTable}) AS t
      WHERE NOT EXISTS (SELECT FROM ${table} d WHERE d.name = t.name ${matchesId(table, 't.name')})
        AND (SELECT count(*) FROM ${table} d WHERE match_text(d.name) = match_text(t.name)) > 1)`,
    reason: `More than one ${table} has a name that looks like this. Use the exact name or the id.`,
  },
];

/** Finds clients and communities that are unclear. Removes the rows that need one, and the value of the others. */
export const removeUnclearNames = async (
  client: SqlClient,
  kind: ImportKind,
  used: ReadonlySet<string>,
): Promise<{ rejections: Problem[]; warnings: Problem[] }> => {
  const rejections: Problem[] = [];
  const warnings: Problem[] = [];
  for (const { name, isRequired } of listFields(kind)) {
    if (!tablesById.has(name) || !used.has(name)) continue;
    for (const { where, reason } of unclearNames(name)) {
      const isUnclear = `q.line = r.line AND ${where}`;
      const { rows } = await client.query(
        isRequired
          ? `DELETE FROM ${stagingTable} r USING ${stagingTable} q WHERE ${isUnclear} RETURNING r.line, q.${name} AS value`
          : `UPDATE ${stagingTable} r SET ${name} = NULL FROM ${stagingTable} q
             WHERE ${isUnclear} RETURNING r.line, q.${name} AS value`,
      );
      for (const { line, value } of rows as { line: number; value: string }[])
        (isRequired ? rejections : warnings).push({ line, column: name, value, reason });
    }
  }
  return { rejections, warnings };
};

/** Adds the new names of the staged rows and sets the rows' references to names. */
export const mergeSmallDimensions = async (
  client: SqlClient,
  kind: ImportKind,
  rows: readonly ImportRow[],
  used: ReadonlySet<string>,
): Promise<void> => {
  const inserts = [
    ...named.filter(({ field }) => used.has(field)).map(addNames),
    ...lists.filter(({ field }) => used.has(field)).map(addListedNames),
    ...(used.has('document_stage') ? [addStages] : []),
  ];
  for (const insert of inserts) await client.query(insert);
  if (used.has('country')) await mergeCountries(client, kind, rows);
  const statement = setReferences(used);
  if (statement) await client.query(statement);
  if (!used.has('client') || !used.has('community')) return;
  await client.query(`INSERT INTO client_community (client_id, community_id)
    SELECT DISTINCT client_ref, community_ref FROM ${stagingTable}
    WHERE client_ref IS NOT NULL AND community_ref IS NOT NULL ON CONFLICT DO NOTHING`);
};
