import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { listQuery, pageRequest } from '@readerlens/filters/list';
import { queryOptions } from '@tanstack/react-query';
import type { RunsView } from './runs-address.ts';

type Runs = CallData<Calls['POST /api/notification-dashboard']>;
export type Run = Runs['items'][number];
export type RunDetails = CallData<Calls['GET /api/notification-dashboard/{id}']>;
export type RunEntity = RunDetails['entities'][number];
export type RunActivity = RunDetails['activities'][number];

/** The key of everything that shows whether a run was read. */
export const runsKey = 'alert-runs';

export const runsQuery = (view: RunsView, viewer: Viewer) => {
  const { query, unread, quiet, alert } = view;
  const filter = {
    ...(query ? { query } : {}),
    ...(unread ? { unread } : {}),
    ...(quiet ? { quiet } : {}),
    ...(alert ? { notificationId: alert } : {}),
  };
  return listQuery({
    key: [runsKey],
    filter: { filter, viewer },
    place: view,
    load: async (signal) => {
      const body = { ...filter, ...pageRequest(view) };
      return (await api('POST /api/notification-dashboard', { body }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
  });
};

const latestCount = 3;

/** The latest unread runs, with the number of all as the sidebar has it. */
export const unreadRunsQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: [runsKey, 'unread', viewer] as const,
    queryFn: async ({ signal }) => {
      const body = { unread: true, page: 1, pageSize: latestCount };
      return (await api('POST /api/notification-dashboard', { body }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
    // The sidebar asks on every navigation.
    staleTime: 0,
  });

/** The run at an address, which names its alert as well. */
export const runQuery = (id: string, notificationId: string, viewer: Viewer) =>
  queryOptions({
    queryKey: [runsKey, 'run', id, notificationId, viewer] as const,
    queryFn: async ({ signal }) => {
      const request = { params: { id }, query: { notificationId } };
      return (await api('GET /api/notification-dashboard/{id}', request, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
    meta: { pageContent: true },
  });

/** The parameters of an alert in words, as they are now. */
export const descriptionQuery = (alertId: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['alert-description', alertId, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/notification/{id}/description', { params: { id: alertId } }, { signal })).data,
    enabled: viewer.userId !== undefined,
    staleTime: 0,
  });

/** Runs of a call. */
const markedAtOnce = 100;

/** Marks runs of the caller as read or unread. */
export const markRuns = async (ids: readonly string[], isRead: boolean): Promise<void> => {
  for (let from = 0; from < ids.length; from += markedAtOnce)
    await api('POST /api/notification-dashboard/mark-read/{flag}', {
      params: { flag: isRead ? 'true' : 'false' },
      body: { ids: ids.slice(from, from + markedAtOnce) },
    });
};
