import { countryOf } from './countries.ts';
import * as parse from './field-values.ts';
import { BadValue } from './field-values.ts';
import type { ParseValue } from './field-values.ts';

export type ImportKind = 'engagements' | 'documents';

export interface Field {
  readonly name: string;
  readonly parse: ParseValue;
  /** Column of the staging table, and its type. */
  readonly column: string;
  readonly type: string;
  readonly isRequired?: true;
}

const field = (name: string, type: string, parseValue: ParseValue, extras: Partial<Field> = {}): Field => ({
  name,
  column: name,
  type,
  parse: parseValue,
  ...extras,
});
const required = { isRequired: true } as const;
const text = (name: string, maxLength = 300, extras: Partial<Field> = {}) =>
  field(name, 'text', parse.text(maxLength), extras);

const country: ParseValue = (value) => {
  const found = countryOf(value);
  if (!found)
    throw new BadValue(`'${value.slice(0, 60)}' is neither an ISO code nor the English name of a country`);
  return found.iso;
};

const documentFields: readonly Field[] = [
  text('document_id', 200, required),
  text('document_title', 500),
  text('document_url', 2000),
  text('document_type', 100),
  field('stage', 'smallint', parse.stage),
  field('content_type', 'smallint', parse.contentType),
  field('open_access', 'smallint', parse.openAccess),
  field('topics', 'text[]', parse.list),
  field('published_on', 'date', parse.day),
];

const readerFields: readonly Field[] = [
  text('reader_id', 200),
  field('reader_email', 'text', parse.email),
  text('first_name'),
  text('last_name'),
  text('job_title'),
  text('company'),
  text('organisation'),
  text('phone', 60),
  text('city', 200),
  text('state', 200),
  field('country', 'text', country),
  text('region', 100),
  text('linked_in', 500),
];

const fieldsOfKind: Readonly<Record<ImportKind, readonly Field[]>> = {
  engagements: [
    text('id', 200),
    field('occurred_at', 'timestamptz', parse.instant, required),
    text('client', 200, required),
    text('community', 200, required),
    field('activity_type', 'smallint', parse.activityType),
    field('source', 'smallint', parse.source),
    field('status', 'smallint', parse.status),
    field('sequence', 'smallint', parse.sequence),
    field('quality', 'smallint', parse.quality),
    text('newsletter', 200),
    text('specifics', 20_000),
    ...documentFields,
    ...readerFields,
  ],
  documents: [
    text('client', 200, required),
    text('community', 200),
    ...documentFields,
    field('is_active', 'boolean', parse.flag),
  ],
};

/** What a file of a kind can tell, in the order of the manual. */
export const fieldsOf = (kind: ImportKind): readonly Field[] => fieldsOfKind[kind];
