import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts.ts';
import { callAs } from './api.ts';

interface NewSearch {
  name: string;
  filters: unknown[];
  indices?: string[];
}

const fetchUserId = async (request: APIRequestContext, account: Account) =>
  (await callAs<{ id: string }>(request, account, 'GET', '/api/session')).id;

/** Saves a search for an account. Returns its id and a function that deletes it. */
export const saveSearch = async (request: APIRequestContext, account: Account, search: NewSearch) => {
  const userId = await fetchUserId(request, account);
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

/** A unique name, because tests share accounts. */
export const uniqueName = (prefix: string): string => `${prefix} ${randomUUID()}`;
