import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

export type Account = CallData<Calls['GET /api/user/{id}']>;

/** Query key prefix of the lists of users. */
export const usersKey = 'users';

/** Query key prefix of an account, followed by its id. */
export const accountKey = 'user-account';

export const fetchAccount = async (id: string, signal?: AbortSignal): Promise<Account> =>
  (await api('GET /api/user/{id}', { params: { id } }, signal ? { signal } : {})).data;

/** An account, loaded for each visit of its page: a form must not start from an older version. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [accountKey, id] as const,
    queryFn: ({ signal }) => fetchAccount(id, signal),
    staleTime: Infinity,
    gcTime: 0,
    meta: { pageContent: true },
  });
