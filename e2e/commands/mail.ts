import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { accounts } from './accounts.ts';
import { callAs } from './api.ts';

const readRows = (html: string, to: string): string[] =>
  html
    .split('<tr>')
    .filter((row) => row.includes(`<td>${to}</td>`))
    .flatMap((row) => /href="(\/dev\/outbox\/\d+)"/.exec(row)?.[1] ?? []);

/** Paths of the mails to an address in the outbox, newest first. */
export const mailsTo = async (request: APIRequestContext, address: string): Promise<string[]> => {
  const outbox = await request.get('/dev/outbox');
  return readRows(await outbox.text(), address);
};

/** The path of the link in a mail. */
export const linkIn = async (request: APIRequestContext, mail: string): Promise<string> => {
  const text = await (await request.get(mail)).text();
  const link = /https?:\/\/[^/\s"<]+(\/(?:set-password|register)\/[\w-]+)/.exec(text)?.[1];
  if (!link) throw new Error(`The mail ${mail} has no link.`);
  return link;
};

/** A new link to set a user's password (or to register), mailed on an administrator's request. */
export const mailedLink = async (request: APIRequestContext, email: string): Promise<string> => {
  const before = await mailsTo(request, email);
  await callAs(request, 'admin', 'POST', '/api/forgot-password', { email });
  let mails: string[] = [];
  await expect
    .poll(async () => {
      mails = await mailsTo(request, email);
      return mails.length;
    })
    .toBeGreaterThan(before.length);
  return linkIn(request, mails[0] ?? '');
};

/** Sets a user's password with a mailed link, without the browser. This ends the user's sessions, so it refuses shared accounts. */
export const setPassword = async (request: APIRequestContext, email: string, password: string) => {
  if (Object.values<string>(accounts).includes(email))
    throw new Error(`Other tests share the session of ${email}: create a user instead.`);
  const token = (await mailedLink(request, email)).split('/').at(-1);
  const answer = await request.post('/api/set-password/from-token', { data: { token, password } });
  if (!answer.ok()) throw new Error(`Setting a password returned status ${answer.status()}`);
};
