import type { ChartCardProps, ChartView } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';

type ChartState = Pick<ChartCardProps, 'status' | 'view' | 'updating' | 'errorMessage' | 'onRetry'>;

/** The props of a chart from its query; each chart loads and fails independently. */
export const queryChart = <T>(query: UseQueryResult<T>, viewOf: (data: T) => ChartView): ChartState => {
  const { data, error, isPlaceholderData, fetchStatus } = query;
  // A disabled query (no client selected) must not keep showing data of an earlier search.
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
