import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { fetchedFiles } from './areas.ts';

/** What the page tells the person of each kind of failure. */
export const explanations = {
  missing: 'Its files could not be found.',
  error: 'It could not be loaded.',
  timeout: 'It took too long to load.',
} as const;

/** A way in which a file is not had, and how the page has to class it. */
export interface FileFault {
  name: string;
  kind: 'missing' | 'error';
  answer: (route: Route) => Promise<void>;
}

const missing: FileFault = {
  name: 'missing',
  kind: 'missing',
  answer: (route) => route.fulfill({ status: 404, body: 'Not found' }),
};

/** Without those that hang: they need a clock. */
export const fileFaults: readonly FileFault[] = [
  missing,
  {
    name: 'answered by an error',
    kind: 'error',
    answer: (route) => route.fulfill({ status: 503, body: 'Later' }),
  },
  { name: 'unreachable', kind: 'error', answer: (route) => route.abort('connectionrefused') },
  {
    name: 'tampered with',
    kind: 'error',
    answer: (route) =>
      route.fulfill({
        contentType: route.request().resourceType() === 'stylesheet' ? 'text/css' : 'text/javascript',
        body: 'window.tampered = true;',
      }),
  },
];

/** What the browser itself says of such files. */
export const lostFiles = /Failed to load resource|Failed to find a valid digest/;

/** Loses files of the page: missing at first, then otherwise; until they are found again. */
export const loseFiles = async (page: Page, files: RegExp) => {
  let fault = missing;
  const fetched = fetchedFiles(page, files);
  await page.route(files, (route) => fault.answer(route));
  return {
    fetched,
    find: () => page.unroute(files),
    /** Lets `work` happen for each way to lose them but the first; each time they have to be asked for again. */
    inEveryOtherWay: async (work: (fault: FileFault) => Promise<void>) => {
      for (const next of fileFaults.slice(1)) {
        await test.step(next.name, async () => {
          fault = next;
          const before = fetched.length;
          await work(next);
          expect(fetched.length).toBeGreaterThan(before);
        });
      }
      expect(await page.evaluate(() => Reflect.get(window, 'tampered') as unknown)).toBeUndefined();
    },
  };
};
