// Which values of an activity a person may see. The API withholds the others, and the browser does not offer them.
import { exportColumns } from '@readerlens/contract/explorer';
import type { ExportColumnDefinition, ExportColumnName } from '@readerlens/contract/explorer';
import { namedCatalogue } from './catalogue.ts';
import type { factOfField } from './facts.ts';
import { searchableFields } from './rules.ts';

type FieldName = keyof typeof factOfField | 'DateRange';

/**
 * The filter fields that each value of an activity shows: the columns of exports, and the attributes of lists, details, sheets and
 * mails, some of which have another name. A value without fields is shown to everyone who may see the activity.
 */
const fieldsOfValue = {
  id: [],
  qualifiedId: [],
  referenceNumber: [],
  date: ['DateRange'],
  activityType: ['ActivityTypes'],
  sequence: ['Sequence'],
  quality: ['Quality'],
  source: ['MediaSource'],
  newsletter: ['Newsletter'],
  hasSpecifics: ['Specifics'],
  specifics: ['SpecificsText'],
  specificsModel: ['SpecificsText'],
  advertiser: ['Clients'],
  analystTags: ['AnalystTags'],
  userId: [],
  firstName: ['FirstName'],
  lastName: ['LastName'],
  fullName: ['FirstName', 'LastName', 'Email'],
  email: ['Email'],
  emailUrl: ['Email'],
  jobTitle: ['Title'],
  phone: [],
  address: ['City', 'State', 'Country'],
  formattedAddr: ['City', 'State', 'Country'],
  city: ['City'],
  state: ['State'],
  country: ['Country'],
  countries: ['Country'],
  region: ['Region'],
  consent: ['ClientConsentStatus'],
  linkedIn: [],
  company: ['ReaderCompany', 'ReaderOrgs'],
  readerOrg: ['ReaderOrgs'],
  companyUrl: ['ReaderCompany', 'ReaderOrgs'],
  orgType: ['OrgType'],
  orgTypes: ['OrgType'],
  revenue: ['Revenue'],
  productCategory: ['ProductCategory'],
  productCategories: ['ProductCategory'],
  docTitle: ['DocumentTitle'],
  docUrl: [],
  docId: [],
  docType: ['DocumentTypes'],
  contentType: ['ContentType'],
  topics: ['ContentTopics'],
  buyersJourney: ['BuyersJourneyStage'],
  stage: ['BuyersJourneyStage'],
  portal: ['Onlines'],
} as const satisfies Record<ExportColumnName, readonly FieldName[]> & Record<string, readonly FieldName[]>;
export type ShownValue = keyof typeof fieldsOfValue;

export const shownValues = Object.keys(fieldsOfValue) as ShownValue[];

/**
 * Fields that everyone may search by, and those that are granted to search by but shown to everyone: every list and sheet
 * shows who the reader works for.
 */
const shownToAll: ReadonlySet<string> = new Set([
  ...searchableFields(namedCatalogue, { role: 'Client', searchFields: [] }),
  'ReaderCompany',
  'ReaderOrgs',
]);

/** Whether a person with these search fields may see a value of an activity that they may see. */
export const maySeeValue = (value: ShownValue, searchFields: ReadonlySet<string>): boolean =>
  fieldsOfValue[value].every((field) => shownToAll.has(field) || searchFields.has(field));

const grantedValues = shownValues.filter((value) => !maySeeValue(value, new Set()));

/** The values that a person with these search fields may not see. */
export const withheldValues = (searchFields: ReadonlySet<string>): ShownValue[] =>
  grantedValues.filter((value) => !maySeeValue(value, searchFields));

/** The columns that a person with these search fields may export. */
export const exportableColumns = (searchFields: ReadonlySet<string>): ExportColumnDefinition[] =>
  exportColumns.filter(({ field }) => maySeeValue(field, searchFields));
