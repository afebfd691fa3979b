import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import type { DashboardSearch, FigureInput } from '@readerlens/filters/dashboard';
import { toQuery, toRequest } from '@readerlens/filters/model';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

type Lookup = CallData<Calls['GET /api/user-proxy']>;
type Entity = Exclude<Lookup, readonly unknown[]>;
export type ReaderInfo = Extract<Entity, { clientConsent: boolean }>;
export type ReaderOrg = Exclude<Entity, ReaderInfo>;

/** Looks up a reader or an organization. */
const entityQuery = <T extends Entity>(
  path: string,
  viewer: Viewer,
  isExpected: (data: Entity) => data is T,
) =>
  queryOptions({
    queryKey: ['subject', path, viewer],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /api/user-proxy', { query: { path } }, { signal });
      if (Array.isArray(data) || !isExpected(data)) throw new Error('The answer is of another kind.');
      return data;
    },
    enabled: viewer.userId !== undefined,
    meta: { pageContent: true },
    retry: false,
  });

/** The profile of a reader by id or e-mail. */
export const readerQuery = (reader: string, viewer: Viewer) =>
  entityQuery(`user/${reader}?level=full`, viewer, (data): data is ReaderInfo => 'clientConsent' in data);

export const readerOrgQuery = (orgId: string, viewer: Viewer) =>
  entityQuery(`reader-org/${orgId}`, viewer, (data): data is ReaderOrg => 'website' in data);

/** Fields of the category pie. */
export type CategoryField = 'DocumentTypes' | 'BuyersJourneyStage' | 'Onlines';
export interface CategoryShares {
  field: CategoryField;
  points: CallData<Calls['POST /api/reader-dashboard/by-field/{field}']>;
}

type TimelineCall = 'POST /api/reader-co-dashboard/timeline' | 'POST /api/reader-dashboard/timeline';

/** All activities of a reader or an organization, a part at a time. */
export const timelineQuery = <K extends TimelineCall>(
  call: K,
  { model, viewer, isReady }: DashboardSearch,
  input: FigureInput<K>,
) =>
  infiniteQueryOptions({
    queryKey: ['dashboard', call, viewer, toQuery(model), input] as readonly unknown[],
    queryFn: async ({ signal, pageParam }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      const body = { ...toRequest(model), ...input.body, ...after };
      const { data, next } = await api<TimelineCall>(call, { body } as CallInput<Calls[TimelineCall]>, {
        signal,
      });
      return { rows: data, next };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isReady && viewer.userId !== undefined,
  });
export type TimelineQuery = ReturnType<typeof timelineQuery>;
