import type { Locator, Page } from '@playwright/test';

/** One chart card of a dashboard. */
export const chart = (page: Page, title: string) => {
  const card = page.getByRole('region', { name: title, exact: true });
  const menu = card.getByRole('button', { name: `Chart menu: ${title}`, exact: true });
  return {
    card,
    menu,
    /** The drawing with its summary; present once there is data. */
    drawing: card.getByRole('figure', { name: title, exact: true }),
    /** The picture in it, whose name is its summary. */
    image: card.getByRole('img', { name: `${title}. ` }),
    spinner: card.getByRole('status', { name: 'Loading' }),
    empty: card.getByText('No results found'),
    failure: card.getByRole('alert'),
    retry: card.getByRole('button', { name: 'Try again' }),
    table: card.getByRole('table', { name: `${title}: data table`, exact: true }),
    counting: (name: 'All' | 'Unique') => card.getByRole('radio', { name }),
    item: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    check: (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true }),
  };
};

type Chart = ReturnType<typeof chart>;

/** Selects a command in a chart's menu. */
export const choose = async (one: Chart, name: string) => {
  await one.menu.click();
  await one.item(name).click();
};

const showTable = async (page: Page, one: Chart) => {
  if (await one.table.isVisible()) return;
  await one.menu.click();
  await one.check('Show data table').click();
  await page.keyboard.press('Escape');
};

const readCells = async (row: Locator) =>
  (await row.getByRole('cell').allTextContents()).map((text) => text.trim());

export const parseNumber = (text: string): number => Number(text.replaceAll(',', ''));

/** The rows of a chart's data table as text; shows the table first. */
export const readTable = async (page: Page, title: string): Promise<string[][]> => {
  const one = chart(page, title);
  await showTable(page, one);
  const rows = await one.table.getByRole('row').all();
  const cells = await Promise.all(rows.map(readCells));
  return cells.filter((row) => row.length > 0);
};

/** The sum of a column; by default, the first one after the names. */
export const sumColumn = (rows: string[][], column = 1): number =>
  rows.reduce((sum, row) => sum + parseNumber(row[column] ?? ''), 0);
