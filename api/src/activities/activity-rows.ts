import { sql } from 'kysely';
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Schema } from '../platform/db/index.ts';
import type { Condition } from './filter-sql.ts';
import { keysTable } from './key-list.ts';
import type { NumbersOfKeys } from './key-list.ts';
import { documentNameSql, organisationNameSql, readerNameSql } from './subject-names.ts';
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
  readonly readerName: string;
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
  readonly documentName: string;
  /** Without ids of other systems. */
  readonly blindedDocumentName: string;
  readonly documentUrl: string | null;
  readonly documentType: string | null;
  readonly stage: number;
  readonly contentType: number;
  readonly topics: readonly string[];
  readonly community: string | null;
}

/** Where a value is read from. */
type Origin = 'engagement' | 'reader' | 'document' | 'organisation' | 'detail' | 'client' | 'small';

interface Source {
  readonly value: RawBuilder<unknown>;
  /** `small` dimensions are small and hardly ever change. */
  readonly origin: Origin;
}

const aliases = { engagement: 'e', reader: 'r', document: 'd', organisation: 'o', detail: 'x' } as const;

const at = (origin: keyof typeof aliases, column: string): Source => ({
  value: sql.ref(`${aliases[origin]}.${column}`),
  origin,
});

/**
 * A subquery for the name of a small dimension. Joins instead would make the planner try thousands of join orders, which
 * takes longer than reading a page.
 */
const nameIn = (table: keyof Schema, column: string, origin: Origin = 'small'): Source => ({
  value: sql`(SELECT s.name FROM ${sql.table(table)} AS s WHERE s.id = ${sql.ref(`e.${column}`)})`,
  origin,
});
const namesIn = (table: keyof Schema, column: string): Source => ({
  value: sql`ARRAY(SELECT s.name FROM ${sql.table(table)} AS s WHERE s.id = ANY(${sql.ref(`e.${column}`)}) ORDER BY s.name)`,
  origin: 'small',
});

/** Filters use the activity's own copies of document attributes, so rows show these copies. */
const sources: Readonly<Record<keyof ActivityRow, Source>> = {
  clientId: at('engagement', 'client_id'),
  id: at('engagement', 'id'),
  externalId: at('engagement', 'external_id'),
  activityType: at('engagement', 'activity_type'),
  occurredAt: at('engagement', 'occurred_at'),
  sequence: at('engagement', 'sequence'),
  quality: at('engagement', 'quality'),
  source: at('engagement', 'source'),
  client: nameIn('client', 'client_id', 'client'),
  newsletterId: at('engagement', 'newsletter_id'),
  newsletter: nameIn('newsletter', 'newsletter_id'),
  analystTags: namesIn('analyst_tag', 'analyst_tags'),
  hasSpecifics: at('engagement', 'has_specifics'),
  specificsText: at('detail', 'specifics_text'),
  specifics: at('detail', 'specifics'),
  readerId: at('engagement', 'reader_id'),
  readerName: { value: readerNameSql('r', sql`e.reader_id`), origin: 'reader' },
  firstName: at('reader', 'first_name'),
  lastName: at('reader', 'last_name'),
  email: at('reader', 'email'),
  jobTitle: at('reader', 'title'),
  phone: at('reader', 'phone'),
  address: at('reader', 'address'),
  city: at('reader', 'city'),
  state: at('reader', 'state'),
  linkedIn: at('reader', 'linked_in'),
  hasConsent: at('reader', 'client_consent'),
  consentAt: at('reader', 'client_consent_at'),
  country: nameIn('country', 'country_id'),
  region: nameIn('region', 'region_id'),
  company: at('reader', 'company'),
  organisationId: at('engagement', 'organisation_id'),
  organisation: { value: organisationNameSql('o', sql`e.organisation_id`), origin: 'organisation' },
  revenue: at('organisation', 'revenue'),
  orgTypes: at('organisation', 'org_type'),
  productCategories: at('organisation', 'product_category'),
  documentId: at('engagement', 'document_id'),
  documentExternalId: at('document', 'external_id'),
  documentName: {
    value: documentNameSql('d', { id: sql`e.document_id`, blinded: false }),
    origin: 'document',
  },
  blindedDocumentName: {
    value: documentNameSql('d', { id: sql`e.document_id`, blinded: true }),
    origin: 'document',
  },
  documentUrl: at('document', 'url'),
  documentType: nameIn('document_type', 'document_type_id'),
  stage: at('engagement', 'stage'),
  contentType: at('engagement', 'content_type'),
  topics: namesIn('content_topic', 'topics'),
  community: nameIn('community', 'community_id'),
};

const allNames = Object.keys(sources) as (keyof ActivityRow)[];

const findOrigins = (names: readonly (keyof ActivityRow)[]): ReadonlySet<Origin> =>
  new Set(names.map((name) => sources[name].origin));

