import type { SqlClient } from '../platform/db/sql-pool.ts';

/** Adds the names that a column of the staged rows has and a dimension lacks; case does not make a new name. */
const addNames = (table: string, column: string): string => `
  INSERT INTO ${table} (name)
  SELECT DISTINCT ON (lower(r.${column})) r.${column} FROM import_row r
  WHERE r.${column} IS NOT NULL AND r.${column} <> '-1'
    AND NOT EXISTS (SELECT FROM ${table} d WHERE lower(d.name) = lower(r.${column}))
  ORDER BY lower(r.${column}), r.line
  ON CONFLICT DO NOTHING`;

const refer = (table: string, column: string, reference: string): string => `
  UPDATE import_row r SET ${reference} = d.id
  FROM (SELECT lower(name) AS name, min(id) AS id FROM ${table} GROUP BY 1) d WHERE d.name = lower(r.${column})`;

const run = async (client: SqlClient, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement);
};

/** Adds the clients and communities of the staged rows, and which client is in which community. */
export const mergeClients = (client: SqlClient): Promise<void> =>
  run(client, [
    addNames('client', 'client'),
    refer('client', 'client', 'client_ref'),
    addNames('community', 'community'),
    refer('community', 'community', 'community_ref'),
    `INSERT INTO client_community (client_id, community_id)
     SELECT DISTINCT client_ref, community_ref FROM import_row WHERE community_ref IS NOT NULL ON CONFLICT DO NOTHING`,
  ]);

const stages = `INSERT INTO buyers_journey_stage (id, stage)
  SELECT * FROM (VALUES (1, 'Early'), (2, 'Middle'), (3, 'Late'), (-1, 'Unclassified')) AS s (id, stage)
  WHERE NOT EXISTS (SELECT FROM buyers_journey_stage b WHERE b.stage = s.stage) ON CONFLICT DO NOTHING`;

const topics = `INSERT INTO content_topic (name)
  SELECT DISTINCT ON (lower(topic)) topic FROM import_row r, unnest(r.topics) AS topic
  WHERE NOT EXISTS (SELECT FROM content_topic d WHERE lower(d.name) = lower(topic)) ON CONFLICT DO NOTHING`;

/** The attributes of a document as its row has them, from a staged row `r`. */
const attributes = `
  (SELECT min(t.id) FROM document_type t WHERE lower(t.name) = lower(r.document_type)) AS document_type_id,
  (SELECT min(s.id) FROM buyers_journey_stage s
   WHERE s.stage = (ARRAY['Early', 'Middle', 'Late', 'Unclassified'])[r.stage + 1]) AS stage_id,
  r.content_type, r.open_access, r.published_on,
  (SELECT array_agg(DISTINCT c.id) FROM content_topic c
   WHERE lower(c.name) IN (SELECT lower(topic) FROM unnest(r.topics) AS topic)) AS topics`;

const addDocuments = `INSERT INTO document (external_id, client_id, community_id, title, url, document_type_id, stage_id,
       content_type, open_access, published_on, topics)
     SELECT document_id, client_ref, community_ref, document_title, document_url, document_type_id, stage_id,
       coalesce(content_type, 0), open_access, published_on, coalesce(topics, '{}')
     FROM (SELECT DISTINCT ON (r.document_id) r.document_id, r.client_ref, r.community_ref, r.document_title,
             r.document_url, ${attributes}
           FROM import_row r
           WHERE NOT EXISTS (SELECT FROM document d WHERE d.external_id = r.document_id)
           ORDER BY r.document_id, r.line) AS fresh
     ON CONFLICT (external_id) DO NOTHING`;

/** Adds the documents that are new, with what the first row about each says. Answers their number. */
export const mergeDocuments = async (client: SqlClient): Promise<number> => {
  await run(client, [stages, topics, addNames('document_type', 'document_type')]);
  const { rowCount } = await client.query(addDocuments);
  await client.query(
    'UPDATE import_row r SET document_ref = d.id FROM document d WHERE d.external_id = r.document_id',
  );
  return rowCount;
};

