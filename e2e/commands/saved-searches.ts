import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts.ts';
import { callAs } from './api.ts';

interface NewSearch {
  name: string;
  filters: unknown[];
  indices?: string[];
}

const userIdOf = async (request: APIRequestContext, account: Account) =>
  (await callAs<{ id: string }>(request, account, 'GET', '/api/session')).id;

/** Saves a search for an account; answers its id and the way to delete it again. */
export const saveSearch = async (request: APIRequestContext, account: Account, search: NewSearch) => {
  const userId = await userIdOf(request, account);
  const { id } = await callAs<{ id: string }>(request, account, 'POST', '/api/saved-searches', {
    userId,
    ...search,
  });
  return {
    id,
    userId,
    remove: () => callAs(request, account, 'DELETE', `/api/saved-searches/${userId}/${id}`),
  };
};

/** A name that no other test has; accounts are shared. */
export const ownName = (what: string): string => `${what} ${Date.now().toString(36)}`;
