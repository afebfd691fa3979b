import { activityTypeCode, sourceCode, statusCode } from '../engagements/codes.ts';
import type { SqlClient } from '../platform/db/sql-pool.ts';

export interface MergeCounts {
  readonly imported: number;
  /** Were there before this run. */
  readonly alreadyThere: number;
  /** Repeat a row of this run. */
  readonly duplicates: number;
}

const insertRows = `
  INSERT INTO engagement (client_id, external_id, occurred_at, activity_type, sequence, quality, source, status,
    community_id, document_id, reader_id, organisation_id, document_type_id, stage, content_type, region_id, country_id,
    newsletter_id, has_specifics, topics)
  SELECT DISTINCT ON (r.client_ref, r.id) r.client_ref, r.id, r.occurred_at, r.kind,
    coalesce(r.sequence, CASE WHEN row_number() OVER (PARTITION BY r.client_ref, r.reader_ref, r.document_ref
      ORDER BY r.occurred_at, r.line) = 1 THEN 1 ELSE 2 END),
    r.quality,
    coalesce(r.source, CASE r.kind WHEN ${activityTypeCode.Webinar} THEN ${sourceCode.webinar}
      WHEN ${activityTypeCode.Event} THEN ${sourceCode.event} ELSE ${sourceCode.organic} END),
    coalesce(r.status, ${statusCode.Approved}),
    r.community_ref, r.document_ref, r.reader_ref, r.organisation_ref,
    coalesce((SELECT min(t.id) FROM document_type t WHERE lower(t.name) = lower(r.document_type)), d.document_type_id),
    coalesce(r.stage, array_position(ARRAY['Early', 'Middle', 'Late', 'Unclassified'], s.stage) - 1, 3),
    coalesce(r.content_type, d.content_type, 0), r.region_ref, r.country_ref,
    (SELECT min(n.id) FROM newsletter n WHERE lower(n.name) = lower(r.newsletter)),
    r.specifics IS NOT NULL,
    coalesce((SELECT array_agg(DISTINCT c.id) FROM content_topic c
      WHERE lower(c.name) IN (SELECT lower(topic) FROM unnest(r.topics) AS topic)), d.topics)
  FROM (SELECT *, coalesce(activity_type, ${activityTypeCode.Engagement}) AS kind FROM import_row) AS r
  JOIN document d ON d.id = r.document_ref LEFT JOIN buyers_journey_stage s ON s.id = d.stage_id
  ORDER BY r.client_ref, r.id, r.line
  ON CONFLICT (client_id, external_id) WHERE external_id IS NOT NULL DO NOTHING`;

const addDetails = `
  INSERT INTO engagement_detail (client_id, engagement_id, specifics_text)
  SELECT DISTINCT ON (e.client_id, e.id) e.client_id, e.id, r.specifics
  FROM import_row r JOIN engagement e ON e.client_id = r.client_ref AND e.external_id = r.id
  WHERE r.specifics IS NOT NULL ORDER BY e.client_id, e.id, r.line ON CONFLICT DO NOTHING`;

const rememberPairs = `
  INSERT INTO import_pair SELECT DISTINCT client_ref, reader_ref, document_ref FROM import_row
  WHERE sequence IS NULL ON CONFLICT DO NOTHING`;

const countThere = `
  SELECT count(*) AS rows, count(*) FILTER (WHERE e.id <= $1) AS before
  FROM import_row r JOIN engagement e ON e.client_id = r.client_ref AND e.external_id = r.id`;

/** The highest id before the first batch: what is above it came with this run. */
export const lastEngagementId = async (client: SqlClient): Promise<number> => {
  const { rows } = await client.query('SELECT coalesce(max(id), 0) AS id FROM engagement');
  return rows[0]?.id as number;
};

/** Writes the staged rows whose ids are new to their client. Readers, documents and the rest must be resolved. */
export const mergeEngagements = async (client: SqlClient, lastIdBefore: number): Promise<MergeCounts> => {
  const { rowCount: imported } = await client.query(insertRows);
  await client.query(addDetails);
  await client.query(rememberPairs);
  const { rows } = await client.query(countThere, [lastIdBefore]);
  const { rows: all, before } = rows[0] as { rows: number; before: number };
  return { imported, alreadyThere: before, duplicates: all - before - imported };
};

/**
 * Makes the first activity of a reader with a document the initial one and the others subsequent, for all pairs
 * of this run whose rows did not say. It takes all batches to know.
 */
export const settleSequences = async (client: SqlClient): Promise<void> => {
  await client.query(`
    UPDATE engagement e SET sequence = s.sequence
    FROM (SELECT e.client_id, e.id, CASE WHEN row_number() OVER (
              PARTITION BY e.client_id, e.reader_id, e.document_id ORDER BY e.occurred_at, e.id) = 1
            THEN 1 ELSE 2 END AS sequence
          FROM engagement e JOIN import_pair USING (client_id, reader_id, document_id)) AS s
    WHERE e.client_id = s.client_id AND e.id = s.id AND e.sequence <> s.sequence`);
};
