import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

interface Page<Row> {
  items: readonly Row[];
  total: number;
}

/** Changes the page in the URL. */
export type ShowPage = (change: { page: number }, options: { replace: true }) => void;

interface Options {
  page: number;
  size: number;
  /** Nothing is requested, such as while no client is selected. */
  isIdle?: boolean;
  /** Called with the last page when `page` lies beyond it. */
  show: ShowPage;
}

export interface ListPage<Row> {
  rows: readonly Row[];
  /** Undefined until the first page is loaded. */
  total: number | undefined;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/** The state of a list from the query for its current page. Placeholder data provides only the total. */
export const useListPage = <Row>(
  query: UseQueryResult<Page<Row>>,
  { page, size, isIdle = false, show }: Options,
): ListPage<Row> => {
  const { data, isPending, isPlaceholderData, error, refetch } = query;
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / size));
  const isBeyond = data !== undefined && !isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isBeyond) show({ page: lastPage }, { replace: true });
  }, [isBeyond, lastPage, show]);
  const isLoading = !isIdle && !error && (isPending || isPlaceholderData || isBeyond);
  return {
    rows: data && !isIdle && !isPlaceholderData && !isBeyond ? data.items : [],
    total: isIdle ? undefined : data?.total,
    isLoading,
    error,
    retry: () => void refetch(),
  };
};
