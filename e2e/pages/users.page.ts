import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Manage Users. */
export const usersPage = (page: Page) => {
  const table = page.getByRole('table', { name: 'Users' });
  const cards = page.getByRole('list', { name: 'Users', exact: true }).locator('> li');
  const main = page.getByRole('main');
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Manage Users', exact: true }),
    search: page.getByRole('searchbox', { name: 'Search by email or name' }),
    clients: main.getByRole('combobox', { name: 'Clients' }),
    option: (name: string) => page.getByRole('option', { name }),
    count: (text: string | RegExp) => main.getByText(text),
    newUser: page.getByRole('link', { name: 'New User' }),
    rows: table.locator('tbody tr'),
    row: (text: string) => table.locator('tbody tr').filter({ hasText: text }),
    cards,
    card: (text: string) => cards.filter({ hasText: text }),
    action: (name: string) => main.getByRole('button', { name }),
    question: (name: string) => page.getByRole('alertdialog', { name }),
    empty: page.getByText('No user matches the search and the clients.'),
  };
};

/** Opens the list, with a query of the URL, and waits for its users. */
export const openUsers = async (page: Page, query = '') => {
  await page.goto(`/admin/users${query}`);
  await expect(usersPage(page).heading).toBeVisible();
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
};
