import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The page of an account with its tabs. */
export const profilePage = (page: Page) => {
  const main = page.getByRole('main');
  const selected = main.getByRole('list', { name: 'Selected columns' });
  return {
    tab: (name: string) => main.getByRole('tab', { name, exact: true }),
    note: main.getByText(/^NOTE: You are currently in .+ Account\. Be mindful when making any changes/),
    save: main.getByRole('button', { name: 'Save', exact: true }),
    reset: main.getByRole('button', { name: 'Reset', exact: true }),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    columns: selected.getByRole('listitem'),
    column: (field: string) => selected.locator(`[data-field="${field}"]`),
    availableColumn: (name: string) => main.getByRole('checkbox', { name, exact: true }),
  };
};

/** Opens the default export columns of an account. */
export const openColumns = async (page: Page, id: string) => {
  await page.goto(`/admin/user/${id}?active=Columns`);
  await expect(profilePage(page).columns.first()).toBeVisible();
};
