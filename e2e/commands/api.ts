import type { APIRequestContext } from '@playwright/test';
import { accounts, password } from './accounts.ts';
import type { Account } from './accounts.ts';
import { decodePayload } from './session.ts';

/** The token of a new session, for a test that ends it: the others share one per account. */
export const signIn = async (
  request: APIRequestContext,
  email: string,
  headers: Record<string, string> = {},
): Promise<string> => {
  const response = await request.post('/api/auth', { data: { email, password }, headers });
  if (!response.ok()) throw new Error(`Login as ${email} returned status ${response.status()}`);
  return ((await response.json()) as { token: string }).token;
};

const tokens = new Map<Account, string>();

/** A session token of a demo account; logs in once per account and process. */
export const fetchToken = async (request: APIRequestContext, account: Account): Promise<string> => {
  const cached = tokens.get(account);
  if (cached) return cached;
  const token = await signIn(request, accounts[account]);
  tokens.set(account, token);
  return token;
};

/** Whether a token is one of a session that other tests of this process use. */
export const isShared = (token: string): boolean => {
  const session = decodePayload(token).sid;
  return [...tokens.values()].some((each) => decodePayload(each).sid === session);
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Makes a call with a session token and returns its `data`. Throws unless it succeeds. */
export const callWith = async <T>(
  request: APIRequestContext,
  token: string,
  method: Method,
  path: string,
  data?: unknown,
): Promise<T> => {
  const response = await request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  });
  if (!response.ok())
    throw new Error(`${method} ${path} returned status ${response.status()}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
};

/** Makes a call as an account and returns its `data`. Throws unless it succeeds. */
export const callAs = async <T>(
  request: APIRequestContext,
  account: Account,
  method: Method,
  path: string,
  data?: unknown,
): Promise<T> => callWith(request, await fetchToken(request, account), method, path, data);
