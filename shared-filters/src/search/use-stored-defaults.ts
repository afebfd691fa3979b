import { api } from '@readerlens/auth';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readStoredModel } from '../model/index.ts';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';

/** Key prefix of all queries for a user's default filters; invalidate it after a change. */
export const defaultFiltersKey = (userId: string | undefined) => ['default-filters', userId] as const;

export interface StoredDefaults {
  /** What the user's panel starts from; undefined while unknown, and when it could not be had. */
  readonly model: FilterModel | undefined;
  readonly isPending: boolean;
}

/**
 * What a user's filters start from as the server tells it: the default saved search, else what was stored, else the
 * built-in defaults. Hand it to `defaultModel`, which makes up for what is missing.
 */
export const useStoredDefaults = (userId: string | undefined, catalogue: FieldCatalogue): StoredDefaults => {
  const { data, isPending } = useQuery({
    queryKey: defaultFiltersKey(userId),
    queryFn: async ({ signal }) => {
      if (userId === undefined) return null;
      return (await api('GET /api/default-filters/{userId}', { params: { userId } }, { signal })).data;
    },
    enabled: userId !== undefined,
    staleTime: 60_000,
    // Without an answer there are built-in defaults; waiting for more tries would only delay the page.
    retry: false,
  });
  const model = useMemo(() => (data ? readStoredModel(data, catalogue) : undefined), [data, catalogue]);
  return { model, isPending: isPending && userId !== undefined };
};
