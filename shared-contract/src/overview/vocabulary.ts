// The vocabulary of the dashboards. No schema library here.

/** Age classes of documents, by the time since publication at the end of the date range. */
export const docAges = [
  '0-3 months',
  '3-6 months',
  '6-12 months',
  '1-2 years',
  'Over 2 years',
  'Unknown',
] as const;

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
