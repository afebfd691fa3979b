import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { listQuery } from '@readerlens/filters/list';
import { usersKey } from '../person/account.queries.ts';
import type { UsersView } from './users-address.ts';

export type UserRow = CallData<Calls['GET /api/users']>['items'][number];

export const usersQuery = (view: UsersView, viewer: Viewer) => {
  const { query, clients, page, size } = view;
  return listQuery({
    key: [usersKey],
    filter: { query, clients, viewer },
    place: view,
    load: async (signal) => {
      const criteria = {
        page,
        pageSize: size,
        ...(query ? { query } : {}),
        ...(clients.length > 0 ? { companyIds: clients.join(',') } : {}),
      };
      return (await api('GET /api/users', { query: criteria }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
  });
};
