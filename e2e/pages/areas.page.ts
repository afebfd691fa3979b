import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { overview } from './overview.page.ts';
import { shell } from './shell.page.ts';

/** The analytics area, with a search that the server answers quickly and that asks for no filter first. */
export const analyticsPage = linkTo({ clients: [clients.quietharbor.id], relative: '-90d' });

/** What stands in the place of an area. */
export const areaPlace = (page: Page, name = 'Analytics') => ({
  unavailable: page.getByRole('alert').filter({ hasText: `${name} is not available` }),
  retry: page.getByRole('button', { name: 'Try again' }),
  loading: page.getByRole('status', { name: `Loading ${name}`, exact: true }),
  stillLoading: page.getByRole('status', { name: `Still loading ${name}`, exact: true }),
  /** The previous version is there instead of the newest. */
  fallback: page.getByRole('status').filter({ hasText: 'This is the one before it.' }),
  tryNewest: page.getByRole('button', { name: 'Try the newest again' }),
  mounted: page.locator('[data-area] > div'),
});

/** The shell still answers: its menus open, its links are there, its sidebar folds. */
export const expectUsableShell = async (page: Page) => {
  const { adminMenu, blindedItem, collapse, expand, nav } = shell(page);
  await adminMenu.click();
  await expect(blindedItem).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(nav.getByRole('link', { name: 'Performance Overview' })).toBeVisible();
  await collapse.click();
  await expand.click();
};

/** Goes to the review area by the admin menu; it has to be there. */
export const openReview = async (page: Page) => {
  const item = page.getByRole('menuitem', { name: 'Review Activities' });
  // The menu may still be closing from the time before.
  await expect(async () => {
    if (!(await item.isVisible())) await shell(page).adminMenu.click();
    await item.click({ timeout: 2_000 });
  }).toPass();
  await expect(shell(page).heading('Review Activities')).toBeVisible();
};

/** Goes to the analytics area by the sidebar. */
export const openAnalytics = (page: Page) =>
  shell(page).nav.getByRole('link', { name: 'Performance Overview' }).click();

/** The analytics area is there, and nothing stands in for it. */
export const expectAnalytics = async (page: Page) => {
  await expect(overview(page).heading).toBeVisible();
  await expect(areaPlace(page).unavailable).toHaveCount(0);
};
