import {
  activityTypeCode,
  rejectReasonCode,
  sourceCode,
  stageCode,
  statusCode,
} from '../../activities/codes.ts';
import type { SqlClient } from '../../platform/db/sql-pool.ts';
import { stagingTable } from './staging.ts';

export interface MergeCounts {
  readonly imported: number;
  /** Added by an earlier import. */
  readonly alreadyPresent: number;
  /** Repetitions of a row of this file. */
  readonly duplicates: number;
}

const stageCodeSql = (stage: string): string =>
  `CASE ${stage} ${Object.entries(stageCode)
    .map(([name, code]) => `WHEN '${name}' THEN ${code}`)
    .join(' ')} END`;

/** The source of an activity whose row has none. */
const defaultSource = `CASE WHEN r.type = ${activityTypeCode.Webinar} THEN ${sourceCode.webinar}
    WHEN r.type = ${activityTypeCode.Event} THEN ${sourceCode.event}
    WHEN r.newsletter_ref IS NOT NULL THEN ${sourceCode.editorial} ELSE ${sourceCode.organic} END`;

/** The first row of each id that the database does not have. */
const newRows = `
  SELECT DISTINCT ON (s.client_ref, s.external_id) s.*, coalesce(s.activity_type, ${activityTypeCode.Engagement}) AS type
  FROM ${stagingTable} s
  WHERE NOT EXISTS (SELECT FROM engagement e WHERE e.client_id = s.client_ref AND e.external_id = s.external_id)
  ORDER BY s.client_ref, s.external_id, s.line`;

/** The sequence as far as this batch shows, so that few rows change after the last batch. */
const sequence = `CASE WHEN r.sequence IS NOT NULL THEN r.sequence
    WHEN g.client_id IS NOT NULL OR row_number() OVER (PARTITION BY r.client_ref, r.document_ref, r.reader_ref
      ORDER BY r.occurred_at, r.external_id COLLATE "C") > 1 THEN 2 ELSE 1 END`;

/** Whether the e-mail of `reader AS p` is excluded. */
const isExcluded = 'EXISTS (SELECT FROM excluded_email x WHERE x.email = lower(p.email))';

/** Engagements and requests of excluded e-mail addresses are rejected, regardless of the row's status. */
const reviewState = `SELECT a.status,
    CASE WHEN a.is_excluded THEN ${rejectReasonCode.RejectedByOtherFilters}
      WHEN a.status IN (${statusCode.Rejected}, ${statusCode.RejectedAfterApproval}) THEN r.reject_reason
      END AS reject_reason,
    CASE WHEN a.status IN (${statusCode.Approved}, ${statusCode.EditAfterApproval}) THEN r.approved_at END AS approved_at
  FROM (SELECT x.is_excluded, CASE WHEN x.is_excluded THEN ${statusCode.Rejected}
          ELSE coalesce(r.status, ${statusCode.Approved}) END AS status
        FROM (SELECT r.type IN (${activityTypeCode.Engagement}, ${activityTypeCode.CustomerRequest})
          AND ${isExcluded} AS is_excluded) AS x) AS a`;

const addRows = `
  WITH fresh AS (${newRows}), added AS (
    INSERT INTO engagement (client_id, external_id, occurred_at, activity_type, sequence, quality, source, status,
      reject_reason, approved_at, available_at, community_id, document_id, reader_id, organisation_id, document_type_id, stage, content_type, region_id,
      country_id, newsletter_id, has_specifics, topics)
    SELECT r.client_ref, r.external_id, r.occurred_at, r.type, ${sequence}, r.quality,
      coalesce(r.source, ${defaultSource}), v.status, v.reject_reason, v.approved_at,
      greatest(now(), r.occurred_at, v.approved_at), r.community_ref, r.document_ref,
      r.reader_ref, coalesce(r.organisation_ref, p.organisation_id),
      coalesce(r.document_type_ref, d.document_type_id),
      coalesce(${stageCodeSql('r.document_stage')}, ${stageCodeSql('s.stage')}, ${stageCode.Unclassified}),
      coalesce(r.document_content_type, d.content_type), r.region_ref, r.country_ref, r.newsletter_ref,
      r.specifics IS NOT NULL, coalesce(r.topic_refs::smallint[], d.topics)
    FROM fresh r
    JOIN document d ON d.id = r.document_ref
    JOIN reader p ON p.id = r.reader_ref
    CROSS JOIN LATERAL (${reviewState}) AS v
    LEFT JOIN buyers_journey_stage s ON s.id = d.stage_id
    LEFT JOIN import_group g ON (g.client_id, g.document_id, g.reader_id) = (r.client_ref, r.document_ref, r.reader_ref)
    ORDER BY r.line
    ON CONFLICT (client_id, external_id) WHERE external_id IS NOT NULL DO NOTHING
    RETURNING client_id, id, external_id
  ), details AS (
    INSERT INTO engagement_detail (client_id, engagement_id, specifics_text, trackable_url_id)
    SELECT a.client_id, a.id, f.specifics, f.trackable_url_id
    FROM added a JOIN fresh f ON f.client_ref = a.client_id AND f.external_id = a.external_id
    WHERE f.specifics IS NOT NULL OR f.trackable_url_id IS NOT NULL
  )
  SELECT count(*) AS added FROM added`;

