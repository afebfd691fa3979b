import type { Page } from '@playwright/test';

const quietMs = 500;

/**
 * Ends when no request has been under way for half a second. `waitForLoadState('networkidle')` answers at once for a
 * page that was idle before, so it says nothing of what a click has set off.
 */
export const networkQuiet = async (page: Page): Promise<void> => {
  const underWay = new Set<object>();
  let lastAt = Date.now();
  const begin = (request: object) => {
    underWay.add(request);
    lastAt = Date.now();
  };
  const end = (request: object) => {
    underWay.delete(request);
    lastAt = Date.now();
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  try {
    await page.waitForLoadState('networkidle');
    while (underWay.size > 0 || Date.now() - lastAt < quietMs) await page.waitForTimeout(100);
  } finally {
    page.off('request', begin);
    page.off('requestfinished', end);
    page.off('requestfailed', end);
  }
};
