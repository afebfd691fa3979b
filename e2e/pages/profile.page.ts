import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The page of an account with its tabs. */
export const profilePage = (page: Page) => {
  const main = page.getByRole('main');
  const table = main.getByRole('table', { name: 'Saved Searches' });
  const selected = main.getByRole('list', { name: 'Selected columns' });
  return {
    tab: (name: string) => main.getByRole('tab', { name, exact: true }),
    note: main.getByText(/^NOTE: You are currently in .+ Account\. Be mindful when making any changes/),
    save: main.getByRole('button', { name: 'Save', exact: true }),
    reset: main.getByRole('button', { name: 'Reset', exact: true }),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    columns: selected.getByRole('listitem'),
    column: (field: string) => selected.locator(`[data-field="${field}"]`),
    searches: table
      .locator('tbody tr')
      .or(main.getByRole('list', { name: 'Saved Searches' }).locator('> li')),
    search: (name: string) =>
      table
        .locator('tbody tr')
        .or(main.getByRole('list', { name: 'Saved Searches' }).locator('> li'))
        .filter({ hasText: name }),
    newSearch: main.getByRole('link', { name: 'New Search' }),
    noSearches: main.getByText('No saved search data exists.'),
    question: (name: string | RegExp) => page.getByRole('alertdialog', { name }),
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    searchName: main.getByRole('textbox', { name: 'Search Name' }),
    description: main.getByRole('textbox', { name: 'Description' }),
    relativeRange: main.getByRole('combobox', { name: 'Relative Date Range' }),
    returnToList: main.getByRole('link', { name: 'Return to Saved Search' }),
    availableColumn: (name: string) => main.getByRole('checkbox', { name, exact: true }),
  };
};

/** Opens the default export columns of an account. */
export const openColumns = async (page: Page, id: string) => {
  await page.goto(`/admin/user/${id}?active=Columns`);
  await expect(profilePage(page).columns.first()).toBeVisible();
};

/** Opens the saved searches of an account. */
export const openSearches = async (page: Page, id: string) => {
  const { searches, noSearches } = profilePage(page);
  await page.goto(`/admin/user/${id}?active=Filters`);
  await page.getByRole('status', { name: 'Loading', exact: true }).waitFor({ state: 'detached' });
  await expect(searches.or(noSearches).first()).toBeVisible();
};

/** Opens the editor of a saved search, or of a new one. */
export const openSearch = async (page: Page, userId: string, id?: string) => {
  await page.goto(['/admin/savedsearch', userId, ...(id === undefined ? [] : [id])].join('/'));
  await expect(profilePage(page).searchName).toBeVisible();
};