/** Tables whose rows an activity has one of, or none: joining them neither adds nor drops activities. */
const joins = {
  reader: sql`LEFT JOIN reader AS r ON r.id = e.reader_id`,
  document: sql`LEFT JOIN document AS d ON d.id = e.document_id`,
  organisation: sql`LEFT JOIN organisation AS o ON o.id = e.organisation_id`,
  detail: sql`LEFT JOIN engagement_detail AS x ON x.client_id = e.client_id AND x.engagement_id = e.id`,
  community: sql`LEFT JOIN community AS m ON m.id = e.community_id`,
} satisfies Partial<Record<Origin | 'community', RawBuilder<unknown>>>;

export type JoinedTable = keyof typeof joins;

/** The joins of `engagement AS e` with these tables; others of the set are no tables to join. */
export const joinTables = (tables: ReadonlySet<string>): RawBuilder<unknown> =>
  sql.join(
    Object.entries(joins).flatMap(([table, join]) => (tables.has(table) ? [join] : [])),
    sql` `,
  );

const writtenBy: Readonly<Record<Exclude<Origin, 'small'>, RawBuilder<unknown>>> = {
  engagement: sql`e.xmin`,
  reader: sql`r.xmin`,
  document: sql`d.xmin`,
  organisation: sql`o.xmin`,
  detail: sql`x.xmin`,
  client: sql`(SELECT s.xmin FROM client AS s WHERE s.id = e.client_id)`,
};

/**
 * Whether one of the rows which the values come from was written by this transaction or a later one. Ages, because
 * transaction ids have no order: they start again after four billion.
 */
const writtenSince = (names: readonly (keyof ActivityRow)[], transaction: number): RawBuilder<unknown> => {
  const origins = new Set<Origin>(['engagement', ...findOrigins(names)]);
  const since = sql`age(${transaction}::text::xid)`;
  const writes = [...origins].flatMap((origin) => (origin === 'small' ? [] : [writtenBy[origin]]));
  return sql`(${sql.join(
    writes.map((write) => sql`coalesce(age(${write}) <= ${since}, false)`),
    sql` OR `,
  )})`;
};

const selectValues = (names: readonly (keyof ActivityRow)[]): RawBuilder<unknown>[] =>
  names.map((name) => sql`${sources[name].value} AS ${sql.ref(name)}`);

export interface RowValues {
  /** Other values are not read, and their tables not joined. */
  readonly names: readonly (keyof ActivityRow)[];
  /** Lists whose numbers follow the values of their keys. */
  readonly lists?: NumbersOfKeys;
  /** Adds a last column: whether one of these values was written by this transaction or a later one. */
  readonly changedFrom?: number | undefined;
}

/** Rows of the activities with these keys, in order; deleted activities are skipped. */
export const activitiesQuery = (
  keys: readonly ActivityKey[],
  { names, lists = {}, changedFrom }: RowValues,
): RawBuilder<ActivityRow> => {
  const numbers = Object.keys(lists).map((name) => sql.ref(`given.${name}`));
  const isChanged = changedFrom === undefined ? [] : [sql`${writtenSince(names, changedFrom)} AS is_changed`];
  return sql<ActivityRow>`
    SELECT ${sql.join([...selectValues(names), ...numbers, ...isChanged])}
    FROM ${keysTable(keys, lists)} JOIN engagement AS e ON e.client_id = given.client_id AND e.id = given.id
      ${joinTables(findOrigins(names))}
    ORDER BY given.place`;
};

/** An order of activities, and the tables that its expressions read. */
export interface RowOrder {
  readonly by: RawBuilder<unknown>;
  readonly reads: readonly JoinedTable[];
}

/** What an ordered reading has instead of all activities, and in addition to their values. */
export interface RowSource {
  /** A FROM item `e` with all columns of `engagement`. */
  readonly from: RawBuilder<unknown>;
  readonly where?: Condition;
  /** Further columns, after the values. */
  readonly more?: readonly RawBuilder<unknown>[];
}

/** All rows of a source in one pass, in order. */
export const orderedRowsQuery = (
  { from, where = sql<SqlBool>`true`, more = [] }: RowSource,
  { by, reads }: RowOrder,
  names: readonly (keyof ActivityRow)[],
): RawBuilder<ActivityRow> => sql<ActivityRow>`
    SELECT ${sql.join([...selectValues(names), ...more])} FROM ${from}
      ${joinTables(new Set<string>([...findOrigins(names), ...reads]))}
    WHERE ${where} ORDER BY ${by}`;

/** The activities with these keys, in order; deleted activities are skipped. */
export const readActivities = async (
  kysely: Kysely<Schema>,
  keys: readonly ActivityKey[],
): Promise<ActivityRow[]> =>
  keys.length === 0 ? [] : (await activitiesQuery(keys, { names: allNames }).execute(kysely)).rows;
