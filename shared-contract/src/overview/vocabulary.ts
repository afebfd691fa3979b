// The vocabulary of the dashboards. No schema library here.

export const dashboardFields = [
  'DocumentTypes',
  'BuyersJourneyStage',
  'Onlines',
  'Region',
  'ContentType',
] as const;
export type DashboardField = (typeof dashboardFields)[number];

export const documentSegments = ['document-type', 'content-type', 'community', 'buyers-journey'] as const;
export type DocumentSegment = (typeof documentSegments)[number];

/** The period that a period is compared with: the one before it, or the same dates of the year before. */
export const comparedPeriods = ['previous', 'lastYear'] as const;
export type ComparedPeriod = (typeof comparedPeriods)[number];
/** The most parts that are told of a change. */
export const maxChangedParts = 4;
/** What the change of engagements is told by. */
export const changeParts = ['organization', 'document'] as const;
export type ChangeParts = (typeof changeParts)[number];
