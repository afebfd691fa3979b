import { test as base, expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { tokenOf } from './commands/api.ts';
import { startWith } from './commands/session.ts';
import type { Account } from './commands/accounts.ts';

interface Fixtures {
  /** Messages that a test expects on the console; any other warning or error fails it. */
  allowedConsole: RegExp | undefined;
  /** Opens pages with the session of a demo account. */
  signedIn: (account: Account) => Promise<void>;
  quietPage: void;
}

// The area of an address is preloaded before anybody knows whether there is a session; without one it stays unused.
const unusedPreload = /was preloaded using link preload but not used/;

/** What the pages of a test say that nobody should have to read. */
const listen = (context: BrowserContext, problems: string[]) => {
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!unusedPreload.test(message.text())) problems.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (webError) => problems.push(`uncaught: ${webError.error().message}`));
};

export const test = base.extend<Fixtures>({
  allowedConsole: [undefined, { option: true }],
  signedIn: async ({ page, request }, use) => {
    await use(async (account) => startWith(page, await tokenOf(request, account)));
  },
  quietPage: [
    async ({ context, allowedConsole }, use) => {
      const problems: string[] = [];
      listen(context, problems);
      await use();
      expect(problems.filter((text) => !allowedConsole?.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

/** What the browser says of answers with these statuses, for tests that provoke them. */
export const failedRequest = (...statuses: number[]) => new RegExp(`status of (?:${statuses.join('|')})\\b`);

export { expect };
export type { Page };
