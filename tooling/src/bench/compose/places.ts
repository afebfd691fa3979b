import type { Locator, Page } from '@playwright/test';

/** A screen that is the first of its area, and the way to it. */
export interface Place {
  path: string;
  area: string;
  /** Name of the entry that leads there. */
  name: string;
  /** The menu that has the entry; none for the sidebar. */
  menu?: string;
}

export const overview: Place = { path: '/', area: 'analytics', name: 'Performance Overview' };
export const review: Place = {
  path: '/review-activities',
  area: 'review',
  name: 'Review Activities',
  menu: 'Admin',
};

/** The entry that leads to a place, where a person can see it: its menu is opened. */
export const entryTo = async (page: Page, { name, menu }: Place): Promise<Locator> => {
  if (!menu) return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await page.getByRole('button', { name: menu, exact: true }).click();
  return page.getByRole('menuitem', { name });
};
