import type { Locator, Page } from '@playwright/test';

/** The first screen of an area, and its menu entry. */
export interface Screen {
  path: string;
  area: string;
  /** Name of its menu entry. */
  name: string;
  /** The menu with the entry; undefined for the sidebar. */
  menu?: string;
}

export const overview: Screen = { path: '/', area: 'analytics', name: 'Performance Overview' };
export const review: Screen = {
  path: '/review-activities',
  area: 'review',
  name: 'Review Activities',
  menu: 'Admin',
};

/** The visible menu entry of a screen; opens its menu. */
export const entryTo = async (page: Page, { name, menu }: Screen): Promise<Locator> => {
  if (!menu) return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await page.getByRole('button', { name: menu, exact: true }).click();
  return page.getByRole('menuitem', { name });
};
