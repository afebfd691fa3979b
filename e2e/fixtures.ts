import { test as base, expect } from '@playwright/test';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { accounts } from './commands/accounts.ts';
import { fetchToken, isShared, signIn } from './commands/api.ts';
import { cpuSeconds } from './commands/cpu.ts';
import { trackRequests } from './commands/network.ts';
import { mainStory, takesTurn } from './commands/rotation.ts';
import { startWith } from './commands/session.ts';
import type { Account } from './commands/accounts.ts';

interface Fixtures {
  /** Console messages that a test expects; any other warning or error fails it. */
  allowedConsole: RegExp | undefined;
  /** Signs the page in with a demo account, with its own session for a test that ends it. */
  signedIn: (account: Account, options?: { own?: boolean }) => Promise<void>;
  /** Skips a test that has its turn on another day. */
  turn: void;
  /** Annotates the test with the CPU seconds of this worker and its browser, for the report. */
  cpu: void;
}

// The server preloads a route's area without checking the session; without a session, it stays unused.
const unusedPreload = /was preloaded using link preload but not used/;

// A trace runs a script in every frame, also in those of mails, which refuse scripts.
const refusedTrace = /^Blocked script execution in 'about:srcdoc'/;

/** Collects console warnings, console errors and uncaught errors. Those that match `ignored` are no problems. */
const collectProblems = (context: BrowserContext, problems: string[], ignored: readonly RegExp[]) => {
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // A message about a failed request does not say which one.
    const { url } = message.location();
    if (!ignored.some((pattern) => pattern.test(message.text())))
      problems.push(`${message.type()}: ${message.text()} (${url})`);
  });
  context.on('weberror', (webError) => problems.push(`uncaught: ${webError.error().message}`));
};

/** Reports a logout from a session that other tests share: such a test needs its own session. */
const collectSharedLogouts = (context: BrowserContext, problems: string[]) =>
  context.on('request', (request) => {
    if (!request.url().endsWith('/api/auth/logout')) return;
    const token = request.headers()['authorization']?.replace('Bearer ', '');
    if (token && isShared(token)) problems.push('logged out from a shared session');
  });

export const test = base.extend<Fixtures>({
  turn: [
    // Playwright reads the fixtures that it needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, info) => {
      const waits = !info.tags.includes(mainStory) && !takesTurn(info.titlePath.join(' '));
      info.skip(waits, 'It has its turn on another day.');
      await use();
    },
    { auto: true },
  ],
  cpu: [
    // Playwright reads the fixtures that it needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { annotations }) => {
      const before = cpuSeconds();
      await use();
      const after = cpuSeconds();
      if (before === undefined || after === undefined) return;
      annotations.push({ type: 'cpu', description: Math.max(0, after - before).toFixed(2) });
    },
    { auto: true },
  ],
  allowedConsole: [undefined, { option: true }],
  signedIn: async ({ page, request }, use) => {
    await use(async (account, { own = false } = {}) =>
      startWith(page, await (own ? signIn(request, accounts[account]) : fetchToken(request, account))),
    );
  },
  // Not an automatic fixture: a test without a page needs no context.
  context: async ({ context, allowedConsole }, use, { retry }) => {
    const problems: string[] = [];
    // Only second attempts are traced.
    collectProblems(context, problems, retry === 0 ? [unusedPreload] : [unusedPreload, refusedTrace]);
    collectSharedLogouts(context, problems);
    trackRequests(context);
    await use(context);
    expect(problems.filter((text) => !allowedConsole?.test(text))).toEqual([]);
  },
});

/** Console messages for responses with these statuses, for tests that provoke them. */
export const failedRequest = (...statuses: number[]) => new RegExp(`status of (?:${statuses.join('|')})\\b`);

export { expect };
export type { Page, Request };
