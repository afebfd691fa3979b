import { createClient } from '@readerlens/contract/client';
import type { ApiError, CallKey, CallOptions } from '@readerlens/contract/client';
import { fetchOrEarly } from './early-session.ts';
import { sessionStore } from './session-store.ts';
import { apiBase, sessionHeaders } from './stored-session.ts';

/** Calls that never carry a bearer token: login and mailed links. */
const withoutBearer = (call: CallKey) =>
  call === 'POST /api/auth' ||
  call === 'POST /api/auth/oidc/token' ||
  call === 'POST /api/set-password/from-token' ||
  call === 'GET /api/verify-registration-token/{token}';

const headers = (call: CallKey): Record<string, string> => {
  const { token, blinded } = sessionStore.getState();
  return sessionHeaders({ token: withoutBearer(call) ? null : token, blinded });
};

type ErrorListener = (error: ApiError, call: CallKey) => void;
const listeners = new Set<ErrorListener>();

/** Subscribes to failed calls, except background calls. Returns an unsubscribe function. */
export const onApiError = (listener: ErrorListener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The API client of this page: adds the bearer token and the Blinded Mode header, and counts pending requests. */
export const api = createClient({
  base: apiBase(),
  headers,
  fetch: fetchOrEarly,
  onActivity: (change) => sessionStore.setState((state) => ({ pending: state.pending + change })),
  onError: (error, call, sent) => {
    // The answer to an earlier token says nothing about the present one.
    if (error.status === 401 && sent['authorization'] !== headers(call)['authorization']) return;
    for (const listener of listeners) listener(error, call);
  },
});

export type BackendCall = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

interface BackendInput {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/**
 * Calls the backend of an area, which the product forwards to: `await callBackend('notes', 'GET /items')`. Resolves to its JSON, or to
 * `{ data: File }`. What it says about itself is not checked. Rejects with ApiError as `api` does.
 */
export const callBackend = (
  area: string,
  call: BackendCall,
  input: BackendInput = {},
  options: CallOptions = {},
): Promise<unknown> => {
  const [method = '', path = ''] = call.split(' ');
  // The contract does not know the calls of backends; the client needs no more than their address.
  const send = api as unknown as (key: string, ...rest: [BackendInput, CallOptions]) => Promise<unknown>;
  return send(`${method} /api/x/${area}${path}`, input, options);
};
