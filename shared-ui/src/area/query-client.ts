import { ApiError } from '@readerlens/auth';
import { QueryClient } from '@tanstack/react-query';

/** Retries once after a network or server error, not after a refusal. */
const retry = (failures: number, error: Error) =>
  failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

/** A query cache with the defaults of all queries and mutations. `hasRetry` is false in tests. */
export const createQueryClient = ({ hasRetry = true } = {}): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a query fails at once, with a message, instead of pausing.
        networkMode: 'always',
        // Otherwise a query that failed offline would keep its error after the page is online again.
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: hasRetry && retry,
        staleTime: 60_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
