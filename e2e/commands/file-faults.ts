import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { fetchedFiles } from './areas.ts';

/** Messages shown for each kind of failure. */
export const failureMessages = {
  missing: 'Its files could not be found.',
  error: 'It could not be loaded.',
  timeout: 'It took too long to load.',
} as const;

/** A way in which a file can fail to load, and the failure kind that the page should report. */
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

/** Faults without hanging requests, which need a clock. */
export const fileFaults: readonly FileFault[] = [
  missing,
  {
    name: 'server error',
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

/** Console messages of the browser for such files. */
export const fileErrors = /Failed to load resource|Failed to find a valid digest/;

/** Makes requests for matching files fail: as missing first, then with the other faults, until `restore` is called. */
export const failFiles = async (page: Page, files: RegExp) => {
  let fault = missing;
  const fetched = fetchedFiles(page, files);
  await page.route(files, (route) => fault.answer(route));
  return {
    fetched,
    restore: () => page.unroute(files),
    /** Runs `work` with each fault except the first; each run must fetch the files again. */
    forEachOtherFault: async (work: (fault: FileFault) => Promise<void>) => {
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
