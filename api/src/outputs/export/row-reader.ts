import type { ActivityRow } from '../../activities/activity-rows.ts';
import { copiedValues } from '../../platform/db/copy-rows.ts';
import { findParser } from '../../platform/db/values.ts';

type Parse<T> = (text: string) => Exclude<T, null>;

const text: Parse<string> = (content) => content;
const flag: Parse<boolean> = (content) => content === 't';
const textList = findParser(1009) as Parse<readonly string[]>;

/** '2024-02-29 23:59:58.7+00', in UTC. */
const moment: Parse<Date> = (content) => new Date(`${content.replace(' ', 'T')}:00`);

/** How the values of a row look in COPY text format. */
const parsers: { readonly [Name in keyof ActivityRow]: Parse<ActivityRow[Name]> } = {
  clientId: Number,
  id: Number,
  externalId: text,
  activityType: Number,
  occurredAt: moment,
  sequence: Number,
  quality: Number,
  source: Number,
  client: text,
  newsletterId: Number,
  newsletter: text,
  analystTags: textList,
  hasSpecifics: flag,
  specificsText: text,
  specifics: JSON.parse,
  readerId: Number,
  readerName: text,
  firstName: text,
  lastName: text,
  email: text,
  jobTitle: text,
  phone: text,
  address: text,
  city: text,
  state: text,
  linkedIn: text,
  hasConsent: flag,
  consentAt: moment,
  country: text,
  region: text,
  company: text,
  organisationId: Number,
  organisation: text,
  revenue: Number,
  orgTypes: textList,
  productCategories: textList,
  documentId: Number,
  documentExternalId: text,
  documentName: text,
  blindedDocumentName: text,
  documentUrl: text,
  documentType: text,
  stage: Number,
  contentType: Number,
  topics: textList,
  community: text,
};

/** Reads lines of a copy of the given columns. The rows have no others: make only values of them that need no others. */
export const rowReader = (names: readonly (keyof ActivityRow)[]) => {
  const columns = names.map((name) => ({ name, parse: parsers[name] }));
  return (line: string): ActivityRow => {
    const values = copiedValues(line);
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of columns.entries()) {
      const value = values[index] ?? null;
      row[name] = value === null ? null : parse(value);
    }
    return row as unknown as ActivityRow;
  };
};
