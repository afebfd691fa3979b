import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { clients, password } from './accounts.ts';
import type { Account } from './accounts.ts';
import { callAs } from './api.ts';
import { linkIn, mailsTo } from './mail.ts';

export interface TestUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  version: number;
}

/** A name and an address that no other test uses. */
export const uniquePerson = () => {
  const key = randomUUID();
  return { firstName: 'Terry', lastName: `Test ${key}`, email: `terry.${key}@people.example` };
};

/** Creates a client user for one test, who has not registered. */
export const createUser = (
  request: APIRequestContext,
  change: Record<string, unknown> = {},
  account: Account = 'sysadmin',
): Promise<TestUser> =>
  callAs<TestUser>(request, account, 'POST', '/api/user', {
    user: { ...uniquePerson(), companies: [clients.aurelis.id], ...change },
  });

export const changeUser = (request: APIRequestContext, id: string, change: Record<string, unknown>) =>
  callAs<TestUser>(request, 'sysadmin', 'PATCH', `/api/user/${id}`, change);

export const findUser = (request: APIRequestContext, id: string) =>
  callAs<Record<string, unknown>>(request, 'sysadmin', 'GET', `/api/user/${id}`);

/** Registers a user with the link of their newest mail, and returns their session token. */
export const register = async (request: APIRequestContext, { email }: TestUser): Promise<string> => {
  const [mail = ''] = await mailsTo(request, email);
  const token = (await linkIn(request, mail)).split('/').at(-1);
  const answer = await request.post('/api/set-password/from-token', {
    data: { token, password, isRegistration: true },
  });
  if (!answer.ok()) throw new Error(`The registration returned status ${answer.status()}.`);
  return ((await answer.json()) as { token: string }).token;
};
