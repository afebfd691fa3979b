import type { Locator, Page } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { parseNumber } from './chart.page.ts';

/** The overview of one client; for staff, the filter panel does not open. */
export const oneClient = linkTo({ clients: [clients.aurelis.id], relative: '-90d' });

export const figureNames = {
  engagements: 'Engagements with your content',
  people: 'Unique users engaging',
  documents: 'Pieces of unique content with engagement',
} as const;

export const chartTitles = [
  'Engagements Over Time',
  'Engagements By Document Type',
  "Engagements By Buyer's Journey",
  "Content By Buyer's Journey",
  'Engagements By Source',
  'Engagements By Community',
  'Engagements By Region',
  'Content Origin',
] as const;

export const documentChartTitles = [
  'Most Popular Documents',
  'Engagement Share By Document Type',
  "Top Documents By Buyer's Journey",
  "Buyer's Journey By Document Age",
] as const;

/** A card with one figure and its label. */
const figureCard = (page: Page, label: string): Locator =>
  page.getByText(label, { exact: true }).locator('xpath=../..');

/** The Performance Overview. */
export const overview = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1, name: 'Performance Overview', exact: true }),
  filters: page.getByRole('button', { name: /^Filters/ }),
  view: (name: 'Engagements' | 'Documents') =>
    page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name }),
  figure: (label: string) => figureCard(page, label),
});

/** Switches between the engagements and the documents. */
export const switchTo = (page: Page, name: 'Engagements' | 'Documents') =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(name).click();

/** The final value of a figure, as exposed to screen readers. */
export const readFigure = async (page: Page, label: string): Promise<number> => {
  const card = figureCard(page, label);
  await card.and(page.locator('[aria-busy="false"]')).waitFor();
  // Not by the locator, which moves elements between two worlds of scripts: of some thousand such calls, one never returns.
  const text = await page.evaluate((name) => {
    const title = [...document.querySelectorAll('main *')].find(
      ({ childElementCount, textContent }) => childElementCount === 0 && textContent.trim() === name,
    );
    const copy = title?.parentElement?.parentElement?.cloneNode(true) as HTMLElement | undefined;
    for (const hidden of copy?.querySelectorAll('[aria-hidden="true"]') ?? []) hidden.remove();
    return copy?.textContent ?? '';
  }, label);
  return parseNumber(/^[\d,]+/.exec(text.replace(label, ''))?.[0] ?? 'NaN');
};

/** The three figures of the overview. */
export const readFigures = async (page: Page) => ({
  totalLeads: await readFigure(page, figureNames.engagements),
  uniquePeople: await readFigure(page, figureNames.people),
  uniqueDocs: await readFigure(page, figureNames.documents),
});

/** A widget at the end of the overview loads once the user comes near. */
export const scrollToEnd = async (page: Page) => {
  await page.getByText('Content Origin').first().scrollIntoViewIfNeeded();
  // Not by the mouse, which would open tooltips of charts.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
};
