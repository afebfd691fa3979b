import { ApiError, onSessionCleared, sessionStore } from '@readerlens/auth';
import { QueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';

/** Retries once after a network or server error, not after a refusal. */
const retry = (failures: number, error: Error) =>
  failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

/** The query cache of the page, shared by shell and areas. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // Otherwise a query that failed offline would keep its error after the page is online again.
      refetchOnReconnect: true,
    },
  },
});

/**
 * Drops all cached data at once and refetches active queries after the page has re-rendered: an earlier refetch would
 * include queries that the page shows only in the previous mode.
 */
const resetQueries = () => {
  for (const query of queryClient.getQueryCache().getAll()) query.reset();
  const isReset = ({ state }: Query) => state.status === 'pending' && state.fetchStatus === 'idle';
  setTimeout(() => void queryClient.refetchQueries({ type: 'active', predicate: isReset }));
};

/** Keeps data of one user from the next, and unmasked data out of Blinded Mode. Returns a function that stops it. */
export const dropCacheWithSession = (): (() => void) => {
  const stopCleared = onSessionCleared(() => queryClient.clear());
  const stopChanges = sessionStore.subscribe((now, before) => {
    if (now.claims?.sub !== before.claims?.sub) queryClient.clear();
    else if (now.blinded !== before.blinded) resetQueries();
  });
  return () => {
    stopCleared();
    stopChanges();
  };
};
