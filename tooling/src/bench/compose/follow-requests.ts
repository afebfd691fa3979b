import type { Page, Request } from '@playwright/test';

const calmMs = 500;
const stepMs = 100;

/** Follows what a page asks for. Answers the way to wait until nothing was under way for half a second. */
export const followRequests = (page: Page): (() => Promise<void>) => {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return async () => {
    for (let calm = 0; calm < calmMs; calm = underWay.size === 0 ? calm + stepMs : 0)
      await page.waitForTimeout(stepMs);
  };
};
