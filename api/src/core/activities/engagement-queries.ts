// One lean statement per count. Distinct counts group twice instead of using COUNT(DISTINCT): hashing is faster than
// sorting, especially in the embedded engine. Names are looked up after counting, never during the scan.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { ageNumber } from './document-age.ts';
import type {
  CodeCount,
  CountedColumn,
  DocumentAttribute,
  DocumentRank,
  MonthCount,
  MonthStageCount,
  RankBy,
  StageAgeCount,
  Stats,
} from './engagement-store.ts';
import type { Condition } from './filter-sql.ts';
import { documentNameSql } from './subject-names.ts';

type Query<Row> = RawBuilder<Row>;

/** grouping() distinguishes the two sets: 1 is by reader, 2 by document. Each scans the rows once. */
export const stats = (where: Condition): Query<Stats> => sql`
  SELECT coalesce(sum(n) FILTER (WHERE by = 1), 0) AS engagements,
    count(*) FILTER (WHERE by = 1) AS readers, count(*) FILTER (WHERE by = 2) AS documents
  FROM (SELECT grouping(e.reader_id, e.document_id) AS by, count(*) AS n FROM engagement AS e WHERE ${where}
    GROUP BY GROUPING SETS ((e.reader_id), (e.document_id))) AS counted`;

const bucketOf = (months: readonly string[]) =>
  sql`width_bucket(e.occurred_at, ${months}::timestamptz[]) - 1`;

export const byMonth = (where: Condition, months: readonly string[]): Query<MonthCount> => sql`
  SELECT ${bucketOf(months)} AS bucket, e.sequence, count(*) AS count FROM engagement AS e WHERE ${where} GROUP BY 1, 2`;

export const stagesByMonth = (where: Condition, months: readonly string[]): Query<MonthStageCount> => sql`
  SELECT ${bucketOf(months)} AS bucket, e.stage, count(*) AS count FROM engagement AS e WHERE ${where} GROUP BY 1, 2`;

export const readersByMonth = (where: Condition, months: readonly string[]): Query<MonthCount> => sql`
  SELECT bucket, sequence, count(*) AS count
  FROM (SELECT DISTINCT ${bucketOf(months)} AS bucket, e.sequence, e.reader_id FROM engagement AS e WHERE ${where}) AS pair
  GROUP BY 1, 2`;

export const byColumn = (where: Condition, column: CountedColumn): Query<CodeCount> => sql`
  SELECT e.${sql.ref(column)} AS code, count(*) AS count FROM engagement AS e WHERE ${where} GROUP BY 1`;

export const readersByColumn = (where: Condition, column: CountedColumn): Query<CodeCount> => sql`
  SELECT code, count(*) AS count
  FROM (SELECT DISTINCT e.${sql.ref(column)} AS code, e.reader_id FROM engagement AS e WHERE ${where}) AS pair GROUP BY 1`;

// Both query levels have columns with these names.
const order = {
  engagements: sql`engagements DESC, readers DESC, id`,
  readers: sql`readers DESC, engagements DESC, id`,
} as const;

const documentName = (blinded: boolean) => documentNameSql('d', { id: sql`top.id`, blinded });

export const topDocuments = (where: Condition, by: RankBy, size: number): Query<DocumentRank> => sql`
  SELECT top.id, top.engagements, top.readers, ${documentName(false)} AS name,
    ${documentName(true)} AS "blindedName", d.url,
    d.document_type_id AS "documentTypeId", coalesce(d.content_type, 0) AS "contentType", s.stage
  FROM (SELECT id, sum(n) AS engagements, count(*) AS readers
    FROM (SELECT e.document_id AS id, e.reader_id, count(*) AS n FROM engagement AS e WHERE ${where} GROUP BY 1, 2) AS pair
    GROUP BY 1 ORDER BY ${order[by]} LIMIT ${size}::integer) AS top
  LEFT JOIN document AS d ON d.id = top.id LEFT JOIN buyers_journey_stage AS s ON s.id = d.stage_id
  ORDER BY ${order[by]}`;

/** When a document has no community, the community of the activity is used. */
const engaged = (where: Condition) => sql`
  (SELECT e.document_id AS id, min(e.community_id) AS community_id FROM engagement AS e WHERE ${where} GROUP BY 1) AS engaged`;

export const engagedDocuments = (where: Condition): Query<{ count: number }> =>
  sql`SELECT count(*) AS count FROM ${engaged(where)}`;

const attributes = {
  document_type_id: sql`d.document_type_id`,
  content_type: sql`d.content_type`,
  community_id: sql`coalesce(d.community_id, engaged.community_id)`,
} as const satisfies Record<DocumentAttribute, unknown>;

export const documentsBy = (where: Condition, attribute: DocumentAttribute): Query<CodeCount> => sql`
  SELECT ${attributes[attribute]} AS code, count(*) AS count
  FROM ${engaged(where)} LEFT JOIN document AS d ON d.id = engaged.id GROUP BY 1`;

/** With the ages on a day (YYYY-MM-DD). */
export const documentsByStageAndAge = (where: Condition, day: string): Query<StageAgeCount> => sql`
  SELECT s.stage, ${ageNumber(day)} AS age, count(*) AS count
  FROM ${engaged(where)} LEFT JOIN document AS d ON d.id = engaged.id
    LEFT JOIN buyers_journey_stage AS s ON s.id = d.stage_id
  GROUP BY 1, 2`;

/**
 * `own` is a condition on `document AS d`, `where` one on `engagement AS e`. With OR instead of UNION the database would
 * look up the engaged documents once for each document.
 */
export const availableDocuments = (own: Condition, where: Condition): Query<{ count: number }> => sql`
  SELECT count(*) AS count FROM (
    SELECT d.id FROM document AS d WHERE ${own}
    UNION
    SELECT e.document_id FROM engagement AS e WHERE ${where}) AS available
  WHERE id IS NOT NULL`;
