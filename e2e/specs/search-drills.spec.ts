import type { Account } from '../commands/accounts.ts';
import { clients } from '../commands/accounts.ts';
import { liveArea } from '../commands/areas.ts';
import { linkTo } from '../commands/dashboard.ts';
import type { Search } from '../commands/dashboard.ts';
import { waitForQuiet } from '../commands/network.ts';
import { mainStory, rotate } from '../commands/rotation.ts';
import { visitInPage } from '../commands/visit.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { parseNumber } from '../pages/chart.page.ts';
import { figureNames, overview, readFigure } from '../pages/overview.page.ts';
import { readTotals, searchPage } from '../pages/search.page.ts';

const year: Search = { clients: [clients.aurelis.id], relative: '-1y' };
const quarter: Search = { clients: [clients.kestrowel.id], relative: '-90d' };
const two: Search = { clients: ['1', '3'], relative: '-90d' };

interface Drill {
  name: string;
  href: string;
}

/** How many drills of a dashboard `npm test` follows. */
const followed = 5;

/** Drill links of a dashboard: those of the cards, and the first and last of each chart and table. */
const listDrills = (page: Page): Promise<Drill[]> =>
  page.locator('a[href^="/analytics/search?"]').evaluateAll((links) => {
    const findChart = (link: Element | undefined) => link?.closest('[aria-labelledby], table') ?? null;
    return links
      .filter((link, at) => {
        const chart = findChart(link);
        return chart === null || chart !== findChart(links[at - 1]) || chart !== findChart(links[at + 1]);
      })
      .map((link) => ({
        name: link.getAttribute('aria-label') ?? '',
        href: link.getAttribute('href') ?? '',
      }));
  });

/** Figures that lead to a list of the same page. */
const listListLinks = (page: Page): Promise<{ name: string }[]> =>
  page
    .locator('main a[href^="#"][aria-label]')
    .evaluateAll((links) => links.map((link) => ({ name: link.getAttribute('aria-label') ?? '' })));

/** The figure in a link's name, and its unit. */
const figureIn = (name: string) => {
  // A rate opens the rows that it divides by, which are not as many as it says.
  const [, figure = 'NaN', unit = ''] = /: ([\d,]+)(?![\d.,]*%)(.*)$/.exec(name) ?? [];
  return { figure: parseNumber(figure), unit };
};

/** The total that a figure of a dashboard equals. */
const totalBehind = (name: string, unit: string): 'documents' | 'readers' | 'activities' => {
  if (
    unit.includes('document') ||
    /^(Pieces of unique content with engagement|Documents( with engagements)?): /.test(name)
  )
    return 'documents';
  return /^((Unique u|U)sers\b|Readers: )/.test(name) || unit.includes('reader') ? 'readers' : 'activities';
};

const follow = async (page: Page, href: string) => {
  await visitInPage(page, href);
  await expect(searchPage(page).heading).toBeVisible();
  await waitForQuiet(page);
};

const dashboard = (path: string) => `/analytics/${path}`;
const walks: { name: string; account: Account; address: string; least: number }[] = [
  { name: 'engagements', account: 'internal', address: `${linkTo(quarter)}&view=engagements`, least: 18 },
  { name: 'documents', account: 'client', address: `${linkTo(two)}&view=documents`, least: 7 },
  {
    name: 'content overview',
    account: 'internal',
    address: linkTo(quarter, dashboard('content-overview-dashboard')),
    least: 11,
  },
  {
    name: 'reader dashboard',
    account: 'client',
    address: linkTo(two, dashboard('reader-dashboard')),
    least: 5,
  },
  {
    name: 'company dashboard',
    account: 'client',
    address: linkTo(two, dashboard('reader-co-dashboard')),
    least: 16,
  },
  {
    name: 'most active companies',
    account: 'client',
    address: linkTo(two, dashboard('most-active-companies-dashboard')),
    least: 4,
  },
  {
    name: 'most active readers',
    account: 'client',
    address: linkTo(two, dashboard('most-active-readers-dashboard')),
    least: 1,
  },
  {
    name: 'content insights',
    account: 'internal',
    address: linkTo(quarter, '/performance/content-insights'),
    least: 5,
  },
  {
    name: 'new readers',
    account: 'internal',
    address: linkTo(quarter, '/performance/net-new-readers-orgs'),
    least: 1,
  },
];

/** Screens of the area without figures of their own. */
const figureless = [
  '/analytics/search',
  '/analytics/account-lists',
  '/individual-activity',
  '/performance/data',
];
/** The figures of these screens open rows of their own, which the specs of marketing performance follow. */
const walkedElsewhere = [
  '/performance/pipeline-impact',
  '/performance/comparative-content-tactics',
  '/performance/tactic-activity',
  '/performance/tactic-activity/webinars',
  '/performance/tactic-activity/events',
  '/performance/tactic-activity/custom-newsletters',
];

test.describe('drills', () => {
  test('every screen with figures is walked', { tag: mainStory }, async ({ page }) => {
    const walked = walks.map(({ address }) => address.replace(/\?.*/, ''));
    const routes = (await liveArea(page, 'analytics')).routes as { path: string }[];
    const paths = routes.map(({ path }) => path.replace(/\/:.*/, ''));
    expect(paths.filter((path) => ![...walked, ...figureless, ...walkedElsewhere].includes(path))).toEqual(
      [],
    );
  });

  for (const { name: walk, account, address, least } of walks)
    test(`every figure of the ${walk} equals the totals of its search`, async ({ page, signedIn }) => {
      await signedIn(account);
      await page.goto(address);
      await expect(page.getByRole('figure').or(page.getByRole('table'))).not.toHaveCount(0);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await waitForQuiet(page);
      const read = async () =>
        (await listDrills(page)).filter(({ name }) => !Number.isNaN(figureIn(name).figure));
      await expect.poll(async () => (await read()).length).toBeGreaterThan(least);
      const drills = await read();
      for (const { name } of await listListLinks(page)) {
        const { figure } = figureIn(name);
        await page.getByRole('link', { name }).click();
        const list = page.getByRole('main').locator('section:focus');
        await expect.soft(list, name).toContainText(new RegExp(`(^|\\D)${figure.toLocaleString('en-US')} `));
      }
      for (const { name, href } of rotate(drills, { count: followed })) {
        await follow(page, href);
        const totals = await readTotals(page);
        const { figure, unit } = figureIn(name);
        expect.soft(totals[totalBehind(name, unit)], name).toBe(figure);
      }
    });

  test(
    'a click on a column, slice or bar opens the search',
    { tag: mainStory },
    async ({ page, signedIn }) => {
      await signedIn('client');
      await page.goto(linkTo(year));
      const engagements = await readFigure(page, figureNames.engagements);
      await test.step('the card', async () => {
        await page.getByRole('link', { name: new RegExp(`^${figureNames.engagements}`) }).click();
        expect((await readTotals(page)).activities).toBe(engagements);
        await page.goBack();
      });
      for (const title of ['Engagements Over Time', 'Engagements By Region', 'Engagements By Source']) {
        await test.step(title, async () => {
          const card = page.getByRole('region', { name: title, exact: true });
          const shape =
            title === 'Engagements By Source'
              ? card.getByRole('link').first()
              : card.locator('svg [cursor="pointer"]').nth(2);
          await shape.click();
          await expect(searchPage(page).heading).toBeVisible();
          const { activities } = await readTotals(page);
          expect(activities).toBeGreaterThan(0);
          expect(activities).toBeLessThan(engagements);
          await page.goBack();
          await expect(overview(page).heading).toBeVisible();
        });
      }
    },
  );
});
