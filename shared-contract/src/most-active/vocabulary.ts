// The vocabulary of Most Active Companies and Most Active Readers. No schema library here.

/** What the rows can be sorted by: only what everyone may see. */
export const orgSortFields = [
  'activitiesCount',
  'uniqueReaders',
  'orgName',
  'engagementsChange',
  'engagementScore',
] as const;
export type OrgSortField = (typeof orgSortFields)[number];
export const readerSortFields = [
  'totalEngagements',
  'totalDocuments',
  'mostRecent',
  'name',
  'jobTitle',
  'engagementsChange',
] as const;
export type ReaderSortField = (typeof readerSortFields)[number];

/** What can have become of an organization or a reader since the period before. */
export const rankTrends = ['rising', 'falling', 'new', 'silent'] as const;
export type RankTrend = (typeof rankTrends)[number];

/** The definition of each in words; the one in SQL is in `rank-trends.ts` of the API. */
export const rankTrendWords: Readonly<
  Record<RankTrend, { readonly label: string; readonly meaning: string }>
> = {
  rising: { label: 'Rising', meaning: 'More engagements than in the period before' },
  falling: { label: 'Falling', meaning: 'Fewer engagements than in the period before, but some' },
  new: { label: 'New', meaning: 'Engagements, and none in the period before' },
  silent: { label: 'Silent', meaning: 'No engagements, but some in the period before' },
};

/** The order of each by the change of engagements: the largest change first. */
export const rankTrendOrders = {
  rising: 'desc',
  falling: 'asc',
  new: 'desc',
  silent: 'asc',
} as const satisfies Record<RankTrend, string>;

/** Engagements that one needs in either period to be listed for its trend. */
export const standardTrendMinimum = 5;
export const maxTrendMinimum = 10_000;

/** Maximum number of organizations in an answer. */
export const maxOrgRows = 20_000;
/** How many organizations or readers one answer has the engagements over time of. */
export const maxSeriesRows = 50;
/** The most parts of a period that the engagements over time are counted in. */
export const maxSeriesBuckets = 36;
/** Maximum length of the text that organizations and readers are searched for. */
export const maxRankTextLength = 200;
export const readerPageSizes = [10, 20, 50] as const;

/** What else is known of an organization: columns that one chooses, most of which not everyone may see. */
export const orgProperties = ['countries', 'revenue', 'productCategories'] as const;
export type OrgProperty = (typeof orgProperties)[number];

/** The columns that the lists show: what a file 'As shown' can have. */
export const orgColumns = [
  'rank',
  'orgName',
  'uniqueReaders',
  'activitiesCount',
  'engagementScore',
  'engagementsChange',
  'companyType',
  ...orgProperties,
] as const;
export type OrgColumn = (typeof orgColumns)[number];
export const readerColumns = [
  'rank',
  'name',
  'email',
  'jobTitle',
  'org',
  'linkedIn',
  'totalEngagements',
  'engagementsChange',
  'totalDocuments',
  'mostRecent',
] as const;
export type ReaderColumn = (typeof readerColumns)[number];

export const companiesAsShownName = 'Most Active Companies As Shown.xlsx';
export const readersAsShownName = 'Most Active Readers As Shown.xlsx';
export const mostActiveCompaniesName = 'Most Active Companies Report.xlsx';
export const mostActiveReadersName = 'Most Active Readers Report.xlsx';
