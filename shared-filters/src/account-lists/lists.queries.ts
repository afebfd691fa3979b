import { api } from '@readerlens/auth';
import { useUser, useViewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountListsField } from '../model/index.ts';

export type AccountList = CallData<Calls['GET /api/account-lists']>[number];

const key = 'account-lists';

/** Whether the user has account lists: the feature is on, and they may search by organizations. */
export const useHasAccountLists = (): boolean => useUser()?.searchFields.includes(accountListsField) ?? false;

/** The user's lists and those that are shared, by name. */
export const useAccountLists = () => {
  const viewer = useViewer();
  return useQuery({
    queryKey: [key, viewer],
    queryFn: async ({ signal }) => (await api('GET /api/account-lists', {}, { signal })).data,
    enabled: viewer.userId !== undefined,
    meta: { pageContent: true },
  });
};

/** The organizations of a list. */
export const useListedOrganizations = (id: string) => {
  const viewer = useViewer();
  return useQuery({
    queryKey: [key, viewer, id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/account-lists/{id}/organizations', { params: { id } }, { signal })).data,
  });
};

/**
 * Reads again what a changed list shows: lists, options of filters, and all figures that it may filter. Of a deleted list itself
 * there is nothing to read.
 */
export const useRefreshLists = () => {
  const queries = useQueryClient();
  return (deletedId?: string) =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => deletedId === undefined || !queryKey.includes(deletedId),
    });
};
