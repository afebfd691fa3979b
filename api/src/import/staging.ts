import { copyTarget, copyText } from '../platform/db/copy-rows.ts';
import type { SqlClient } from '../platform/db/sql-pool.ts';
import { countryOf } from './countries.ts';
import { fieldsOf } from './fields.ts';
import type { ImportKind } from './fields.ts';
import type { MappedRow } from './map-row.ts';

type Row = Extract<MappedRow, { ok: true }>;

const stagingTable = 'import_row';

/** What the merge adds to a row: the ids of what it names. */
const resolved = [
  'client_ref integer',
  'community_ref smallint',
  'document_ref integer',
  'reader_ref integer',
  'organisation_ref integer',
  'region_ref smallint',
  'country_ref smallint',
];

/** Makes the table that a batch waits in, for this session only. */
export const createStaging = async (client: SqlClient, kind: ImportKind): Promise<void> => {
  const columns = fieldsOf(kind).map(({ column, type }) => `${column} ${type}`);
  await client.exec(`
    CREATE TEMP TABLE ${stagingTable} (line integer PRIMARY KEY, ${[...columns, ...resolved].join(', ')});
    CREATE TEMP TABLE import_pair (client_id integer, reader_id integer, document_id integer,
      PRIMARY KEY (client_id, reader_id, document_id));`);
};

export const dropStaging = (client: SqlClient): Promise<void> =>
  client.exec('DROP TABLE import_row, import_pair');

export const fillStaging = async (
  client: SqlClient,
  kind: ImportKind,
  rows: readonly Row[],
): Promise<void> => {
  const columns = fieldsOf(kind).map(({ column }) => column);
  await client.query(`TRUNCATE ${stagingTable}`);
  const cells = rows.map(({ line, values }) => [line, ...columns.map((column) => values[column])]);
  await client.copyFrom(copyTarget(stagingTable, ['line', ...columns]), copyText(cells));
};

/** Adds the countries that rows name, with their regions. */
export const addCountries = async (client: SqlClient, rows: readonly Row[]): Promise<void> => {
  const isos = new Set(
    rows.flatMap(({ values }) => (typeof values.country === 'string' ? [values.country] : [])),
  );
  const countries = [...isos].flatMap((iso) => countryOf(iso) ?? []);
  if (countries.length === 0) return;
  const { rows: known } = await client.query('SELECT iso FROM country WHERE iso = ANY($1::text[])', [
    [...isos],
  ]);
  const unknown = countries.filter(({ iso }) => !known.some((row) => row.iso === iso));
  if (unknown.length === 0) return;
  const regions = [...new Set(unknown.map(({ region }) => region))];
  await client.query(`INSERT INTO region (name) SELECT unnest($1::text[]) ON CONFLICT (name) DO NOTHING`, [
    regions,
  ]);
  await client.query(
    `INSERT INTO country (iso, name, region_id)
     SELECT c.iso, c.name, region.id
     FROM unnest($1::text[], $2::text[], $3::text[]) AS c (iso, name, region) JOIN region ON region.name = c.region
     ON CONFLICT DO NOTHING`,
    [unknown.map(({ iso }) => iso), unknown.map(({ name }) => name), unknown.map(({ region }) => region)],
  );
};
