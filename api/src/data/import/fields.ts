import * as parse from './field-values.ts';
import type { ParseValue } from './field-values.ts';

export const importKinds = ['engagements', 'documents'] as const;
export type ImportKind = (typeof importKinds)[number];

/** A field that columns of a file are mapped to. Its name is also the column of the staging table. */
export interface Field {
  readonly name: string;
  /** Type in the staging table, where lists are text with bars. */
  readonly type: 'text' | 'smallint' | 'boolean' | 'date' | 'timestamptz';
  readonly parse: ParseValue;
  readonly isRequired: boolean;
  /** Any words can be a value, also those that mean 'missing' elsewhere. */
  readonly isFree: boolean;
}

const field = (name: string, type: Field['type'], parseValue: ParseValue, isRequired = false): Field => ({
  name,
  type,
  parse: parseValue,
  isRequired,
  isFree: parseValue === parse.list,
});
const text = (name: string, maxLength: number, isRequired = false): Field => ({
  ...field(name, 'text', parse.text(maxLength), isRequired),
  isFree: true,
});

const documentFields: readonly Field[] = [
  text('document_title', 1000),
  field('document_url', 'text', parse.webAddress),
  text('document_type', 200),
  field('document_stage', 'text', parse.stage),
  field('document_content_type', 'smallint', parse.contentType),
  field('document_topics', 'text', parse.list),
  field('document_offerings', 'text', parse.list),
  field('document_published_on', 'date', parse.day),
  field('document_gated', 'smallint', parse.gated),
];

const readerFields: readonly Field[] = [
  text('reader_external_id', 200),
  field('reader_email', 'text', parse.email),
  text('reader_first_name', 200),
  text('reader_last_name', 200),
  text('reader_title', 300),
  text('reader_company', 300),
  text('reader_phone', 100),
  text('reader_address', 500),
  text('reader_city', 200),
  text('reader_state', 200),
  field('country', 'text', parse.country),
  field('reader_linkedin', 'text', parse.webAddress),
  field('reader_profile_status', 'smallint', parse.profileStatus),
  field('reader_client_consent', 'boolean', parse.flag),
  field('reader_client_consent_at', 'timestamptz', parse.instant),
  field('reader_newsletter_consent', 'boolean', parse.flag),
  field('reader_personas', 'text', parse.list),
];

const organisationFields: readonly Field[] = [
  text('organisation_name', 300),
  field('organisation_website', 'text', parse.webAddress),
  field('organisation_domain', 'text', parse.domain),
];

const byKind: Readonly<Record<ImportKind, readonly Field[]>> = {
  engagements: [
    text('external_id', 200),
    field('occurred_at', 'timestamptz', parse.instant, true),
    field('activity_type', 'smallint', parse.activityType),
    field('sequence', 'smallint', parse.sequence),
    field('quality', 'smallint', parse.quality),
    field('source', 'smallint', parse.source),
    field('status', 'smallint', parse.status),
    field('reject_reason', 'smallint', parse.rejectReason),
    field('approved_at', 'timestamptz', parse.instant),
    text('client', 200, true),
    text('community', 200, true),
    text('document_external_id', 200),
    ...documentFields,
    ...readerFields,
    ...organisationFields,
    text('newsletter', 200),
    text('specifics', 20_000),
    text('trackable_url_id', 200),
  ],
  documents: [
    text('document_external_id', 200, true),
    ...documentFields,
    field('document_active', 'boolean', parse.flag),
    text('client', 200),
    text('community', 200),
  ],
};

/** The fields of a kind of import, in the order of the manual. */
export const fieldsOf = (kind: ImportKind): readonly Field[] => byKind[kind];
