import { api } from '@readerlens/auth';
import { dashboardQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { allCategories, timelineQuery } from '../subject/subject.queries.ts';
import type { CategoryField } from '../subject/subject.queries.ts';

export const mostActiveReaderQuery = (search: DashboardSearch) =>
  dashboardQuery(search, ['POST /api/reader-dashboard/most-active-reader'], (body, options) =>
    api('POST /api/reader-dashboard/most-active-reader', { body }, options),
  );

export const readerStatsQuery = (search: DashboardSearch, readerId: string) =>
  dashboardQuery(search, ['POST /api/client-dashboard/stats', readerId], (body, options) =>
    api('POST /api/client-dashboard/stats', { body: { ...body, readerId } }, options),
  );

export const recentQuery = (
  search: DashboardSearch,
  readerId: string,
  list: 'recent-activities' | 'recent-customer-requests',
) => {
  const call = `POST /api/reader-dashboard/${list}` as const;
  return dashboardQuery(search, [call, readerId], (body, options) =>
    api(call, { body: { ...body, readerId } }, options),
  );
};

export const stagesByMonthQuery = (search: DashboardSearch, readerId: string) => {
  const call = 'POST /api/reader-dashboard/share-by-buyersjourney';
  return dashboardQuery(search, [call, readerId], (body, options) =>
    api(call, { body: { ...body, readerId } }, options),
  );
};

export const categoriesQuery = (search: DashboardSearch, readerId: string, field: CategoryField) => {
  const call = 'POST /api/reader-dashboard/by-field/{field}';
  return dashboardQuery(search, [call, `${field} ${readerId}`], async (body, options) => {
    const input = { params: { field }, body: { ...body, readerId, size: allCategories } };
    return { data: { field, points: (await api(call, input, options)).data } };
  });
};

/** All activities of a reader, a part at a time. */
export const readerTimelineQuery = (search: DashboardSearch, readerId: string) =>
  timelineQuery(search, ['reader', readerId], (body, options) =>
    api('POST /api/reader-dashboard/timeline', { body: { ...body, readerId } }, options),
  );
