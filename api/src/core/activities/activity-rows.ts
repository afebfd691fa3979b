import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { keysTable } from './key-list.ts';
import type { ActivityKey } from './activity-key.ts';

/** All stored data of an activity; codes as in `codes.ts`. */
export interface ActivityRow {
  readonly clientId: number;
  readonly id: number;
  readonly externalId: string | null;
  readonly activityType: number;
  readonly occurredAt: Date;
  readonly sequence: number;
  readonly quality: number | null;
  readonly source: number;
  readonly client: string | null;
  readonly newsletterId: number | null;
  readonly newsletter: string | null;
  readonly analystTags: readonly string[];
  readonly hasSpecifics: boolean;
  readonly specificsText: string | null;
  readonly specifics: unknown;
  readonly readerId: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly jobTitle: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly linkedIn: string | null;
  readonly hasConsent: boolean | null;
  /** When the reader gave or refused consent. */
  readonly consentAt: Date | null;
  readonly country: string | null;
  readonly region: string | null;
  /** As entered by the reader. */
  readonly company: string | null;
  /** The reader's organization at the time of the activity. */
  readonly organisationId: number | null;
  readonly organisation: string | null;
  readonly revenue: number | null;
  readonly orgTypes: readonly string[] | null;
  readonly productCategories: readonly string[] | null;
  readonly documentId: number;
  readonly documentExternalId: string | null;
  readonly documentTitle: string | null;
  readonly documentUrl: string | null;
  readonly documentType: string | null;
  readonly stage: number;
  readonly contentType: number;
  readonly topics: readonly string[];
  readonly community: string | null;
}

/**
 * A subquery for the name of a small dimension. Joins instead would make the planner try thousands of join orders, which
 * takes longer than reading a page.
 */
const nameIn = (table: keyof Schema, column: string): RawBuilder<unknown> =>
  sql`(SELECT s.name FROM ${sql.table(table)} AS s WHERE s.id = ${sql.ref(`e.${column}`)})`;
const namesIn = (table: keyof Schema, column: string): RawBuilder<unknown> =>
  sql`ARRAY(SELECT s.name FROM ${sql.table(table)} AS s WHERE s.id = ANY(${sql.ref(`e.${column}`)}) ORDER BY s.name)`;

/** Filters use the activity's own copies of document attributes, so rows show these copies. */
const columns = sql`
  e.client_id AS "clientId", e.id, e.external_id AS "externalId", e.activity_type AS "activityType",
  e.occurred_at AS "occurredAt", e.sequence, e.quality, e.source, ${nameIn('client', 'client_id')} AS client,
  e.newsletter_id AS "newsletterId", ${nameIn('newsletter', 'newsletter_id')} AS newsletter,
  ${namesIn('analyst_tag', 'analyst_tags')} AS "analystTags", e.has_specifics AS "hasSpecifics",
  x.specifics_text AS "specificsText", x.specifics, e.reader_id AS "readerId", r.first_name AS "firstName",
  r.last_name AS "lastName", r.email, r.title AS "jobTitle", r.phone, r.address, r.city, r.state,
  r.linked_in AS "linkedIn", r.client_consent AS "hasConsent", r.client_consent_at AS "consentAt",
  ${nameIn('country', 'country_id')} AS country, ${nameIn('region', 'region_id')} AS region, r.company,
  e.organisation_id AS "organisationId", o.name AS organisation, o.revenue, o.org_type AS "orgTypes",
  o.product_category AS "productCategories", e.document_id AS "documentId", d.external_id AS "documentExternalId",
  d.title AS "documentTitle", d.url AS "documentUrl", ${nameIn('document_type', 'document_type_id')} AS "documentType",
  e.stage, e.content_type AS "contentType", ${namesIn('content_topic', 'topics')} AS topics,
  ${nameIn('community', 'community_id')} AS community`;

const dimensions = sql`
  LEFT JOIN reader AS r ON r.id = e.reader_id
  LEFT JOIN document AS d ON d.id = e.document_id
  LEFT JOIN organisation AS o ON o.id = e.organisation_id
  LEFT JOIN engagement_detail AS x ON x.client_id = e.client_id AND x.engagement_id = e.id`;

type Origin = 'engagement' | 'reader' | 'document' | 'organisation' | 'detail' | 'client' | 'small';

/** The row that each value comes from; `small` dimensions are small and hardly ever change. */
const originOf: Readonly<Record<keyof ActivityRow, Origin>> = {
  clientId: 'engagement',
  id: 'engagement',
  externalId: 'engagement',
  activityType: 'engagement',
  occurredAt: 'engagement',
  sequence: 'engagement',
  quality: 'engagement',
  source: 'engagement',
  client: 'client',
  newsletterId: 'engagement',
  newsletter: 'small',
  analystTags: 'small',
  hasSpecifics: 'engagement',
  specificsText: 'detail',
  specifics: 'detail',
  readerId: 'engagement',
  firstName: 'reader',
  lastName: 'reader',
  email: 'reader',
  jobTitle: 'reader',
  phone: 'reader',
  address: 'reader',
  city: 'reader',
  state: 'reader',
  linkedIn: 'reader',
  hasConsent: 'reader',
  consentAt: 'reader',
  country: 'small',
  region: 'small',
  company: 'reader',
  organisationId: 'engagement',
  organisation: 'organisation',
  revenue: 'organisation',
  orgTypes: 'organisation',
  productCategories: 'organisation',
  documentId: 'engagement',
  documentExternalId: 'document',
  documentTitle: 'document',
  documentUrl: 'document',
  documentType: 'small',
  stage: 'engagement',
  contentType: 'engagement',
  topics: 'small',
  community: 'small',
};

const writtenBy: Readonly<Record<Exclude<Origin, 'small'>, RawBuilder<unknown>>> = {
  engagement: sql`e.xmin`,
  reader: sql`r.xmin`,
  document: sql`d.xmin`,
  organisation: sql`o.xmin`,
  detail: sql`x.xmin`,
  client: sql`(SELECT s.xmin FROM client AS s WHERE s.id = e.client_id)`,
};

/** The latest transaction that wrote one of the rows which the given values come from. */
const lastWrite = (names: readonly (keyof ActivityRow)[]): RawBuilder<unknown> => {
  const origins = new Set<Origin>(['engagement', ...names.map((name) => originOf[name])]);
  const writes = [...origins].flatMap((origin) => (origin === 'small' ? [] : [writtenBy[origin]]));
  return sql`greatest(${sql.join(writes.map((write) => sql`${write}::text::bigint`))})`;
};

/**
 * Rows of the activities with these keys, in order; deleted activities are skipped. `watched` adds the column `last_write`
 * with the latest transaction that wrote one of these values.
 */
export const activitiesQuery = (
  keys: readonly ActivityKey[],
  watched?: readonly (keyof ActivityRow)[],
): RawBuilder<ActivityRow> => sql<ActivityRow>`
  SELECT ${columns}${watched ? sql`, ${lastWrite(watched)} AS last_write` : sql``}
  FROM ${keysTable(keys)} JOIN engagement AS e ON e.client_id = given.client_id AND e.id = given.id ${dimensions}
  ORDER BY given.place`;

/** The activities with these keys, in order; deleted activities are skipped. */
export const readActivities = async (
  kysely: Kysely<Schema>,
  keys: readonly ActivityKey[],
): Promise<ActivityRow[]> => (keys.length === 0 ? [] : (await activitiesQuery(keys).execute(kysely)).rows);
