import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Waits until a marketing page is there and nothing of it is busy. Nothing is busy before it is there, either. */
export const waitForMarketingPage = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: /^Pages/ }).first()).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
};
