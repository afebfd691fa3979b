import { api } from '@readerlens/auth';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readStoredModel } from '../model/index.ts';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';

/** Key prefix of all queries for a user's default filters; invalidate it after a change. */
export const defaultFiltersKey = (userId: string | undefined) => ['default-filters', userId] as const;

export interface StoredDefaults {
  /** The user's stored defaults; undefined while loading and after an error. */
  readonly model: FilterModel | undefined;
  readonly isPending: boolean;
}

/**
 * A user's default filters from the server: the default saved search, otherwise the stored filters, otherwise the
 * built-in defaults. Pass them to `defaultModel`, which adds what is missing.
 */
export const useStoredDefaults = (userId: string | undefined, catalogue: FieldCatalogue): StoredDefaults => {
  const { data, isPending } = useQuery({
    queryKey: defaultFiltersKey(userId),
    queryFn: async ({ signal }) => {
      if (userId === undefined) return null;
      return (await api('GET /api/default-filters/{userId}', { params: { userId } }, { signal })).data;
    },
    enabled: userId !== undefined,
    // Built-in defaults are the fallback; retries would only delay the page.
    retry: false,
  });
  const model = useMemo(() => (data ? readStoredModel(data, catalogue) : undefined), [data, catalogue]);
  return { model, isPending: isPending && userId !== undefined };
};
