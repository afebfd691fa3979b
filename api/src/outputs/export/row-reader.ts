import type { ActivityRow } from '../../activities/activity-rows.ts';
import { findParser } from '../../platform/db/values.ts';

type Parse<T> = (text: string) => Exclude<T, null>;

export const text: Parse<string> = (content) => content;
const flag: Parse<boolean> = (content) => content === 't';
const textList = findParser(1009) as Parse<readonly string[]>;

const digits = (content: string, at: number): number =>
  (content.charCodeAt(at) - 48) * 10 + content.charCodeAt(at + 1) - 48;

/** Rows in the order of their dates have the same day as the row before. */
let lastDay = { text: '', start: 0 };

/** '2024-02-29 23:59:58.7+00', in UTC. */
export const moment: Parse<Date> = (content) => {
  const isUsual = content.charCodeAt(10) === 32 && content.endsWith('+00');
  if (!isUsual) return new Date(`${content.replace(' ', 'T')}:00`);
  const day = content.slice(0, 10);
  if (day !== lastDay.text) lastDay = { text: day, start: Date.parse(day) };
  const minutes = digits(content, 11) * 60 + digits(content, 14);
  const fraction = content.charCodeAt(19) === 46 ? Math.trunc(Number(content.slice(19, -3)) * 1000) : 0;
  return new Date(lastDay.start + (minutes * 60 + digits(content, 17)) * 1000 + fraction);
};

/** How the values of a row look in COPY text format. */
export const parsers: { readonly [Name in keyof ActivityRow]: Parse<ActivityRow[Name]> } = {
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

/** Reads the values of the given columns in a copy. The rows have no others: make only values of them that need no others. */
export const rowReader = (names: readonly (keyof ActivityRow)[]) => {
  const columns = names.map((name) => ({ name, parse: parsers[name] }));
  return (values: readonly (string | null)[]): ActivityRow => {
    const row: Record<string, unknown> = {};
    // Not `entries()`, which takes as long as all parsers of a row.
    for (let index = 0; index < columns.length; index += 1) {
      const { name, parse } = columns[index]!;
      const value = values[index] ?? null;
      row[name] = value === null ? null : parse(value);
    }
    return row as unknown as ActivityRow;
  };
};
