import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { listQuery, pageRequest } from '@readerlens/filters/list';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ConfigsView } from './configs/configs-address.ts';
import type { RunsView } from './runs/runs-address.ts';

export type ReportConfig = CallData<Calls['GET /api/activity-report-config/{id}']>;
export type ReportPreview = CallData<Calls['POST /api/activity-report-config/{id}/preview']>;
export type ReportRun = CallData<Calls['GET /api/activity-reports']>['items'][number];
export type ReportDetails = CallData<Calls['GET /api/activity-report/{configId}/{reportId}']>;
export type ReportDelivery = CallData<
  Calls['GET /api/activity-report/{configId}/{reportId}/deliveries']
>['items'][number];
export type ReportActivity = CallData<
  Calls['GET /api/activity-report/{configId}/{reportId}/activities']
>['items'][number];

const configsKey = 'activity-report-configs';
const runsKey = 'activity-reports';

export const configsQuery = (userId: string, view: ConfigsView, viewer: Viewer) =>
  listQuery({
    key: [configsKey],
    filter: { userId, viewer },
    place: view,
    load: async (signal) => {
      const call = 'GET /api/activity-report-configs/user/{userId}';
      return (await api(call, { params: { userId }, query: pageRequest(view) }, { signal })).data;
    },
  });

/** A configuration, loaded for each visit of its form: a form must not start from an older version. */
export const configQuery = (id: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['activity-report-config', id, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/activity-report-config/{id}', { params: { id } }, { signal })).data,
    staleTime: Infinity,
    gcTime: 0,
    meta: { pageContent: true },
  });

export const runsQuery = (view: RunsView, viewer: Viewer) => {
  const { query: text, quiet, config } = view;
  const filter = {
    ...(text ? { query: text } : {}),
    ...(quiet ? { quiet } : {}),
    ...(config ? { configId: config } : {}),
  };
  return listQuery({
    key: [runsKey],
    filter: { filter, viewer },
    place: view,
    load: async (signal) => {
      const query = { ...filter, ...pageRequest(view) };
      return (await api('GET /api/activity-reports', { query }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
  });
};

export interface RunKey {
  readonly configId: string;
  readonly reportId: string;
}

export const runQuery = (params: RunKey, viewer: Viewer) =>
  queryOptions({
    queryKey: [runsKey, 'run', params, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/activity-report/{configId}/{reportId}', { params }, { signal })).data,
    enabled: viewer.userId !== undefined,
    meta: { pageContent: true },
  });

export const runActivitiesQuery = (
  params: RunKey,
  { page, size }: { readonly page: number; readonly size: number },
  viewer: Viewer,
) =>
  queryOptions({
    queryKey: [runsKey, 'activities', params, viewer, { page, size }] as const,
    queryFn: async ({ signal }) => {
      const call = 'GET /api/activity-report/{configId}/{reportId}/activities';
      return (await api(call, { params, query: { page, pageSize: size } }, { signal })).data;
    },
    placeholderData: (before) => before,
  });

export const deliveriesQuery = (params: RunKey, viewer: Viewer) =>
  queryOptions({
    queryKey: [runsKey, 'deliveries', params, viewer] as const,
    queryFn: async ({ signal }) => {
      const call = 'GET /api/activity-report/{configId}/{reportId}/deliveries';
      return (await api(call, { params }, { signal })).data.items;
    },
    staleTime: 0,
  });

/** After a change of a configuration or a run. */
export const refreshReports = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [configsKey] }),
    queryClient.invalidateQueries({ queryKey: [runsKey] }),
  ]);
};
