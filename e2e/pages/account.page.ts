import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The form of an account, new or existing. */
export const accountPage = (page: Page) => {
  const main = page.getByRole('main');
  return {
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    field: (name: string) => main.getByRole('textbox', { name }),
    select: (name: string) => main.getByRole('combobox', { name, exact: true }),
    toggle: (name: string) => main.getByRole('switch', { name }),
    box: (name: string) => main.getByRole('checkbox', { name, exact: true }),
    chosen: (name: string) => main.getByRole('button', { name: `Remove ${name}` }),
    save: main.getByRole('button', { name: 'Save', exact: true }),
    reset: main.getByRole('button', { name: 'Reset', exact: true }),
    sessions: main.getByRole('region', { name: 'Sessions' }),
    problem: (text: string) => main.getByText(text),
    question: (name: string) => page.getByRole('alertdialog', { name }),
  };
};

/** Opens the form of a new user. */
export const openNewUser = async (page: Page) => {
  await page.goto('/admin/user/');
  await expect(accountPage(page).box('Revenue')).toBeVisible();
};

/** Selects an option of a multi-select. */
export const chooseOption = async (page: Page, name: string, option: string) => {
  const list = page.getByRole('listbox', { name });
  await accountPage(page).select(name).fill(option.slice(0, 5));
  const row = list.getByRole('option', { name: option });
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
};

/** Opens the page of an account and waits for its form. */
export const openAccount = async (page: Page, id: string, query = '') => {
  await page.goto(`/admin/user/${id}${query}`);
  await expect(accountPage(page).field('First Name')).toBeVisible();
};
