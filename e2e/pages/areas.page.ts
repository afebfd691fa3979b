import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { overview } from './overview.page.ts';
import { shell } from './shell.page.ts';

/** The analytics area with a search that is fast and complete, so that the filter panel does not open. */
export const analyticsPage = linkTo({ clients: [clients.quietharbor.id], relative: '-90d' });

/** The area and the shell's status messages for it. */
export const areaHost = (page: Page, name = 'Analytics') => ({
  unavailable: page.getByRole('alert').filter({ hasText: `${name} is not available` }),
  retry: page.getByRole('button', { name: 'Try again' }),
  loading: page.getByRole('status', { name: `Loading ${name}`, exact: true }),
  stillLoading: page.getByRole('status').filter({ hasText: `${name} is still loading` }),
  /** Notice that the previous version is shown instead of the latest. */
  fallback: page.getByRole('status').filter({ hasText: 'You are using the previous version.' }),
  retryLatest: page.getByRole('button', { name: 'Retry the latest version' }),
  mounted: page.locator('[data-area] > div'),
});

/** Expects the shell to respond: menus open, links are present, the sidebar collapses. */
export const expectUsableShell = async (page: Page) => {
  const { adminMenu, blindedItem, collapse, expand, nav } = shell(page);
  await adminMenu.click();
  await expect(blindedItem).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(nav.getByRole('link', { name: 'Performance Overview' })).toBeVisible();
  await collapse.click();
  await expand.click();
};

/** Opens the review area from the admin menu. */
export const openReview = async (page: Page) => {
  const { adminMenu } = shell(page);
  if ((await adminMenu.getAttribute('aria-expanded')) !== 'true') await adminMenu.click();
  await page.getByRole('menuitem', { name: 'Review Activities' }).click();
  await expect(shell(page).heading('Review Activities')).toBeVisible();
};

/** Opens the analytics area from the sidebar. */
export const openAnalytics = (page: Page) =>
  shell(page).nav.getByRole('link', { name: 'Performance Overview' }).click();

/** Expects the analytics area to be shown, without an error. */
export const expectAnalytics = async (page: Page) => {
  await expect(overview(page).heading).toBeVisible();
  await expect(areaHost(page).unavailable).toHaveCount(0);
};
