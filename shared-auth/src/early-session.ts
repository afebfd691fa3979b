// Part of the page's entry script, which runs before the shared packages have loaded: it must not import any of them.
import { blindedHeader } from '@readerlens/contract/vocabulary';
import { apiBase, sessionHeaders, storedSession } from './stored-session.ts';
import { isExpired } from './token.ts';

declare global {
  interface Window {
    /** The request for the user that the entry script sent, until the API client takes its response. */
    readerlensSession?:
      | { address: string; headers: Record<string, string>; response: Promise<Response> }
      | undefined;
  }
}

/** Requests the user of the stored session, so that the answer arrives while the libraries are loading. */
export const requestSessionEarly = () => {
  const session = storedSession();
  if (isExpired(session.claims)) return;
  const address = `${apiBase()}/api/session`;
  const headers = sessionHeaders(session);
  const response = fetch(address, { headers: { accept: 'application/json', ...headers } });
  // The client that takes it gets the error.
  response.catch(() => {});
  window.readerlensSession = { address, headers, response };
};

/** `fetch`, but the first request for the user gets the response of the early one if it is of the same session. */
export const fetchOrEarly: typeof fetch = (address, init) => {
  const early = window.readerlensSession;
  if (early?.address !== address) return fetch(address, init);
  window.readerlensSession = undefined;
  const headers = new Headers(init?.headers);
  const isSame = ['authorization', blindedHeader].every(
    (name) => headers.get(name) === (early.headers[name] ?? null),
  );
  return isSame ? early.response : fetch(address, init);
};
