import { blindedHeader } from '@readerlens/contract/vocabulary';
import { createClient } from '@readerlens/contract/client';
import type { ApiError, CallKey } from '@readerlens/contract/client';
import { sessionStore } from './session-store.ts';

/** Calls that carry no bearer: the ways to get one. */
const withoutBearer = (call: CallKey) =>
  call === 'POST /api/auth' ||
  call === 'POST /api/set-password/from-token' ||
  call === 'GET /api/verify-registration-token/{token}';

const headers = (call: CallKey): Record<string, string> => {
  const { token, blinded } = sessionStore.getState();
  return {
    ...(token && !withoutBearer(call) ? { authorization: `Bearer ${token}` } : {}),
    ...(blinded ? { [blindedHeader]: 'true' } : {}),
  };
};

type ErrorListener = (error: ApiError, call: CallKey) => void;
const listeners = new Set<ErrorListener>();

/** Listens to every failed call that is not in the background. Returns the way to stop. */
export const onApiError = (listener: ErrorListener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where the API is: the page's own origin unless the page says otherwise in <meta name="api-base">. */
const apiBase = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.replace(/\/$/, '') ?? '';

/** The one client of this page: bearer, blinded mode and the progress count are seen to. */
export const api = createClient({
  base: apiBase(),
  headers,
  onActivity: (change) => sessionStore.setState((state) => ({ pending: state.pending + change })),
  onError: (error, call) => {
    for (const listener of listeners) listener(error, call);
  },
});
