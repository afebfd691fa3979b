import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { tokenOf } from './commands/api.ts';
import type { Account } from './commands/accounts.ts';

interface Fixtures {
  /** Messages that a test expects on the console; anything else fails it. */
  allowedConsole: RegExp[];
  /** Opens pages with the session of a demo account. */
  signedIn: (account: Account) => Promise<void>;
  quietPage: void;
}

/** What the browser itself says of answers that a test provokes. */
const listen = (page: Page, problems: string[]) => {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
};

export const test = base.extend<Fixtures>({
  allowedConsole: [[], { option: true }],
  signedIn: async ({ page, request }, use) => {
    await use(async (account) => {
      const token = await tokenOf(request, account);
      await page.addInitScript((value) => {
        if (!sessionStorage.getItem('e2e-signed-in')) {
          localStorage.setItem('jwt_token', value);
          sessionStorage.setItem('e2e-signed-in', 'true');
        }
      }, token);
    });
  },
  quietPage: [
    async ({ page, allowedConsole }, use) => {
      const problems: string[] = [];
      listen(page, problems);
      await use();
      expect(problems.filter((text) => !allowedConsole.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
