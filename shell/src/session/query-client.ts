import { ApiError, onSessionCleared, sessionStore } from '@readerlens/auth';
import { QueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';

/** A second try helps against a lost connection or a busy server, not against a refusal. */
const retry = (failures: number, error: Error) =>
  failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

/** The page's cache of answers; shell and areas share it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // Otherwise what fails at once without a network would go on saying so when there is one again.
      refetchOnReconnect: true,
    },
  },
});

/**
 * Forgets every answer at once, and asks anew for what is shown as soon as the page has followed: before that it would
 * ask for what it showed in the mode it has left.
 */
const askAnew = () => {
  for (const query of queryClient.getQueryCache().getAll()) query.reset();
  const isForgotten = ({ state }: Query) => state.status === 'pending' && state.fetchStatus === 'idle';
  setTimeout(() => void queryClient.refetchQueries({ type: 'active', predicate: isForgotten }));
};

/** What one user was shown must never be seen by the next, nor plain answers in Blinded Mode. Returns the way to stop. */
export const dropCacheWithSession = (): (() => void) => {
  const stopCleared = onSessionCleared(() => queryClient.clear());
  const stopChanges = sessionStore.subscribe((now, before) => {
    if (now.claims?.sub !== before.claims?.sub) queryClient.clear();
    else if (now.blinded !== before.blinded) askAnew();
  });
  return () => {
    stopCleared();
    stopChanges();
  };
};
