import type { Locator, Page } from '@playwright/test';

type ListField = 'Activity Type' | 'Clients' | 'Communities';

/** The panel with the dashboards' filters, over the whole page. */
export const filterPanel = (page: Page) => {
  const panel = page.getByRole('dialog', { name: 'Dashboard Filters' });
  return {
    panel,
    list: (name: ListField): Locator => panel.getByRole('combobox', { name, exact: true }),
    relativeRange: panel.getByLabel('Relative Date Range'),
    from: panel.getByLabel('From Date'),
    to: panel.getByLabel('To Date'),
    chip: (name: string) => panel.getByRole('button', { name: `Remove ${name}`, exact: true }),
    problem: (text: string) => panel.getByText(text, { exact: true }),
    matches: panel.getByText(/^[\d,]+ matches$/),
    seeResults: panel.getByRole('button', { name: 'See results' }),
    reset: panel.getByRole('button', { name: 'Reset' }),
    close: panel.getByRole('button', { name: 'Close', exact: true }),
  };
};

/** Chooses options of a list by typing the beginning of their names. */
export const pick = async (page: Page, field: ListField, ...names: string[]) => {
  const { list } = filterPanel(page);
  for (const name of names) {
    await list(field).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await list(field).press('Escape');
};
