import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { toQuery, toRequest } from '@readerlens/filters/model';
import type { FilterRequest } from '@readerlens/filters/model';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { EngagementRow } from '../engagements-search/search.queries.ts';

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
    staleTime: 60_000,
    networkMode: 'always',
    meta: { pageContent: true },
    retry: false,
  });

/** The profile of a reader by id or e-mail. */
export const readerQuery = (reader: string, viewer: Viewer) =>
  entityQuery(`user/${reader}?level=full`, viewer, (data): data is ReaderInfo => 'clientConsent' in data);

export const readerOrgQuery = (orgId: string, viewer: Viewer) =>
  entityQuery(`reader-org/${orgId}`, viewer, (data): data is ReaderOrg => 'website' in data);

/** Fields of the category pie. Every category is asked for: the ones beyond the shown are named below it. */
export type CategoryField = 'DocumentTypes' | 'BuyersJourneyStage' | 'Onlines';
export const allCategories = 200;
export interface CategoryShares {
  field: CategoryField;
  points: CallData<Calls['POST /api/reader-dashboard/by-field/{field}']>;
}

type ReadPart = (
  body: FilterRequest & { after?: string },
  options: { signal: AbortSignal },
) => Promise<{ data: EngagementRow[]; next: string | null }>;

/** All activities of a reader or an organization, a part at a time. `subject` tells their cached answers apart. */
export const timelineQuery = (
  search: DashboardSearch,
  subject: readonly [kind: string, id: string],
  read: ReadPart,
) =>
  infiniteQueryOptions({
    queryKey: ['timeline', ...subject, search.userId, search.blinded, toQuery(search.model)],
    queryFn: async ({ signal, pageParam }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      const { data, next } = await read({ ...toRequest(search.model), ...after }, { signal });
      return { rows: data, next };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: search.hasClients && search.userId !== undefined,
    staleTime: 60_000,
  });
export type TimelineQuery = ReturnType<typeof timelineQuery>;