const rememberRows = `
  INSERT INTO import_seen
  SELECT DISTINCT e.client_id, e.id
  FROM ${stagingTable} r JOIN engagement e ON e.client_id = r.client_ref AND e.external_id = r.external_id
  ON CONFLICT DO NOTHING`;

const rememberGroups = `
  INSERT INTO import_group AS g
  SELECT client_ref, document_ref, reader_ref, bool_or(sequence IS NULL) FROM ${stagingTable} GROUP BY 1, 2, 3
  ON CONFLICT (client_id, document_id, reader_id) DO UPDATE SET is_open = true
  WHERE excluded.is_open AND NOT g.is_open`;

/**
 * Adds the staged rows whose ids are new to their client; existing activities do not change. The references of the rows
 * must be set.
 */
export const mergeEngagements = async (client: SqlClient, rowCount: number): Promise<MergeCounts> => {
  const { rows } = await client.query(addRows);
  const imported = rows[0]?.added as number;
  const { rowCount: seen } = await client.query(rememberRows);
  await client.query(rememberGroups);
  return { imported, alreadyPresent: seen - imported, duplicates: rowCount - seen };
};

/** The earliest activity of a reader with a document is the initial one, wherever it is in the file. */
const updateSequences = `
  UPDATE engagement e SET sequence = n.sequence
  FROM (SELECT a.client_id, a.id, CASE WHEN row_number() OVER (PARTITION BY a.client_id, a.document_id, a.reader_id
            ORDER BY a.occurred_at, a.external_id COLLATE "C" NULLS FIRST, a.id) = 1 THEN 1 ELSE 2 END AS sequence
        FROM engagement a
        JOIN import_group g ON (g.client_id, g.document_id, g.reader_id) = (a.client_id, a.document_id, a.reader_id)
        WHERE g.is_open) AS n
  WHERE e.client_id = n.client_id AND e.id = n.id AND e.external_id IS NOT NULL AND e.sequence <> n.sequence`;

const copiedAttributes = `
  document_type_id = coalesce(e.document_type_id, d.document_type_id),
  stage = CASE WHEN e.stage = ${stageCode.Unclassified}
    THEN coalesce(${stageCodeSql('s.stage')}, ${stageCode.Unclassified}) ELSE e.stage END,
  content_type = CASE WHEN e.content_type = 0 THEN d.content_type ELSE e.content_type END,
  topics = CASE WHEN e.topics = '{}' THEN d.topics ELSE e.topics END`;

const lacksAttributes = `(e.document_type_id IS NULL AND d.document_type_id IS NOT NULL
    OR e.stage = ${stageCode.Unclassified} AND s.stage <> 'Unclassified'
    OR e.content_type = 0 AND d.content_type <> 0 OR e.topics = '{}' AND d.topics <> '{}')`;

/** Later rows may contain what earlier ones lack: the document's attributes and the organization. */
const completeRows = `
  UPDATE engagement e SET ${copiedAttributes}, organisation_id = coalesce(e.organisation_id, p.organisation_id)
  FROM import_seen i, reader p, document d LEFT JOIN buyers_journey_stage s ON s.id = d.stage_id
  WHERE e.client_id = i.client_id AND e.id = i.id AND p.id = e.reader_id AND d.id = e.document_id
    AND (${lacksAttributes} OR e.organisation_id IS NULL AND p.organisation_id IS NOT NULL)`;

/** Computes what depends on all batches. The result does not depend on the batch size. */
export const finishEngagements = async (client: SqlClient): Promise<void> => {
  // Includes the large tables: by old statistics a client that is new in this file has no rows, and the joins would be
  // planned for one.
  await client.exec(
    'ANALYZE engagement; ANALYZE document; ANALYZE reader; ANALYZE import_seen; ANALYZE import_group;',
  );
  await client.query(updateSequences);
  await client.query(completeRows);
};

/**
 * Activities keep the attributes that their document had at the time. Imported ones without them get those of the
 * documents of this run.
 */
export const completeFromDocuments = async (client: SqlClient): Promise<void> => {
  await client.exec('ANALYZE engagement; ANALYZE document; ANALYZE import_seen;');
  await client.query(`
    UPDATE engagement e SET ${copiedAttributes}
    FROM import_seen i, document d LEFT JOIN buyers_journey_stage s ON s.id = d.stage_id
    WHERE d.id = i.id AND e.document_id = d.id AND e.external_id IS NOT NULL AND ${lacksAttributes}`);
};
