import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The list of sent reports. */
export const reportRunsPage = (page: Page) => {
  const main = page.getByRole('main');
  const table = page.getByRole('table', { name: 'Activity reports' });
  const cards = page.getByRole('list', { name: 'Activity reports', exact: true }).locator('> li');
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Activity Reports', exact: true }),
    search: page.getByRole('searchbox', { name: 'Search by contact' }),
    quiet: main.getByRole('switch', { name: 'Show runs without activities' }),
    /** Rows, or cards on narrow windows. */
    runs: table.locator('tbody tr').or(cards),
    run: (text: string) => table.locator('tbody tr').or(cards).filter({ hasText: text }),
    count: main.getByText(/^[\d,]+ reports?$/),
    empty: main.getByText('No report matches the search and the filters.'),
    entry: page.getByRole('navigation').getByRole('link', { name: 'Activity Reports', exact: true }),
  };
};

/** Opens the list, with a query of the URL, and waits for its runs. */
export const openReportRuns = async (page: Page, query = '') => {
  await page.goto(`/dissemination-contact/dashboard${query}`);
  await expect(reportRunsPage(page).heading).toBeVisible();
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
};

/** The page of a run. */
export const reportRunPage = (page: Page) => {
  const main = page.getByRole('main');
  return {
    heading: (name: string) =>
      page.getByRole('heading', { level: 1, name: `Report for ${name}`, exact: true }),
    facts: main.getByRole('region', { name: 'Run', exact: true }),
    deliveries: main.getByRole('region', { name: 'Deliveries', exact: true }),
    activities: main.getByRole('region', { name: 'Activities', exact: true }),
    tool: (name: string) => main.getByRole('button', { name, exact: true }),
    parameters: page.getByRole('dialog', { name: 'Activity Report Parameters' }),
    mail: page.getByRole('dialog', { name: 'Email to the contact' }),
    back: main.getByRole('link', { name: 'Activity Reports', exact: true }),
    notFound: main.getByText('Activity report not found'),
  };
};

/** Opens the latest run that is listed for a search text. */
export const openReportRun = async (page: Page, text: string) => {
  await openReportRuns(page, `?query=${encodeURIComponent(text)}`);
  await reportRunsPage(page).run(text).first().getByRole('link').first().click();
  await expect(reportRunPage(page).facts).toBeVisible();
};

/** The configurations of an account, and the form of one. */
export const reportConfigPage = (page: Page) => {
  const main = page.getByRole('main');
  const table = page.getByRole('table', { name: 'Activity report configurations' });
  const cards = page
    .getByRole('list', { name: 'Activity report configurations', exact: true })
    .locator('> li');
  return {
    heading: (name: 'New' | 'Edit') =>
      page.getByRole('heading', { level: 1, name: `${name} Activity Report Configuration`, exact: true }),
    configs: table.locator('tbody tr').or(cards),
    config: (text: string) => table.locator('tbody tr').or(cards).filter({ hasText: text }),
    newReport: main.getByRole('link', { name: 'New Activity Report' }),
    form: main.getByRole('form', { name: 'Activity report configuration' }),
    field: (name: string) => main.getByRole('textbox', { name }),
    select: (name: string) => main.getByRole('combobox', { name }),
    day: (name: string) => main.getByRole('checkbox', { name }),
    toggle: (name: string | RegExp) => main.getByRole('switch', { name }),
    save: main.getByRole('button', { name: 'Save', exact: true }),
    tool: (name: string) => main.getByRole('button', { name, exact: true }),
    back: main.getByRole('link', { name: 'Return to Profile' }),
    preview: page.getByRole('dialog', { name: 'Preview of the next delivery' }),
    webhook: main.getByRole('heading', { name: 'Webhook', exact: true }),
  };
};

/** Chooses an option of a field with a search. */
export const pick = async (page: Page, name: string, text: string) => {
  await reportConfigPage(page).select(name).click();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().click();
  await page.keyboard.press('Escape');
};
