import { api } from '@readerlens/auth';
import { optionLookups } from '@readerlens/filters';
import type { OptionUser } from '@readerlens/filters';
import { queryOptions } from '@tanstack/react-query';

const loaded = { staleTime: Infinity, gcTime: 0 } as const;

/** A saved search, loaded for each visit of its editor: a form must not start from an older version. */
export const savedSearchQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: ['saved-search', userId, id] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/saved-searches/{userId}/{id}', { params: { userId, id } }, { signal })).data,
    ...loaded,
    meta: { pageContent: true },
  });

/** The analyst tags of all clients of a user. */
export const companyTagsQuery = (owner: OptionUser) =>
  queryOptions({
    queryKey: ['company-tags', owner.id] as const,
    queryFn: async ({ signal }) =>
      optionLookups['analyst-tags'].load({
        user: owner,
        clientIds: owner.companies.map(({ id }) => id),
        text: '',
        signal,
      }),
    ...loaded,
  });
