import type { Locator, Page } from '@playwright/test';
import { parseNumber } from './chart.page.ts';
import { shell } from './shell.page.ts';

/** Engagements Search. */
export const searchPage = (page: Page) => {
  const main = page.getByRole('main');
  const table = page.getByRole('table', { name: 'Engagements' });
  // Not those that stand for rows while they load.
  const rows = table.locator('tbody tr:not([data-detail], :has([data-placeholder]))');
  const columns = page.getByRole('dialog', { name: 'Configure Export Columns' });
  const selected = columns.getByRole('list', { name: 'Selected columns' });
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Engagements Search', exact: true }),
    box: page.getByRole('searchbox', { name: 'Search reader, organization or document' }),
    clear: page.getByRole('search').getByRole('button', { name: 'Clear search' }),
    total: main.getByText(/^[\d,]+ activit(y|ies)$/),
    totals: main.getByText(/unique readers? · [\d,]+ documents?/),
    region: page.getByRole('region', { name: 'Engagements', exact: true }),
    table,
    headers: table.getByRole('columnheader'),
    rows,
    rowHeights: () =>
      rows.evaluateAll((all) => all.map((row) => Math.floor(row.getBoundingClientRect().height))),
    layout: page.getByRole('button', { name: 'Layout' }),
    tooltip: (text: string) => page.locator('[data-scope="tooltip"]').getByText(text),
    note: (text: string) => main.getByText(text, { exact: true }),
    showSelected: page.getByRole('button', { name: 'Show selected' }),
    backToResults: page.getByRole('button', { name: 'Back to results' }),
    cards: page.getByRole('list', { name: 'Engagements' }).locator('> li'),
    words: page.getByRole('list', { name: 'Applied filters' }),
    rowsPerPage: page.getByRole('combobox', { name: 'Rows per page' }),
    nextPage: page.getByRole('button', { name: 'Next page' }),
    download: page.getByRole('button', { name: 'Download' }),
    entry: (name: string | RegExp) => page.getByRole('menuitem', { name }),
    progress: page.getByRole('region', { name: 'Export' }),
    toast: shell(page).toast,
    empty: page.getByText('No results found'),
    specifics: page.getByRole('dialog', { name: 'Specifics' }),
    details: (row: Locator) => row.getByRole('button', { name: /^Details of / }),
    detail: page.getByRole('region', { name: /^Details of / }),
    columns,
    selectedColumns: selected.getByRole('listitem'),
  };
};

/** Waits until the list is loaded. */
export const waitForResults = async (page: Page) => {
  const { rows, cards, empty } = searchPage(page);
  await page.getByRole('status', { name: 'Loading', exact: true }).waitFor({ state: 'detached' });
  await rows.or(cards).or(empty).first().waitFor();
};

/** The totals above the list; NaN for numbers that are not shown. */
export const readTotals = async (page: Page) => {
  const text = (await searchPage(page).totals.textContent()) ?? '';
  const figure = (pattern: RegExp) => parseNumber(pattern.exec(text)?.[1] ?? 'NaN');
  return {
    activities: figure(/([\d,]+) activit/),
    readers: figure(/([\d,]+) unique reader/),
    documents: figure(/([\d,]+) document/),
  };
};

/** Downloads a file with a command of the download menu. */
export const downloadFile = async (page: Page, name: string | RegExp) => {
  const { download, entry } = searchPage(page);
  await download.click();
  const [file] = await Promise.all([page.waitForEvent('download'), entry(name).click()]);
  return file;
};
