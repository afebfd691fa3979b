import type { CallKey } from '@readerlens/contract/client';
import type { ChartCardProps, ChartView } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { toQuery, toRequest } from '../../model/index.ts';
import type { FilterModel, FilterRequest } from '../../model/index.ts';

/** What a dashboard requests: the applied filters, and the user whose entitlements restrict the results. */
export interface DashboardSearch {
  model: FilterModel;
  userId: string | undefined;
  blinded: boolean;
  /** Nothing is requested without a client. */
  hasClients: boolean;
}

type Send<T> = (body: FilterRequest, options: { signal: AbortSignal }) => Promise<{ data: T }>;

/**
 * Query options for one call of a dashboard. It is refetched when the filters change and aborted when no component
 * uses it; the previous data of the same user and mode stays until new data arrives. `part` distinguishes calls with the same path.
 */
export const dashboardQuery = <T>(
  search: DashboardSearch,
  [call, part = '']: readonly [call: CallKey, part?: string],
  send: Send<T>,
): UseQueryOptions<T> => ({
  queryKey: ['dashboard', call, part, search.userId, search.blinded, toQuery(search.model)],
  queryFn: async ({ signal }) => (await send(toRequest(search.model), { signal })).data,
  enabled: search.hasClients && search.userId !== undefined,
  placeholderData: (before, query) =>
    query?.queryKey[3] === search.userId && query?.queryKey[4] === search.blinded ? before : undefined,
  staleTime: 60_000,
  meta: { pageContent: true },
});

/** Requests nothing. */
export const idleSearch: DashboardSearch = {
  model: { filters: [], indices: [] },
  userId: undefined,
  blinded: false,
  hasClients: false,
};

/** The data of the previous period once loaded; undefined without a comparison. */
export const usePreviousData = <T>(
  previous: DashboardSearch | undefined,
  queryOf: (search: DashboardSearch) => UseQueryOptions<T>,
): T | undefined => {
  // No placeholder: stale comparison data must not appear beside new figures.
  const { placeholderData: _, ...query } = queryOf(previous ?? idleSearch);
  const { data } = useQuery(query);
  return previous && data;
};

type ChartState = Pick<ChartCardProps, 'status' | 'view' | 'updating' | 'errorMessage' | 'onRetry'>;

/**
 * The props of a chart from its query; each chart loads and fails independently. The answers of a dashboard arrive
 * together, and drawing all charts at once would block the page: React draws deferred data in short slices.
 */
export const useQueryChart = <T>(query: UseQueryResult<T>, viewOf: (data: T) => ChartView): ChartState => {
  const { data: newest, error, isPlaceholderData, fetchStatus } = query;
  const deferred = useDeferredValue(newest);
  // Dropped data, as on entering Blinded Mode, disappears at once.
  const data = newest === undefined ? undefined : deferred;
  // A disabled query (no client selected) must not keep showing data of an earlier search.
  const idle = fetchStatus === 'idle' && (newest === undefined || isPlaceholderData);
  const status = error ? 'error' : idle ? 'idle' : data === undefined ? 'pending' : 'ready';
  return {
    status,
    view: status === 'ready' && data !== undefined ? viewOf(data) : undefined,
    updating: isPlaceholderData,
    errorMessage: error?.message,
    onRetry: () => void query.refetch(),
  };
};
