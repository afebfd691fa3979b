import { api } from '@readerlens/auth';
import { dashboardQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { termsOf, toRequest } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';

/** All activities, or each reader once. */
export type Counting = 'all' | 'unique';

/** Requested sizes. Shares need every category: they are parts of the whole, and the rest becomes 'Other'. */
const sizes = { share: 200, documents: 25 } as const;

export type ShareField = 'DocumentTypes' | 'BuyersJourneyStage' | 'Onlines' | 'Region' | 'ContentType';

export const statsQuery = (search: DashboardSearch) =>
  dashboardQuery(search, ['POST /api/client-dashboard/stats'], (body, options) =>
    api('POST /api/client-dashboard/stats', { body }, options),
  );

/**
 * Counts the engagements of a model, for the filter panel. Rejects without a client, as the call would be refused.
 */
export const countEngagements = async (model: FilterModel, signal: AbortSignal): Promise<number> => {
  if (termsOf(model.filters, 'Clients').length === 0) throw new Error('No client is chosen.');
  const { data } = await api('POST /api/client-dashboard/stats', { body: toRequest(model) }, { signal });
  return data.totalLeads;
};

export const monthsQuery = (search: DashboardSearch, counting: Counting) => {
  const call =
    counting === 'all' ? 'POST /api/client-dashboard/by-month' : 'POST /api/client-dashboard/unique-by-month';
  return dashboardQuery(search, [call], (body, options) => api(call, { body }, options));
};

export const sourcesQuery = (search: DashboardSearch, counting: Counting) => {
  const call =
    counting === 'all'
      ? 'POST /api/client-dashboard/by-source'
      : 'POST /api/client-dashboard/unique-by-source';
  return dashboardQuery(search, [call], (body, options) => api(call, { body }, options));
};

export const shareQuery = (search: DashboardSearch, field: ShareField) => {
  const call = 'POST /api/client-dashboard/by-field/{field}';
  return dashboardQuery(search, [call, field], (body, options) =>
    api(call, { params: { field }, body: { ...body, size: sizes.share } }, options),
  );
};

export const contentByStageQuery = (search: DashboardSearch) => {
  const call = 'POST /api/content-overview-dashboard/doc-count-by-{segment}';
  return dashboardQuery(search, [call, 'buyers-journey'], (body, options) =>
    api(call, { params: { segment: 'buyers-journey' }, body }, options),
  );
};

export const documentCountQuery = (search: DashboardSearch) =>
  dashboardQuery(search, ['POST /api/content-overview-dashboard/doc-count'], (body, options) =>
    api('POST /api/content-overview-dashboard/doc-count', { body }, options),
  );

export const engagedDocumentCountQuery = (search: DashboardSearch) => {
  const call = 'POST /api/content-overview-dashboard/activities-with-docs-count';
  return dashboardQuery(search, [call], (body, options) =>
    api(call, { body: { ...body, excludeInactiveDocs: true } }, options),
  );
};

export const topDocumentsQuery = (search: DashboardSearch) =>
  dashboardQuery(search, ['POST /api/client-dashboard/top-documents'], (body, options) =>
    api('POST /api/client-dashboard/top-documents', { body: { ...body, size: sizes.documents } }, options),
  );

export const stageAndAgeQuery = (search: DashboardSearch) => {
  const call = 'POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age';
  return dashboardQuery(search, [call], (body, options) => api(call, { body }, options));
};
