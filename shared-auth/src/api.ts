import { blindedHeader } from '@readerlens/contract/vocabulary';
import { createClient } from '@readerlens/contract/client';
import type { ApiError, CallKey } from '@readerlens/contract/client';
import { sessionStore } from './session-store.ts';

/** Calls that never carry a bearer token: login and mailed links. */
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

/** Subscribes to failed calls, except background calls. Returns an unsubscribe function. */
export const onApiError = (listener: ErrorListener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where the API is: the page's own origin unless the page says otherwise in <meta name="api-base">. */
const apiBase = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.replace(/\/$/, '') ?? '';

/** The API client of this page: adds the bearer token and the Blinded Mode header, and counts pending requests. */
export const api = createClient({
  base: apiBase(),
  headers,
  onActivity: (change) => sessionStore.setState((state) => ({ pending: state.pending + change })),
  onError: (error, call) => {
    for (const listener of listeners) listener(error, call);
  },
});
