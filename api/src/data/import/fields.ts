import { statusCode } from '../../activities/codes.ts';
import * as parse from './field-values.ts';
import type { Parsed, ParseValue } from './field-values.ts';

export const importKinds = ['engagements', 'documents'] as const;
export type ImportKind = (typeof importKinds)[number];

/** A field that columns of a file are mapped to. Its name is also the column of the staging table. */
export interface Field {
  readonly name: string;
  /** Type in the staging table, where lists are text with bars. */
  readonly type: 'text' | 'smallint' | 'boolean' | 'date' | 'timestamptz';
  readonly parse: ParseValue;
  readonly isRequired: boolean;
  /** Words that mean 'missing' elsewhere can be its value: somebody is called Null. */
  readonly isFree: boolean;
  /** What replaces a value that cannot be used, if that is not the same as no value. */
  readonly substitute?: { readonly value: Parsed; readonly explanation: string };
}

const field = (name: string, type: Field['type'], parseValue: ParseValue, isRequired = false): Field => ({
  name,
  type,
  parse: parseValue,
  isRequired,
  isFree: false,
});
const id = (name: string, isRequired = false): Field => field(name, 'text', parse.id, isRequired);
/** A name, a title or a detail of a person: one line of text. */
const line = (name: string, maxLength: number, isRequired = false): Field => ({
  ...field(name, 'text', parse.line(maxLength), isRequired),
  isFree: true,
});
const names = (name: string): Field => ({ ...field(name, 'text', parse.list), isFree: true });

/** Nobody may see an activity that was not approved, so an unknown status is not the usual one. */
const status: Field = {
  ...field('status', 'smallint', parse.status),
  substitute: { value: statusCode.Pending, explanation: 'The activity is Pending.' },
};

const documentFields: readonly Field[] = [
  line('document_title', 1000),
  field('document_url', 'text', parse.webAddress),
  line('document_type', 200),
  field('document_stage', 'text', parse.stage),
  field('document_content_type', 'smallint', parse.contentType),
  names('document_topics'),
  names('document_offerings'),
  field('document_published_on', 'date', parse.day),
  field('document_gated', 'smallint', parse.gated),
];

const readerFields: readonly Field[] = [
  id('reader_external_id'),
  field('reader_email', 'text', parse.email),
  line('reader_first_name', 200),
  line('reader_last_name', 200),
  line('reader_full_name', 200),
  line('reader_title', 300),
  line('reader_company', 300),
  { ...line('reader_phone', 100), isFree: false },
  { ...line('reader_address', 500), parse: parse.address },
  line('reader_city', 200),
  line('reader_state', 200),
  field('country', 'text', parse.country),
  field('reader_linkedin', 'text', parse.webAddress),
  field('reader_profile_status', 'smallint', parse.profileStatus),
  field('reader_client_consent', 'boolean', parse.flag),
  field('reader_client_consent_at', 'timestamptz', parse.instant),
  field('reader_newsletter_consent', 'boolean', parse.flag),
  names('reader_personas'),
];

const organisationFields: readonly Field[] = [
  line('organisation_name', 300),
  field('organisation_website', 'text', parse.webAddress),
  field('organisation_domain', 'text', parse.domain),
];

const byKind: Readonly<Record<ImportKind, readonly Field[]>> = {
  engagements: [
    id('external_id'),
    field('occurred_at', 'timestamptz', parse.instant, true),
    field('activity_type', 'smallint', parse.activityType),
    field('sequence', 'smallint', parse.sequence),
    field('quality', 'smallint', parse.quality),
    field('source', 'smallint', parse.source),
    status,
    field('reject_reason', 'smallint', parse.rejectReason),
    field('approved_at', 'timestamptz', parse.instant),
    line('client', 200, true),
    line('community', 200, true),
    id('document_external_id'),
    ...documentFields,
    ...readerFields,
    ...organisationFields,
    line('newsletter', 200),
    { ...field('specifics', 'text', parse.paragraphs(20_000)), isFree: true },
    id('trackable_url_id'),
  ],
  documents: [
    id('document_external_id', true),
    ...documentFields,
    field('document_active', 'boolean', parse.flag),
    line('client', 200),
    line('community', 200),
  ],
};

/** The fields of a kind of import, in the order of the manual. */
export const listFields = (kind: ImportKind): readonly Field[] => byKind[kind];
