import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { dashboardQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { toQuery, toRequest } from '@readerlens/filters/model';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Viewer } from '../individual-activity/activity.queries.ts';

type Lookup = CallData<Calls['GET /api/user-proxy']>;
type Entity = Exclude<Lookup, readonly unknown[]>;
export type ReaderInfo = Extract<Entity, { clientConsent: boolean }>;

/** Fields of the category pie. Every category is asked for: the ones beyond the shown are named below it. */
export type CategoryField = 'DocumentTypes' | 'BuyersJourneyStage' | 'Onlines';
const allCategories = 200;

const isReader = (data: Lookup): data is ReaderInfo => !Array.isArray(data) && 'clientConsent' in data;

/** The profile of a reader by id or e-mail. */
export const readerQuery = (reader: string | undefined, viewer: Viewer) =>
  queryOptions({
    queryKey: ['reader', reader, viewer],
    queryFn: async ({ signal }) => {
      const query = { path: `user/${reader}?level=full` };
      const { data } = await api('GET /api/user-proxy', { query }, { signal });
      if (!isReader(data)) throw new Error('The answer is not a reader.');
      return data;
    },
    enabled: reader !== undefined && viewer.userId !== undefined,
    staleTime: 60_000,
    networkMode: 'always',
    meta: { pageContent: true },
    retry: false,
  });

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
export const timelineQuery = (search: DashboardSearch, readerId: string) =>
  infiniteQueryOptions({
    queryKey: ['reader', 'timeline', readerId, search.userId, search.blinded, toQuery(search.model)],
    queryFn: async ({ signal, pageParam }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      const body = { ...toRequest(search.model), readerId, ...after };
      const { data, next } = await api('POST /api/reader-dashboard/timeline', { body }, { signal });
      return { rows: data, next };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: search.hasClients && search.userId !== undefined,
    staleTime: 60_000,
  });
