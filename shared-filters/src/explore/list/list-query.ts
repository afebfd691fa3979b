import { queryOptions } from '@tanstack/react-query';
import type { ListPlace } from './list-view.ts';

/** Order and page with the names of the calls that list what belongs to accounts. */
export const pageRequest = <Column extends string>({ sort, page, size }: ListPlace<Column>) => ({
  sortBy: sort.column,
  sortDir: sort.descending ? ('desc' as const) : ('asc' as const),
  page,
  pageSize: size,
});

interface Options<Page> {
  /** Starts the query key, so that a change can invalidate the list. */
  readonly key: readonly unknown[];
  /** All that the rows depend on, apart from the place. */
  readonly filter: unknown;
  readonly place: ListPlace;
  readonly load: (signal: AbortSignal) => Promise<Page>;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Milliseconds in which a page is not refetched; default: none, because others change the same list. */
  readonly staleTime?: number;
}

/** The query for a page of a list. While another page of it loads, the previous one provides the total. */
export const listQuery = <Page>({
  key,
  filter,
  place,
  load,
  enabled = true,
  staleTime = 0,
}: Options<Page>) => {
  const list = [...key, filter];
  const { sort, page, size } = place;
  return queryOptions({
    queryKey: [...list, { sort, page, size }] as readonly unknown[],
    queryFn: ({ signal }) => load(signal),
    enabled,
    placeholderData: (before, previous) =>
      JSON.stringify(previous?.queryKey.slice(0, list.length)) === JSON.stringify(list) ? before : undefined,
    staleTime,
    meta: { pageContent: true },
  });
};
