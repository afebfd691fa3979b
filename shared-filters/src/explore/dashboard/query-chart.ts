import type { ChartCardProps, ChartView } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';

type ChartState = Pick<ChartCardProps, 'status' | 'view' | 'updating' | 'errorMessage' | 'onRetry'>;

/** What a chart shows of a query: each chart loads and fails on its own. */
export const queryChart = <T>(query: UseQueryResult<T>, viewOf: (data: T) => ChartView): ChartState => {
  const { data, error, isPlaceholderData, fetchStatus } = query;
  // A query that is not asked (no client chosen) keeps no answer of an earlier search on the screen either.
  const idle = fetchStatus === 'idle' && (data === undefined || isPlaceholderData);
  const status = error ? 'error' : idle ? 'idle' : data === undefined ? 'pending' : 'ready';
  return {
    status,
    view: status === 'ready' && data !== undefined ? viewOf(data) : undefined,
    updating: isPlaceholderData,
    errorMessage: error?.message,
    onRetry: () => void query.refetch(),
  };
};
