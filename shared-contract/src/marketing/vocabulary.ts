// The vocabulary of marketing performance. No schema library here.

/** Who can be new. */
export const newnessSubjects = ['readers', 'organizations'] as const;
export type NewnessSubject = (typeof newnessSubjects)[number];

/** How the first activity of a reader or organization in a period relates to the earlier ones. */
export const newnessKinds = ['netNew', 'reactivated', 'returning'] as const;
export type NewnessKind = (typeof newnessKinds)[number];

/** Days without an activity after which somebody counts as reactivated; 'ever' means never. */
export const lookbacks = ['90', '365', 'ever'] as const;
export type Lookback = (typeof lookbacks)[number];
export const defaultLookback: Lookback = '365';

/** Columns of the cohort grid. Each has as many days. */
export const cohortWindows = 6;
export const cohortWindowDays = 30;

export const newnessPageSizes = [10, 20, 50] as const;

/** A rate of fewer cases than this is not shown. */
export const leastCasesOfRate = 10;

/** Which documents a list of content insights has. */
export const documentSets = ['engaged', 'available', 'declining', 'silent', 'published'] as const;
export type DocumentSet = (typeof documentSets)[number];

export const documentSortFields = [
  'engagements',
  'readers',
  'organizations',
  'engagementsPerReader',
  'lastEngaged',
] as const;
export type DocumentSortField = (typeof documentSortFields)[number];

/** Days without an engagement after which a document is silent. */
export const silentDays = 90;
/** Weeks since publication that the age curve has. */
export const ageCurveWeeks = 26;
/** The quality of an activity that counts as high. */
export const highQuality = 1;
/** Documents of the quadrant, those with most engagements. */
export const quadrantSize = 100;

/** What the two sides of a comparison are chosen by. Tactics are the sources of activities. */
export const sideKinds = ['documentType', 'theme', 'tactic', 'savedSearch'] as const;
export type SideKind = (typeof sideKinds)[number];
export { comparedPeriods, maxChangedParts } from '../overview/vocabulary.ts';
export type { ComparedPeriod } from '../overview/vocabulary.ts';

export const sideNames = ['baseline', 'comparison'] as const;
export type SideName = (typeof sideNames)[number];
/** The most document types, themes or tactics of a side. It has one saved search. */
export const maxSideIds = 20;

/** Whose organizations they are: those of only one side, or of both. */
export const overlapParts = ['baseline', 'both', 'comparison'] as const;
export type OverlapPart = (typeof overlapParts)[number];

/** Numbers whose change is told by its parts. Each case is in exactly one part. */
export const changeMeasures = [
  'engagementsByDocument',
  'engagementsBySource',
  'newReadersBySource',
  'newOrganizationsBySource',
  'influencedDealsByStage',
  'registrantsByWebinar',
  'registrantsByEvent',
  'clickersByIssue',
] as const;
export type ChangeMeasure = (typeof changeMeasures)[number];
/** Files with what a page shows. */
export const pageFileFormats = ['xlsx', 'csv', 'pdf'] as const;
export type PageFileFormat = (typeof pageFileFormats)[number];
/** The most that a file of a page takes; texts in characters, rows by table. */
export const pageFileLimits = { figures: 100, tables: 40, columns: 30, rows: 5000, text: 2000 } as const;
/** The columns of a page as CSV: one line for each figure and each cell. */
export const pageCsvColumns = ['Part', 'Row', 'Column', 'Value', 'Note'] as const;
