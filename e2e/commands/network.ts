import type { Page } from '@playwright/test';

const idleMs = 500;

/**
 * Waits until no request has been pending for half a second. `waitForLoadState('networkidle')` returns immediately if the
 * page was idle before, so it does not wait for requests caused by a click.
 */
export const waitForNetworkIdle = async (page: Page): Promise<void> => {
  const pending = new Set<object>();
  let lastAt = Date.now();
  const begin = (request: object) => {
    pending.add(request);
    lastAt = Date.now();
  };
  const end = (request: object) => {
    pending.delete(request);
    lastAt = Date.now();
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  try {
    await page.waitForLoadState('networkidle');
    while (pending.size > 0 || Date.now() - lastAt < idleMs) await page.waitForTimeout(100);
  } finally {
    page.off('request', begin);
    page.off('requestfinished', end);
    page.off('requestfailed', end);
  }
};
