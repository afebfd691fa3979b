// The vocabulary of Engagements Search, shared by browser and API. No schema library here.
import type { ActivityType } from '../vocabulary.ts';

export const searchPageSizes = [50, 100] as const;
export type SearchPageSize = (typeof searchPageSizes)[number];

/** What the table can be sorted by. */
export const searchSortFields = [
  'date',
  'activityType',
  'quality',
  'fullName',
  'company',
  'portal',
  'docTitle',
  'sequence',
] as const;
export type SearchSortField = (typeof searchSortFields)[number];

/** The columns that the table shows: what a file 'As shown' can have. */
export const searchColumns = [...searchSortFields, 'specifics'] as const;
export type SearchColumn = (typeof searchColumns)[number];

export const columnCategories = ['Activity', 'Reader', 'Company', 'Content'] as const;
export type ColumnCategory = (typeof columnCategories)[number];

interface ColumnDefinition<Name extends string> {
  readonly field: Name;
  readonly category: ColumnCategory;
  readonly isMandatoryForExport: boolean;
  /** The heading. */
  readonly label: string;
  /** Names in older stored choices. */
  readonly aliases?: readonly string[];
}

const columns = <const Name extends string>(
  category: ColumnCategory,
  rows: readonly (readonly [Name, string, { mandatory?: true; aliases?: readonly string[] }?])[],
): ColumnDefinition<Name>[] =>
  rows.map(([field, label, extras = {}]) => ({
    field,
    label,
    category,
    isMandatoryForExport: extras.mandatory ?? false,
    ...(extras.aliases ? { aliases: extras.aliases } : {}),
  }));

/** Every column that an export can have, in the order of a complete one. */
export const exportColumns = [
  ...columns('Activity', [
    ['referenceNumber', 'Reference Number', { mandatory: true, aliases: ['friendlyId', 'qualifiedId'] }],
    ['date', 'Activity Date', { mandatory: true, aliases: ['activityDate', 'dropDate'] }],
    ['activityType', 'Activity Type', { mandatory: true }],
    ['sequence', 'Sequence', { aliases: ['sequenceName'] }],
    ['quality', 'Quality', { aliases: ['qualityNum'] }],
    ['source', 'Source', { aliases: ['mediaSource'] }],
    ['newsletter', 'Newsletter', { aliases: ['newsletterName'] }],
    ['specifics', 'Specifics'],
    ['advertiser', 'Client', { aliases: ['client'] }],
    ['analystTags', 'Analyst Tags'],
  ]),
  ...columns('Reader', [
    ['fullName', 'Reader Name', { aliases: ['readerName'] }],
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['email', 'Email'],
    ['jobTitle', 'Job Title', { aliases: ['title'] }],
    ['phone', 'Phone'],
    ['address', 'Address', { aliases: ['formattedAddr'] }],
    ['city', 'City'],
    ['state', 'State'],
    ['country', 'Country'],
    ['region', 'Region'],
    ['consent', 'Privacy Consent', { aliases: ['consentToPrivacyDate'] }],
    ['linkedIn', 'LinkedIn', { aliases: ['linkedInUrl'] }],
  ]),
  ...columns('Company', [
    ['company', 'Reader Company', { aliases: ['readerCompany'] }],
    ['readerOrg', 'Reader Org', { aliases: ['readerOrgs', 'orgName'] }],
    ['orgType', 'Organization Type'],
    ['revenue', 'Revenue'],
    ['productCategory', 'Product Category'],
  ]),
  ...columns('Content', [
    ['docTitle', 'Content Title', { aliases: ['contentTitle', 'documentTitle'] }],
    ['docUrl', 'Content URL', { aliases: ['portalUrl', 'contentUrl'] }],
    ['docId', 'Content Id'],
    ['docType', 'Document Type'],
    ['contentType', 'Content Type'],
    ['topics', 'Content Theme', { aliases: ['contentTopics'] }],
    ['buyersJourney', "Buyer's Journey Stage", { aliases: ['buyersJourneyName'] }],
    ['portal', 'Community', { aliases: ['online'] }],
  ]),
] as const;

export type ExportColumnName = (typeof exportColumns)[number]['field'];
export type ExportColumnDefinition = ColumnDefinition<ExportColumnName>;

const byName = new Map<string, ExportColumnDefinition>(
  exportColumns.flatMap((column) =>
    [column.field, ...(column.aliases ?? [])].map((name) => [name, column] as const),
  ),
);

/** The column with this name or alias. */
export const findExportColumn = (name: string): ExportColumnDefinition | undefined => byName.get(name);

/** The export columns of a user who has never chosen any. */
export const defaultExportColumns: readonly string[] = [
  'referenceNumber',
  'date',
  'activityType',
  'sequence',
  'quality',
  'fullName',
  'firstName',
  'lastName',
  'email',
  'jobTitle',
  'phone',
  'address',
  'country',
  'company',
  'readerOrg',
  'docTitle',
  'docUrl',
  'docType',
  'buyersJourney',
  'portal',
  'specifics',
];

/**
 * The columns of an export: the available ones in the chosen order without duplicates, after any missing mandatory ones.
 */
export const completeColumns = (
  names: readonly string[],
  available: readonly ExportColumnDefinition[] = exportColumns,
): ExportColumnDefinition[] => {
  // By name: packages that are loaded separately each have their own copy of the columns.
  const byField = new Map(available.map((column) => [column.field, column]));
  const chosen = new Set(names.flatMap((name) => findExportColumn(name)?.field ?? []));
  const missing = available.filter(
    ({ isMandatoryForExport, field }) => isMandatoryForExport && !chosen.has(field),
  );
  return [...missing, ...[...chosen].flatMap((field) => byField.get(field) ?? [])];
};

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** `{start}_{YYYYMMDD_HHmm}`, in UTC, without the file extension. */
const datedName = (start: string, now: Date): string => {
  const digits = now.toISOString().replace(/\D/g, '');
  return `${start}_${digits.slice(0, 8)}_${digits.slice(8, 12)}`;
};
export const exportName = (now: Date): string => datedName('activities', now);
export const asShownExportName = (now: Date): string => datedName('activities_as_shown', now);

/** The id of an activity together with its type, unique over types: what `itemIds` hold. */
export const formatQualifiedId = (type: ActivityType, id: string): string => `${type}-${id}`;

/** The id of the client of an activity, by its id, with or without its type; undefined if malformed. */
export const readClientId = (activityId: string): string | undefined =>
  /^(?:[A-Za-z]+-)?([1-9]\d*)-\d+$/.exec(activityId)?.[1];

/** Longer notes are cut at a word boundary and end in an ellipsis, which counts toward this length. */
export const maxNoteLength = 390;
export const readerQuestionsTitle = 'Questions Asked by Reader';
export const noNotesText = 'This customer did not enter any notes when they filled out the form';
export const hiddenSpecificsText = 'Specifics are hidden in Blinded Mode';
export const noConsentText = 'NO CONSENT';
