import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { listQuery } from '@readerlens/filters/list';
import { toQuery, toRequest } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { queryOptions } from '@tanstack/react-query';
import type { Narrowing, SearchView } from './search-address.ts';

export type EngagementPage = CallData<Calls['POST /api/analytics/search']>;
export type EngagementRow = EngagementPage['items'][number];
type SearchBody = CallInput<Calls['POST /api/analytics/search']>['body'];

const buildFilters = (model: FilterModel, { documents, reader, org, docAge, query }: Narrowing) => ({
  ...toRequest(model),
  ...(documents.length === 0 ? {} : { documentIds: [...documents] }),
  ...(reader === '' ? {} : { readerId: reader }),
  ...(org === '' ? {} : { orgId: org }),
  ...(docAge === undefined ? {} : { docAge }),
  ...(query === '' ? {} : { query }),
});

/** The sort order of the list in the form that the calls accept. */
export const buildSort = ({ sort }: Pick<SearchView, 'sort'>) => ({
  field: sort.column,
  order: sort.descending ? ('desc' as const) : ('asc' as const),
});

/** The criteria of the search without paging: filters, documents, text and order, as exports need them. */
export const buildCriteria = (model: FilterModel, view: Narrowing & Pick<SearchView, 'sort'>) => ({
  ...buildFilters(model, view),
  sort: buildSort(view),
});

const buildBody = (model: FilterModel, view: SearchView): SearchBody => ({
  ...buildCriteria(model, view),
  page: view.page,
  size: view.size,
});

/** A page of activities; superseded requests are aborted. */
export const engagementsQuery = (
  model: FilterModel,
  view: SearchView,
  { viewer, ready }: { viewer: Viewer; ready: boolean },
) => {
  const { query, documents, reader, org, docAge } = view;
  return listQuery({
    key: ['engagements', 'page'],
    filter: { filters: toQuery(model), query, documents, reader, org, docAge, viewer },
    place: view,
    load: async (signal) =>
      (await api('POST /api/analytics/search', { body: buildBody(model, view) }, { signal })).data,
    enabled: ready && viewer.userId !== undefined,
    staleTime: 60_000,
  });
};

/** All details of one activity. */
export const detailQuery = ({ type, id }: { type: ActivityType; id: string }, viewer: Viewer) =>
  queryOptions({
    queryKey: ['engagements', 'detail', type, id, viewer],
    queryFn: async ({ signal }) =>
      (await api('GET /api/analytics/search-details/{type}/{id}', { params: { type, id } }, { signal })).data,
  });

/** Counts the activities that the list would show, for the filter panel. */
export const countEngagements =
  (narrowing: Narrowing) =>
  async (model: FilterModel, signal: AbortSignal): Promise<number> => {
    const body = { ...buildFilters(model, narrowing), page: 1, size: 50 as const };
    return (await api('POST /api/analytics/search', { body }, { signal })).data.total;
  };

/** Numbers of readers and documents, counted as on the dashboards, which require clients. */
export const statsQuery = (
  model: FilterModel,
  narrowing: Narrowing,
  { viewer, enabled }: { viewer: Viewer; enabled: boolean },
) =>
  queryOptions({
    queryKey: ['engagements', 'stats', buildFilters(model, narrowing), viewer],
    queryFn: async ({ signal }) =>
      (await api('POST /api/client-dashboard/stats', { body: buildFilters(model, narrowing) }, { signal }))
        .data,
    enabled: enabled && viewer.userId !== undefined,
  });
