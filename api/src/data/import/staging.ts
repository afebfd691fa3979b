import { copyTarget, copyText } from '../../platform/db/copy-rows.ts';
import type { SqlClient } from '../../platform/db/sql-pool.ts';
import { listFields } from './fields.ts';
import type { ImportKind } from './fields.ts';
import type { ImportRow } from './map-rows.ts';

/** Holds a batch while the references of its rows are resolved. */
export const stagingTable = 'import_row';

/** References, set while the batch is loaded. Lists of ids are text: array_agg rejects arrays of unequal lengths. */
const references = [
  'client_ref integer',
  'community_ref smallint',
  'country_ref smallint',
  'region_ref smallint',
  'document_type_ref smallint',
  'stage_ref smallint',
  'newsletter_ref smallint',
  'topic_refs text',
  'offering_refs text',
  'persona_refs text',
  'document_client_ref integer',
  'organisation_ref integer',
  'reader_ref integer',
  'document_ref integer',
];

/**
 * Creates temporary tables for the batch and for the run. `import_seen` has the activities (or documents) of the run's
 * rows, `import_group` each pair of reader and document, and whether one of its rows has no sequence. The fill factor
 * leaves room on the pages for the references, which are set later.
 */
export const createStaging = async (client: SqlClient, kind: ImportKind): Promise<void> => {
  const columns = listFields(kind).map(({ name, type }) => `${name} ${type}`);
  await client.exec(`
    CREATE TEMP TABLE ${stagingTable} (line bigint PRIMARY KEY, ${[...columns, ...references].join(', ')})
      WITH (fillfactor = 40);
    CREATE TEMP TABLE import_seen (client_id integer, id bigint, PRIMARY KEY (client_id, id));
    CREATE TEMP TABLE import_group (client_id integer, document_id integer, reader_id integer, is_open boolean NOT NULL,
      PRIMARY KEY (client_id, document_id, reader_id));`);
};

export const dropStaging = (client: SqlClient): Promise<void> =>
  client.exec(`DROP TABLE IF EXISTS ${stagingTable}, import_seen, import_group`);

/** Refills the staging table. Returns the names of the fields that at least one row has. */
export const fillStaging = async (
  client: SqlClient,
  kind: ImportKind,
  rows: readonly ImportRow[],
): Promise<ReadonlySet<string>> => {
  const names = listFields(kind).map(({ name }) => name);
  const used = names.flatMap((name, index) =>
    rows.some(({ cells }) => cells[index] !== null) ? [{ name, index }] : [],
  );
  const values = rows.map(({ line, cells }) => [line, ...used.map(({ index }) => cells[index])]);
  await client.query(`TRUNCATE ${stagingTable}`);
  await client.copyFrom(
    copyTarget(stagingTable, ['line', ...used.map(({ name }) => name)]),
    copyText(values),
  );
  await client.query(`ANALYZE ${stagingTable}`);
  return new Set(used.map(({ name }) => name));
};