/** What the latest row about a document says takes the place of what was known; empty values leave it. */
export const updateDocuments = async (client: SqlClient): Promise<number> => {
  const { rowCount } = await client.query(`
    UPDATE document d SET
      title = coalesce(n.document_title, d.title), url = coalesce(n.document_url, d.url),
      community_id = coalesce(n.community_ref, d.community_id),
      document_type_id = coalesce(n.document_type_id, d.document_type_id), stage_id = coalesce(n.stage_id, d.stage_id),
      content_type = coalesce(n.content_type, d.content_type), open_access = coalesce(n.open_access, d.open_access),
      published_on = coalesce(n.published_on, d.published_on), topics = coalesce(n.topics, d.topics),
      is_active = coalesce(n.is_active, d.is_active)
    FROM (SELECT DISTINCT ON (r.document_ref) r.document_ref, r.document_title, r.document_url, r.community_ref,
            r.is_active, ${attributes}
          FROM import_row r ORDER BY r.document_ref, r.line DESC) AS n
    WHERE d.id = n.document_ref`);
  return rowCount;
};

/** Activities keep the attributes of their time; only those that knew none take them over. */
export const fillActivities = async (client: SqlClient): Promise<void> => {
  await client.query(`
    UPDATE engagement e SET document_type_id = coalesce(e.document_type_id, d.document_type_id),
      stage = CASE WHEN e.stage = 3 THEN d.stage ELSE e.stage END,
      content_type = CASE WHEN e.content_type = 0 THEN d.content_type ELSE e.content_type END,
      topics = CASE WHEN e.topics = '{}' THEN d.topics ELSE e.topics END
    FROM (SELECT d.id, d.document_type_id, d.content_type, d.topics,
            coalesce(array_position(ARRAY['Early', 'Middle', 'Late', 'Unclassified'], s.stage) - 1, 3) AS stage
          FROM document d LEFT JOIN buyers_journey_stage s ON s.id = d.stage_id
          WHERE d.id IN (SELECT document_ref FROM import_row)) AS d
    WHERE e.document_id = d.id AND e.client_id IN (SELECT client_ref FROM import_row)
      AND (e.document_type_id IS NULL AND d.document_type_id IS NOT NULL OR e.stage = 3 AND d.stage <> 3
        OR e.content_type = 0 AND d.content_type <> 0 OR e.topics = '{}' AND d.topics <> '{}')`);
};

const referReadersById = `UPDATE import_row r SET reader_ref = x.id FROM reader x
  WHERE r.reader_ref IS NULL AND x.external_id = r.reader_id`;

/** By e-mail only where the ids do not contradict. */
const referReadersByEmail = `UPDATE import_row r SET reader_ref = (
    SELECT min(x.id) FROM reader x
    WHERE lower(x.email) = lower(r.reader_email) AND (r.reader_id IS NULL OR x.external_id IS NULL))
  WHERE r.reader_ref IS NULL AND r.reader_email IS NOT NULL`;

const addReaders = (key: string, condition: string): string => `
  INSERT INTO reader (external_id, email, first_name, last_name, title, company, organisation_id, phone, city, state,
    country_id, linked_in)
  SELECT DISTINCT ON (${key}) reader_id, reader_email, first_name, last_name, job_title, company, organisation_ref,
    phone, city, state, country_ref, linked_in
  FROM import_row WHERE reader_ref IS NULL AND ${condition} ORDER BY ${key}, line ON CONFLICT DO NOTHING`;

export const mergeNewsletters = (client: SqlClient): Promise<void> =>
  run(client, [addNames('newsletter', 'newsletter')]);

/** Adds the readers that are new, by id or else by e-mail, with what the first row about each says. */
export const mergeReaders = (client: SqlClient): Promise<void> =>
  run(client, [
    addNames('organisation', 'organisation'),
    refer('organisation', 'organisation', 'organisation_ref'),
    `UPDATE import_row r SET country_ref = c.id, region_ref = c.region_id FROM country c WHERE c.iso = r.country`,
    addNames('region', 'region'),
    `UPDATE import_row r SET region_ref = d.id FROM region d WHERE lower(d.name) = lower(r.region) AND r.region <> '-1'`,
    referReadersById,
    referReadersByEmail,
    `UPDATE reader x SET external_id = r.reader_id FROM import_row r
     WHERE x.id = r.reader_ref AND x.external_id IS NULL AND r.reader_id IS NOT NULL
       AND r.line = (SELECT min(o.line) FROM import_row o WHERE o.reader_ref = x.id AND o.reader_id IS NOT NULL)`,
    addReaders('reader_id', 'reader_id IS NOT NULL'),
    referReadersById,
    referReadersByEmail,
    addReaders('lower(reader_email)', 'reader_email IS NOT NULL'),
    referReadersByEmail,
    `UPDATE import_row r SET organisation_ref = x.organisation_id FROM reader x
     WHERE x.id = r.reader_ref AND r.organisation IS NULL AND x.organisation_id IS NOT NULL`,
  ]);
