import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';
import { usersKey } from '../person/account.queries.ts';
import type { UsersView } from './users-address.ts';

export type UserRow = CallData<Calls['GET /api/users']>['items'][number];

interface Viewer {
  userId: string | undefined;
  blinded: boolean;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A page of the users, refetched whenever it is shown, because others change the same users. While another page of the
 * same search loads, the previous one provides the total.
 */
export const usersQuery = ({ query, clients, page, size }: UsersView, viewer: Viewer) => {
  const filter = { query, clients, viewer };
  return queryOptions({
    queryKey: [usersKey, filter, { page, size }] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api(
        'GET /api/users',
        {
          query: {
            page,
            pageSize: size,
            ...(query ? { query } : {}),
            ...(clients.length > 0 ? { companyIds: clients.join(',') } : {}),
          },
        },
        { signal },
      );
      return data;
    },
    enabled: viewer.userId !== undefined,
    placeholderData: (before, previous) => (isSame(previous?.queryKey[1], filter) ? before : undefined),
    staleTime: 0,
    networkMode: 'always',
    meta: { pageContent: true },
  });
};
