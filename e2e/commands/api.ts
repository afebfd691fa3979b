import type { APIRequestContext } from '@playwright/test';
import { accounts, password } from './accounts.ts';
import type { Account } from './accounts.ts';

const tokens = new Map<Account, string>();

/** A session token of a demo account; logs in once per account and process. */
export const tokenOf = async (request: APIRequestContext, account: Account): Promise<string> => {
  const known = tokens.get(account);
  if (known) return known;
  const response = await request.post('/api/auth', { data: { email: accounts[account], password } });
  if (!response.ok()) throw new Error(`Login as ${account} answered ${response.status()}`);
  const { token } = (await response.json()) as { token: string };
  tokens.set(account, token);
  return token;
};

/** The `data` of a successful call as an account. */
export const callAs = async <T>(
  request: APIRequestContext,
  account: Account,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<T> => {
  const response = await request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(request, account)}` },
    ...(data === undefined ? {} : { data }),
  });
  if (!response.ok())
    throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
};
