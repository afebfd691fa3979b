import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

export type Found = CallData<Calls['POST /api/personal-data/find']>;
export type FoundReader = Found['readers'][number];
export type ErasureOutcome = CallData<Calls['POST /api/personal-data/erase']>;
export type AnsweredRequest = CallData<Calls['GET /api/personal-data/requests']>[number];

export type Retention = CallData<Calls['GET /api/personal-data/retention']>;

export const requestsKey = 'personal-data-requests';

/** The latest requests that were answered. */
export const requestsQuery = queryOptions({
  queryKey: [requestsKey] as const,
  queryFn: async ({ signal }) => (await api('GET /api/personal-data/requests', {}, { signal })).data,
  staleTime: 0,
});

export const retentionQuery = queryOptions({
  queryKey: ['personal-data-retention'] as const,
  queryFn: async ({ signal }) => (await api('GET /api/personal-data/retention', {}, { signal })).data,
  staleTime: 0,
});

/** What is found of a person stays on this page only: neither in the address nor in the cache. */
export const findReaders = async (email: string): Promise<Found> =>
  (await api('POST /api/personal-data/find', { body: { email } })).data;
