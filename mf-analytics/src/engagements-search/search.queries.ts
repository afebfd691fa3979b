import { api } from '@readerlens/auth';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { toQuery, toRequest } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { queryOptions } from '@tanstack/react-query';
import type { SearchView } from './search-address.ts';

export type EngagementPage = CallData<Calls['POST /api/analytics/search']>;
export type EngagementRow = EngagementPage['items'][number];
type SearchBody = CallInput<Calls['POST /api/analytics/search']>['body'];

/** Whose answers they are: another user and Blinded Mode see other ones. */
export interface Viewer {
  userId: string | undefined;
  blinded: boolean;
}

type Narrowing = Pick<SearchView, 'documents'>;

const within = (model: FilterModel, { documents }: Narrowing) => ({
  ...toRequest(model),
  ...(documents.length === 0 ? {} : { documentIds: [...documents] }),
});

/** The order of the list as the calls take it. */
export const sortOf = ({ sort }: Pick<SearchView, 'sort'>) => ({
  field: sort.column,
  order: sort.descending ? ('desc' as const) : ('asc' as const),
});

/** What is asked for beside the page: filters, documents, text and order, as an export takes them. */
export const criteriaOf = (
  model: FilterModel,
  { query, documents, sort }: Pick<SearchView, 'query' | 'documents' | 'sort'>,
) => ({
  ...within(model, { documents }),
  sort: sortOf({ sort }),
  ...(query === '' ? {} : { query }),
});

const bodyOf = (model: FilterModel, view: SearchView): SearchBody => ({
  ...criteriaOf(model, view),
  page: view.page,
  size: view.size,
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A page of activities. While a further page of the same search is on its way, the one before tells how many there
 * are; an answer that was overtaken is given up.
 */
export const engagementsQuery = (
  model: FilterModel,
  view: SearchView,
  { viewer, ready }: { viewer: Viewer; ready: boolean },
) => {
  const { query, documents } = view;
  const search = { filters: toQuery(model), query, documents, viewer };
  return queryOptions({
    queryKey: ['engagements', 'page', search, { sort: view.sort, page: view.page, size: view.size }] as const,
    queryFn: async ({ signal }) =>
      (await api('POST /api/analytics/search', { body: bodyOf(model, view) }, { signal })).data,
    enabled: ready && viewer.userId !== undefined,
    meta: { pageContent: true },
    placeholderData: (before, asked) => (isSame(asked?.queryKey[2], search) ? before : undefined),
    staleTime: 60_000,
    networkMode: 'always',
  });
};

/** Everything about one activity. */
export const detailQuery = ({ type, id }: { type: ActivityType; id: string }, viewer: Viewer) =>
  queryOptions({
    queryKey: ['engagements', 'detail', type, id, viewer],
    queryFn: async ({ signal }) =>
      (await api('GET /api/analytics/search-details/{type}/{id}', { params: { type, id } }, { signal })).data,
    staleTime: 60_000,
    networkMode: 'always',
  });

/** How many activities match; what the filter panel tells before it is applied. */
export const countEngagements =
  (narrowing: Narrowing) =>
  async (model: FilterModel, signal: AbortSignal): Promise<number> => {
    const body = { ...within(model, narrowing), page: 1, size: 50 as const };
    return (await api('POST /api/analytics/search', { body }, { signal })).data.total;
  };

/** How many readers and documents the activities are of, as the dashboards count them: only for named clients. */
export const statsQuery = (
  model: FilterModel,
  narrowing: Narrowing,
  { viewer, enabled }: { viewer: Viewer; enabled: boolean },
) =>
  queryOptions({
    queryKey: ['engagements', 'stats', toQuery(model), narrowing.documents, viewer],
    queryFn: async ({ signal }) =>
      (await api('POST /api/client-dashboard/stats', { body: within(model, narrowing) }, { signal })).data,
    enabled: enabled && viewer.userId !== undefined,
    staleTime: 60_000,
    networkMode: 'always',
  });
