import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { linkTo } from '../commands/dashboard.ts';
import { overview } from './overview.page.ts';

/** A dashboard for one client and one year. */
export const oneYear = linkTo({ clients: ['1'], relative: '-1y' });

/** The filter panel, which is beside the page, or over it in narrow windows. */
export const filterPanel = (page: Page) => {
  const panel = page
    .getByRole('complementary', { name: 'Dashboard Filters' })
    .or(page.getByRole('dialog', { name: 'Dashboard Filters' }));
  const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true });
  return {
    panel,
    button,
    list: (name: string): Locator => panel.getByRole('combobox', { name, exact: true }),
    text: (name: string): Locator => panel.getByRole('textbox', { name, exact: true }),
    comparison: (field: string) => panel.getByRole('combobox', { name: `Operator of ${field}`, exact: true }),
    section: (title: string) => panel.getByRole('heading', { level: 3, name: title, exact: true }),
    savedSearch: panel.getByRole('combobox', { name: 'Saved Search', exact: true }),
    manage: panel.getByRole('link', { name: 'Manage Saved Searches' }),
    find: panel.getByRole('searchbox', { name: 'Find a field' }),
    modified: panel.getByText('Modified', { exact: true }),
    relativeRange: panel.getByLabel('Relative Date Range'),
    from: panel.getByRole('textbox', { name: 'From Date' }),
    to: panel.getByRole('textbox', { name: 'To Date' }),
    chip: (name: string) => button(`Remove ${name}`),
    problem: (text: string) => panel.getByText(text, { exact: true }),
    matches: panel.getByText(/^[\d,]+ match(?:es)?$/),
    copyLink: button('Copy link'),
    seeResults: button('See results'),
    reset: button('Reset'),
    close: button('Close'),
  };
};

/** Selects options of a list by typing their names. */
export const pick = async (page: Page, field: string, ...names: string[]) => {
  const { list } = filterPanel(page);
  for (const name of names) {
    await list(field).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await list(field).press('Escape');
};

/** Opens the sections of the filter panel that are closed. */
export const openSections = async (page: Page) => {
  const { panel, section } = filterPanel(page);
  await section('Contextual').waitFor();
  const closed = panel.locator('details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
};

/** Opens the filter panel of a dashboard with all sections. */
export const openFilters = async (page: Page) => {
  // While the panel closes, the button would close it once more.
  await page.getByRole('button', { name: /^Filters/, expanded: false }).click();
  await openSections(page);
  return filterPanel(page);
};

/** Opens a dashboard and its filter panel. */
export const openFiltersAt = async (page: Page, address = oneYear) => {
  await page.goto(address);
  await expect(overview(page).heading).toBeVisible();
  return openFilters(page);
};

/** The applied filters in the URL. */
export const filtersIn = (page: Page) => new URL(page.url()).searchParams.get('f');
