import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

export type UserSession = CallData<Calls['GET /api/user/{id}/sessions']>[number];

/** The active sessions of an account, newest first. */
export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-sessions', id] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/user/{id}/sessions', { params: { id } }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
