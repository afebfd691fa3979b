import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, CallOptions, Calls } from '@readerlens/contract/client';
import { listQuery } from '@readerlens/filters/list';
import { queryOptions } from '@tanstack/react-query';
import type { ReviewFilter, ReviewSearch } from '../filter/review-criteria.ts';
import type { ReviewView } from '../filter/review-address.ts';

/** Query key prefix of everything that a decision changes. */
export const reviewKey = 'review-activities';

type Place = Pick<ReviewView, 'sort' | 'page' | 'size'>;

/** The body of a search. */
export const buildSearch = (filter: ReviewFilter, { sort, page, size }: Place): ReviewSearch => ({
  action: 'search',
  ...filter,
  sortCol: sort.column,
  sortOrder: sort.descending ? 'desc' : 'asc',
  page,
  size,
});

export const activitiesQuery = (filter: ReviewFilter, place: Place, viewer: Viewer) =>
  listQuery({
    key: [reviewKey, 'page'],
    filter: { filter, viewer },
    place,
    load: async (signal) => {
      const body = buildSearch(filter, place);
      return (await api('POST /api/review-activities-search', { body }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
  });

type Decision = CallData<Calls['GET /api/review-activities/decisions']>[number];

/** The decisions loaded so far, newest first. */
export interface Decisions {
  readonly list: readonly Decision[];
  readonly hasMore: boolean;
}

const decisionsPage = 50;

/** Appends the next page of older decisions. Requests one more than a page to learn whether there are more. */
export const fetchOlder = async ({ list }: Decisions, options: CallOptions = {}): Promise<Decisions> => {
  const last = list.at(-1);
  const query = { size: decisionsPage + 1, ...(last ? { before: last.id } : {}) };
  const { data } = await api('GET /api/review-activities/decisions', { query }, options);
  return { list: [...list, ...data.slice(0, decisionsPage)], hasMore: data.length > decisionsPage };
};

/** A refetch loads as many pages as before. */
export const decisionsQuery = (viewer: Viewer) => {
  const queryKey = [reviewKey, 'decisions', viewer] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Decisions> => {
      const shown = client.getQueryData<Decisions>(queryKey)?.list.length ?? 0;
      let read = await fetchOlder({ list: [], hasMore: true }, { signal });
      while (read.hasMore && read.list.length < shown) read = await fetchOlder(read, { signal });
      return read;
    },
    staleTime: 0,
  });
};
