import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';
import type { RunsView } from './runs-address.ts';

type Runs = CallData<Calls['POST /api/notification-dashboard']>;
export type Run = Runs['items'][number];
export type RunDetails = CallData<Calls['GET /api/notification-dashboard/{id}']>;
export type RunEntity = RunDetails['entities'][number];
export type RunActivity = RunDetails['activities'][number];

export interface Viewer {
  userId: string | undefined;
  blinded: boolean;
}

/** The key of everything that shows whether a run was read. */
export const runsKey = 'alert-runs';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A page of the runs, refetched whenever it is shown, because alerts run meanwhile. While another page of the same list
 * loads, the previous one provides the total.
 */
export const runsQuery = (view: RunsView, viewer: Viewer) => {
  const { query, unread, quiet, alert, sort, page, size } = view;
  const filter = {
    ...(query ? { query } : {}),
    ...(unread ? { unread } : {}),
    ...(quiet ? { quiet } : {}),
    ...(alert ? { notificationId: alert } : {}),
  };
  return queryOptions({
    queryKey: [runsKey, { filter, viewer }, { sort, page, size }] as const,
    queryFn: async ({ signal }) => {
      const order = { sortBy: sort.column, sortDir: sort.descending ? 'desc' : 'asc' } as const;
      const body = { ...filter, ...order, page, pageSize: size };
      return (await api('POST /api/notification-dashboard', { body }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
    placeholderData: (before, previous) =>
      isSame(previous?.queryKey[1], { filter, viewer }) ? before : undefined,
    staleTime: 0,
    networkMode: 'always',
    meta: { pageContent: true },
  });
};

export const runQuery = (id: string, viewer: Viewer) =>
  queryOptions({
    queryKey: [runsKey, 'run', id, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/notification-dashboard/{id}', { params: { id } }, { signal })).data,
    enabled: viewer.userId !== undefined,
    networkMode: 'always',
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
    networkMode: 'always',
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
