import type { ActivityRow } from '../activities/activity-rows.ts';

/** Defaults for columns that were not requested: never shown, but valid. */
const emptyRow: ActivityRow = {
  clientId: 0,
  id: 0,
  externalId: null,
  activityType: 0,
  occurredAt: new Date(0),
  sequence: 1,
  quality: null,
  source: 0,
  client: null,
  newsletterId: null,
  newsletter: null,
  analystTags: [],
  hasSpecifics: false,
  specificsText: null,
  specifics: null,
  readerId: 0,
  firstName: null,
  lastName: null,
  email: null,
  jobTitle: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  linkedIn: null,
  hasConsent: null,
  consentAt: null,
  country: null,
  region: null,
  company: null,
  organisationId: null,
  organisation: null,
  revenue: null,
  orgTypes: null,
  productCategories: null,
  documentId: 0,
  documentExternalId: null,
  documentTitle: null,
  documentUrl: null,
  documentType: null,
  stage: 0,
  contentType: 0,
  topics: [],
  community: null,
};

/** JSON has no dates. */
const moments: ReadonlySet<keyof ActivityRow> = new Set(['occurredAt', 'consentAt']);
const valueOf = (name: keyof ActivityRow, value: unknown): unknown =>
  typeof value === 'string' && moments.has(name) ? new Date(value) : value;

/** Creates rows from lists of the given column values. */
export const rowReader = (names: readonly (keyof ActivityRow)[]) => {
  return (values: readonly unknown[]): ActivityRow => {
    const row: Record<string, unknown> = { ...emptyRow };
    for (const [index, name] of names.entries()) row[name] = valueOf(name, values[index]);
    return row as unknown as ActivityRow;
  };
};
