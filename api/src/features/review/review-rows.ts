import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { ReviewSortColumn } from '@readerlens/contract/review';
import { countedStatusCodes } from '../../activities/codes.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { keysTable } from '../../activities/key-list.ts';
import type { KeyOrder } from '../../activities/key-list.ts';
import { matchesAny } from '../../activities/selection.ts';
import { documentNameSql, readerNameSql } from '../../activities/subject-names.ts';
import type { Schema } from '../../platform/db/index.ts';
import { isFromNewsletter, rejectReason } from './review-where.ts';

/** The stored data of an activity for the list and the export. */
export interface ReviewRow {
  readonly clientId: number;
  readonly id: number;
  readonly externalId: string | null;
  readonly activityType: number;
  readonly status: number;
  readonly rejectReason: number;
  readonly occurredAt: Date;
  readonly approvedAt: Date | null;
  readonly source: number;
  readonly sequence: number;
  readonly readerId: number;
  readonly readerName: string;
  /** Without another activity that counts, dashboards do not know the reader. */
  readonly hasDashboard: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly jobTitle: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
  readonly client: string | null;
  readonly online: string | null;
  readonly documentName: string;
  /** Without ids of other systems. */
  readonly blindedDocumentName: string;
  readonly documentClientId: number | null;
  readonly documentClient: string | null;
  readonly specifics: string | null;
  readonly trackableUrlId: string | null;
}

const reader = sql`LEFT JOIN reader AS r ON r.id = e.reader_id`;
const client = sql`LEFT JOIN client AS c ON c.id = e.client_id`;
const community = sql`LEFT JOIN community AS m ON m.id = e.community_id`;
const country = sql`LEFT JOIN country AS y ON y.id = e.country_id`;
const document = sql`LEFT JOIN document AS d ON d.id = e.document_id`;
const documentClient = sql`${document} LEFT JOIN client AS dc ON dc.id = d.client_id`;

const hasDashboard = sql`EXISTS (SELECT FROM engagement AS v
  WHERE v.client_id = e.client_id AND v.reader_id = e.reader_id
    AND ${matchesAny('v.status', countedStatusCodes, 'smallint')})`;

interface Sorting {
  readonly by: RawBuilder<unknown>;
  readonly join?: RawBuilder<unknown>;
  /** The column is NOT NULL: sorting missing values separately would prevent the use of its index. */
  readonly neverNull?: true;
}

const documentName = (blinded: boolean) => documentNameSql('d', { id: sql`e.document_id`, blinded });

const sortings: Record<ReviewSortColumn, Sorting> = {
  DropDate: { by: sql`e.occurred_at`, neverNull: true },
  Status: { by: sql`e.status` },
  RejectReason: { by: rejectReason },
  ApprovedDate: { by: sql`e.approved_at` },
  FirstName: { by: sql`fold_text(r.first_name)`, join: reader },
  LastName: { by: sql`fold_text(r.last_name)`, join: reader },
  Email: { by: sql`fold_text(r.email)`, join: reader },
  JobTitle: { by: sql`fold_text(r.title)`, join: reader },
  City: { by: sql`fold_text(r.city)`, join: reader },
  State: { by: sql`fold_text(r.state)`, join: reader },
  Client: { by: sql`fold_text(c.name)`, join: client },
  Country: { by: sql`fold_text(y.name)`, join: country },
  ActivitySource: { by: sql`NOT ${isFromNewsletter}` },
  Online: { by: sql`fold_text(m.name)`, join: community },
  DocumentTitle: { by: sql`fold_text(${documentName(false)})`, join: document },
  DocumentCompany: { by: sql`fold_text(dc.name)`, join: documentClient },
};

/** Sorting by real values would reveal something about them. */
const blindedSortings: Partial<Record<ReviewSortColumn, Sorting>> = {
  FirstName: { by: sql`e.reader_id` },
  LastName: { by: sql`e.reader_id` },
  Email: { by: sql`e.reader_id` },
  Client: { by: sql`e.client_id` },
  DocumentTitle: { by: sql`fold_text(${documentName(true)})`, join: document },
  DocumentCompany: { by: sql`d.client_id`, join: document },
};

export interface ReviewOrder {
  readonly column: ReviewSortColumn;
  readonly descending: boolean;
  readonly blinded: boolean;
}

const chooseSorting = ({ column, blinded }: ReviewOrder): Sorting =>
  (blinded ? blindedSortings[column] : undefined) ?? sortings[column];

const direction = ({ neverNull }: Sorting, { descending }: ReviewOrder) =>
  sql`${sql.raw(descending ? 'DESC' : 'ASC')} ${sql.raw(neverNull ? '' : 'NULLS LAST')}`;

/** Equal activities are sorted by key, those with a missing value last in both directions. */
export const buildKeyOrder = (order: ReviewOrder): KeyOrder => {
  const sorting = chooseSorting(order);
  return {
    join: sorting.join ?? sql``,
    by: sql`${sorting.by} ${direction(sorting, order)}, e.client_id, e.id`,
  };
};

/** Reads the activities with these keys, in order; deleted activities are skipped. */
export const readRows = async (
  kysely: Kysely<Schema>,
  keys: readonly ActivityKey[],
): Promise<ReviewRow[]> => {
  if (keys.length === 0) return [];
  const query = sql<ReviewRow>`
    SELECT e.client_id AS "clientId", e.id, e.external_id AS "externalId", e.activity_type AS "activityType", e.status,
      ${rejectReason} AS "rejectReason", e.occurred_at AS "occurredAt", e.approved_at AS "approvedAt", e.source,
      e.sequence, e.reader_id AS "readerId", ${readerNameSql('r', sql`e.reader_id`)} AS "readerName", ${hasDashboard} AS "hasDashboard", r.first_name AS "firstName", r.last_name AS "lastName", r.email,
      r.title AS "jobTitle", r.city, r.state, y.name AS country, c.name AS client, m.name AS online,
      ${documentName(false)} AS "documentName", ${documentName(true)} AS "blindedDocumentName", d.client_id AS "documentClientId", dc.name AS "documentClient",
      x.specifics_text AS specifics, x.trackable_url_id AS "trackableUrlId"
    FROM ${keysTable(keys)} JOIN engagement AS e ON e.client_id = given.client_id AND e.id = given.id
      ${reader} ${client} ${community} ${country} ${documentClient}
      LEFT JOIN engagement_detail AS x ON x.client_id = e.client_id AND x.engagement_id = e.id
    ORDER BY given.place`;
  return (await query.execute(kysely)).rows;
};
