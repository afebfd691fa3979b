import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { accounts } from './accounts.ts';
import type { Account } from './accounts.ts';
import { callAs } from './api.ts';

const rowsOf = (html: string, to: string): string[] =>
  html
    .split('<tr>')
    .filter((row) => row.includes(`<td>${to}</td>`))
    .flatMap((row) => /href="(\/dev\/outbox\/\d+)"/.exec(row)?.[1] ?? []);

/** Paths of the mails to an address in the outbox, newest first. */
export const mailsToAddress = async (request: APIRequestContext, address: string): Promise<string[]> => {
  const outbox = await request.get('/dev/outbox');
  return rowsOf(await outbox.text(), address);
};

export const mailsTo = (request: APIRequestContext, account: Account): Promise<string[]> =>
  mailsToAddress(request, accounts[account]);

/** The path of the link in a mail. */
export const linkIn = async (request: APIRequestContext, mail: string): Promise<string> => {
  const text = await (await request.get(mail)).text();
  const link = /https?:\/\/[^/\s"<]+(\/(?:set-password|register)\/[\w-]+)/.exec(text)?.[1];
  if (!link) throw new Error(`The mail ${mail} has no link.`);
  return link;
};

/** A new link to set an account's password (or to register), mailed on an administrator's request. */
export const mailedLink = async (request: APIRequestContext, account: Account): Promise<string> => {
  const before = await mailsTo(request, account);
  await callAs(request, 'admin', 'POST', '/api/forgot-password', { email: accounts[account] });
  let mails: string[] = [];
  await expect
    .poll(async () => {
      mails = await mailsTo(request, account);
      return mails.length;
    })
    .toBeGreaterThan(before.length);
  return linkIn(request, mails[0] ?? '');
};

/** Sets an account's password with a mailed link, without the browser. */
export const setPassword = async (request: APIRequestContext, account: Account, password: string) => {
  const token = (await mailedLink(request, account)).split('/').at(-1);
  const answer = await request.post('/api/set-password/from-token', { data: { token, password } });
  if (!answer.ok()) throw new Error(`Setting a password returned status ${answer.status()}`);
};
