import { onSessionCleared, sessionStore } from '@readerlens/auth';
import { createQueryClient } from '@readerlens/ui';
import type { Query } from '@tanstack/react-query';

/** The query cache of the page, shared by shell and areas. */
export const queryClient = createQueryClient();

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
