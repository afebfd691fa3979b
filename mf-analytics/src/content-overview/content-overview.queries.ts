import { api } from '@readerlens/auth';
import { dashboardQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';

export type Segment = 'community' | 'content-type' | 'document-type';

const topDocuments = 25;

export const segmentQuery = (search: DashboardSearch, segment: Segment) => {
  const call = 'POST /api/content-overview-dashboard/doc-count-by-{segment}';
  return dashboardQuery(search, [call, segment], (body, options) =>
    api(call, { params: { segment }, body }, options),
  );
};

export const topByReadersQuery = (search: DashboardSearch) => {
  const call = 'POST /api/content-overview-dashboard/top-documents-unique-readers';
  return dashboardQuery(search, [call], (body, options) =>
    api(call, { body: { ...body, size: topDocuments } }, options),
  );
};
