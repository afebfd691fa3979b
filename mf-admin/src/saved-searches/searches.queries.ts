import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { defaultFiltersKey, savedSearchesKey } from '@readerlens/filters';
import { listQuery, pageRequest } from '@readerlens/filters/list';
import type { QueryClient } from '@tanstack/react-query';
import type { SearchesView } from './searches-address.ts';

export type SavedSearchRow = CallData<Calls['GET /api/saved-searches/{userId}']>['items'][number];

export const searchesQuery = (userId: string, view: SearchesView) =>
  listQuery({
    key: savedSearchesKey(userId),
    filter: 'page',
    place: view,
    load: async (signal) => {
      const call = 'GET /api/saved-searches/{userId}';
      return (await api(call, { params: { userId }, query: pageRequest(view) }, { signal })).data;
    },
  });

/** After a change of a user's searches, lists of them are refetched, and dashboards start with the new defaults. */
export const refreshSearches = async (queryClient: QueryClient, userId: string): Promise<void> => {
  // Removed rather than refetched: a dashboard would first show the old defaults.
  queryClient.removeQueries({ queryKey: defaultFiltersKey(userId) });
  await queryClient.invalidateQueries({ queryKey: savedSearchesKey(userId) });
};
