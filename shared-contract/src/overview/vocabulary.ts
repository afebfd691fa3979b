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
