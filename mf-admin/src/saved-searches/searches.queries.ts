import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { defaultFiltersKey, savedSearchesKey } from '@readerlens/filters';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { SearchesView } from './searches-address.ts';

export type SavedSearchRow = CallData<Calls['GET /api/saved-searches/{userId}']>['items'][number];

const orderOf = ({ sort }: SearchesView) => ({
  sortBy: sort.column,
  sortDir: sort.descending ? ('desc' as const) : ('asc' as const),
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A page of a user's saved searches. While another page loads, the previous one provides the total. */
export const searchesQuery = (userId: string, view: SearchesView) => {
  const list = [...savedSearchesKey(userId), 'page', orderOf(view)] as const;
  return queryOptions({
    queryKey: [...list, { page: view.page, pageSize: view.size }] as const,
    queryFn: async ({ signal }) => {
      const query = { ...orderOf(view), page: view.page, pageSize: view.size };
      return (await api('GET /api/saved-searches/{userId}', { params: { userId }, query }, { signal })).data;
    },
    placeholderData: (before, previous) =>
      isSame(previous?.queryKey.slice(0, list.length), list) ? before : undefined,
    staleTime: 0,
    networkMode: 'always',
    meta: { pageContent: true },
  });
};

/** After a change of a user's searches, lists of them are refetched, and dashboards start with the new defaults. */
export const refreshSearches = async (queryClient: QueryClient, userId: string): Promise<void> => {
  // Removed rather than refetched: a dashboard would first show the old defaults.
  queryClient.removeQueries({ queryKey: defaultFiltersKey(userId) });
  await queryClient.invalidateQueries({ queryKey: savedSearchesKey(userId) });
};
