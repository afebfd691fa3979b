import { expect } from '@playwright/test';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { runInPage } from './run-in-page.ts';

/** Requests of each page without a response, in the order of their start. */
const pending = new WeakMap<Page, Set<Request>>();

const trackPage = (page: Page) => {
  const requests = new Set<Request>();
  pending.set(page, requests);
  const end = (request: Request) => {
    // A new document cancels the requests of the one before, and the browser does not report the end of each.
    if (request.isNavigationRequest())
      for (const earlier of requests) {
        if (earlier === request) break;
        requests.delete(earlier);
      }
    requests.delete(request);
  };
  page.on('request', (request) => {
    // The browser does not report the end of a beacon.
    if (request.resourceType() !== 'ping') requests.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
};

/** Counts the requests of all pages of a context from now on, for `waitForQuiet`. */
export const trackRequests = (context: BrowserContext) => {
  context.pages().forEach(trackPage);
  context.on('page', trackPage);
};

const busy = '[aria-busy="true"], output[aria-label^="Loading"], progress[aria-label^="Loading"]';

/**
 * Waits until the page shows nothing that loads, has drawn its state and has nothing more urgent to do. An idle callback is no
 * such sign: a page that draws without a pause on a busy machine is never idle.
 */
const drawn = async (page: Page) => {
  await page.waitForFunction((selector) => !document.querySelector(selector), busy);
  await runInPage(
    page,
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => scheduler.postTask(() => resolve(), { priority: 'background' })),
        ),
      ),
    undefined,
  );
};

/** Waits until no request is pending and the page has drawn all responses without asking for more. */
export const waitForQuiet = async (page: Page): Promise<void> => {
  const requests = pending.get(page);
  if (!requests) throw new Error('The requests of this page are not counted.');
  const addresses = () => [...requests].map((request) => request.url());
  await page.waitForLoadState('load');
  do {
    await expect.poll(addresses, { intervals: [50] }).toEqual([]);
    await drawn(page);
  } while (requests.size > 0);
};
