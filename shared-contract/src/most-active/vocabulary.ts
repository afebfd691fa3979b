// The vocabulary of Most Active Companies and Most Active Readers. No schema library here.

/** What the rows can be sorted by: only what everyone may see. */
export const orgSortFields = ['activitiesCount', 'uniqueReaders', 'orgName'] as const;
export type OrgSortField = (typeof orgSortFields)[number];
export const readerSortFields = [
  'totalEngagements',
  'totalDocuments',
  'mostRecent',
  'name',
  'jobTitle',
] as const;
export type ReaderSortField = (typeof readerSortFields)[number];

/** Maximum number of organizations in an answer. */
export const maxOrgRows = 20_000;
/** Maximum length of the text that organizations are searched for. */
export const maxOrgTextLength = 200;
export const readerPageSizes = [10, 20, 50] as const;

export const mostActiveCompaniesName = 'Most Active Companies Report.xlsx';
export const mostActiveReadersName = 'Most Active Readers Report.xlsx';
