import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { shell } from './shell.page.ts';

/** Review Activities. */
export const reviewPage = (page: Page) => {
  const filters = page.getByRole('form', { name: 'Filters' });
  const message = page.getByRole('status', { name: 'Result of the review' });
  const table = page.getByRole('table', { name: 'Activities' });
  const bar = page.getByRole('region', { name: 'Decisions' });
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Review Activities', exact: true }),
    range: page.getByText(/^RESULTS FROM \d\d\/\d\d\/\d{4} - \d\d\/\d\d\/\d{4}$/),
    editFilters: page.getByRole('button', { name: 'Edit filters' }),
    filters,
    field: (label: string): Locator => filters.getByLabel(new RegExp(`^${label}(?!:)`)),
    sequence: (name: 'Initial' | 'Subsequent') => filters.getByText(name, { exact: true }),
    seeResults: page.getByRole('button', { name: 'See results' }),
    reset: page.getByRole('button', { name: 'Reset', exact: true }),
    table,
    headers: table.getByRole('columnheader'),
    rows: table.locator('tbody tr'),
    cards: page.getByRole('list', { name: 'Activities' }).locator('> li'),
    current: page.locator('[data-activities] [aria-current="true"]'),
    selectRow: (index: number) => table.locator('tbody tr').nth(index).getByRole('checkbox'),
    selectPage: page.getByRole('checkbox', { name: 'Select all on this page' }),
    selectEverything: page.getByRole('button', { name: /^Select all [\d,]+ matching activities$/ }),
    selectionNote: (text: string) => page.getByRole('region', { name: 'Decisions' }).getByText(text),
    count: (text: string | RegExp) => page.locator('[data-activities]').getByText(text),
    empty: page.getByText('No results found'),
    bar,
    approve: bar.getByRole('button', { name: 'APPROVE' }),
    reject: bar.getByRole('button', { name: 'REJECT', exact: true }),
    exclude: bar.getByRole('button', { name: 'EXCLUDE EMAIL & REJECT' }),
    download: bar.getByRole('button', { name: 'Download' }),
    message,
    undo: message.getByRole('button', { name: 'Undo' }),
    toast: shell(page).toast,
    question: (name: string | RegExp) => page.getByRole('alertdialog', { name }),
    openDecisions: page.getByRole('button', { name: 'Recent decisions' }),
    decisions: page.getByRole('dialog', { name: 'Recent decisions' }),
    help: page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  };
};

/** Waits until the list is loaded. */
export const waitForList = async (page: Page) => {
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  await reviewPage(page).rows.first().waitFor();
};

/** Opens the list. */
export const openReviewList = async (page: Page, address = '/review-activities') => {
  await page.goto(address);
  await expect(reviewPage(page).heading).toBeVisible();
  await waitForList(page);
};

/** The text of a row's cells, without its checkbox. */
export const readRowCells = async (row: Locator): Promise<string[]> =>
  (await row.getByRole('cell').allTextContents()).slice(1).map((text) => text.trim());
