import { expect } from '../fixtures.ts';
import type { Locator } from '@playwright/test';
import type { Page } from '../fixtures.ts';

/** The number in the name of a link, such as 'Attendees: 1,200', 'Summit: 12 attendees' or '40 controls'. */
const readCount = async (link: Locator): Promise<number> => {
  const name = (await link.getAttribute('aria-label')) ?? (await link.textContent()) ?? '';
  return Number(/(?:^|: )([\d,]+)/.exec(name)?.[1]?.replaceAll(',', ''));
};

/** Follows a number to the rows of the page, the list with the id 'rows', and expects as many. */
export const expectOpenedRows = async (page: Page, link: Locator): Promise<number> => {
  await expect(link).toBeVisible();
  const count = await readCount(link);
  expect(count).toBeGreaterThan(0);
  await link.focus();
  await page.keyboard.press('Enter');
  const section = page.locator('section#rows');
  await expect(section).toBeFocused();
  await expect(section.locator('[aria-live=polite]').first()).toHaveText(
    new RegExp(`^${count.toLocaleString('en-US')} [a-z]`),
  );
  return count;
};
