import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { accountPage, openAccount } from './account.page.ts';

/** The card with the API credentials of an account. */
export const apiDetails = (page: Page) => {
  const card = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'API details' }) });
  const dialog = page.getByRole('dialog', { name: 'New API secret' });
  const generate = async () => {
    await card.getByRole('button', { name: 'Generate Secret' }).click();
    await accountPage(page)
      .question('Are you sure you want to generate a new secret?')
      .getByRole('button', { name: 'Generate Secret' })
      .click();
  };
  return {
    card,
    generate,
    secret: dialog.getByText(/^rls_/),
    command: dialog.getByText(/^curl /),
    warning: dialog.getByText('Copy the secret now.'),
    copy: dialog.getByRole('button', { name: 'Copy secret' }),
    close: dialog.getByRole('button', { name: 'Close' }),
  };
};

export const openApiDetails = async (page: Page, userId: string) => {
  await openAccount(page, userId);
  await expect(apiDetails(page).card).toBeVisible();
};
