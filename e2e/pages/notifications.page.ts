import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The Notification Dashboard. */
export const notificationsPage = (page: Page) => {
  const main = page.getByRole('main');
  const table = page.getByRole('table', { name: 'Results of alerts' });
  const cards = page.getByRole('list', { name: 'Results of alerts', exact: true }).locator('> li');
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Notification Dashboard', exact: true }),
    search: page.getByRole('searchbox', { name: 'Search by name or description' }),
    unreadOnly: main.getByRole('switch', { name: 'Unread only' }),
    quiet: main.getByRole('switch', { name: 'Show quiet runs' }),
    /** Rows, or cards on narrow windows. */
    runs: table.locator('tbody tr').or(cards),
    run: (text: string) => table.locator('tbody tr').or(cards).filter({ hasText: text }),
    checkbox: (number: number) => main.getByRole('checkbox', { name: /^Select .+,/ }).nth(number),
    action: (name: string) => main.getByRole('button', { name, exact: true }),
    count: main.getByText(/^[\d,]+ results?/),
    empty: main.getByText('No result matches the search and the filters.'),
    /** The menu entry with the number of unread runs. */
    entry: page.getByRole('navigation').getByRole('link', { name: /^Notification Dashboard/ }),
  };
};

/** Opens the list, with a query of the URL, and waits for its runs. */
export const openNotifications = async (page: Page, query = '') => {
  await page.goto(`/notifications/dashboard${query}`);
  await expect(notificationsPage(page).heading).toBeVisible();
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
};

/** The page of a run. */
export const runPage = (page: Page) => {
  const main = page.getByRole('main');
  return {
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    facts: main.getByRole('region', { name: 'Run', exact: true }),
    why: main.getByRole('region', { name: 'Why did this fire?' }),
    activities: main.getByRole('region', { name: 'Activities', exact: true }),
    tool: (name: string) => main.getByRole('button', { name, exact: true }),
    parameters: page.getByRole('dialog', { name: 'Notification Parameters' }),
    back: main.getByRole('link', { name: 'Notification Dashboard', exact: true }),
    notFound: main.getByText('Result not found'),
  };
};

/** Opens the latest run that is listed for a search text. */
export const openRun = async (page: Page, text: string) => {
  await openNotifications(page, `?query=${encodeURIComponent(text)}`);
  await notificationsPage(page).runs.getByRole('link').first().click();
  await expect(runPage(page).facts).toBeVisible();
};
