import { api } from '@readerlens/auth';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readStoredModel } from '../model/index.ts';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';

export interface SavedSearchOption {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly model: FilterModel;
}

export interface SavedSearches {
  readonly status: 'loading' | 'ready' | 'error';
  readonly searches: readonly SavedSearchOption[];
  readonly retry: () => void;
}

/** Key prefix of all queries for a user's saved searches; invalidate it after a change. */
export const savedSearchesKey = (userId: string) => ['saved-searches', userId] as const;

const firstPage = { page: 1, pageSize: 100, sortBy: 'name', sortDir: 'asc' } as const;

/** A user's saved searches as stored: the first hundred by name. */
export const savedSearchesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...savedSearchesKey(userId), firstPage],
    queryFn: async ({ signal }) =>
      (await api('GET /api/saved-searches/{userId}', { params: { userId }, query: firstPage }, { signal }))
        .data.items,
  });

/** A user's saved searches with their models. */
export const useSavedSearches = (userId: string, catalogue: FieldCatalogue): SavedSearches => {
  const { data, status, refetch } = useQuery(savedSearchesQuery(userId));
  const searches = useMemo(
    () =>
      (data ?? []).map(({ id, name, isDefault, ...stored }) => ({
        id,
        name,
        isDefault,
        model: readStoredModel(stored, catalogue),
      })),
    [data, catalogue],
  );
  const answered = status === 'success' ? 'ready' : status;
  return {
    status: answered === 'pending' ? 'loading' : answered,
    searches,
    retry: () => void refetch(),
  };
};
