import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

export type Alert = CallData<Calls['GET /api/notification/{id}']>;
export type AlertListRow = CallData<Calls['POST /api/notifications/search']>['items'][number];

/** The first part of the keys of everything that shows alerts. */
export const alertsKey = 'alerts';
export const alertKey = 'alert';

/** An alert, loaded for each visit of its page: a form must not start from an older version. */
export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: [alertKey, id] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/notification/{id}', { params: { id } }, { signal })).data,
    staleTime: Infinity,
    gcTime: 0,
    meta: { pageContent: true },
  });
