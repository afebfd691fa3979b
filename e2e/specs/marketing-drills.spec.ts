import { clients } from '../commands/accounts.ts';
import type { Account } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { waitForQuiet } from '../commands/network.ts';
import { visitInPage } from '../commands/visit.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { searchPage } from '../pages/search.page.ts';

const paths = [
  'content-insights',
  'net-new-readers-orgs',
  'pipeline-impact',
  'comparative-content-tactics',
  'tactic-activity/webinars',
  'tactic-activity/events',
  'tactic-activity/custom-newsletters',
];

interface Search {
  readonly clients: string[];
  readonly relative: string;
  readonly types?: string[];
}

const year: Search = { clients: [clients.aurelis.id], relative: '-1y' };
const searches: readonly Search[] = [
  year,
  { ...year, types: ['Engagement', 'Webinar'] },
  { ...year, relative: '-90d' },
];
const viewers = (['internal', 'client'] as const).flatMap((account) =>
  searches.map((search) => ({ account, search })),
);

interface Drill {
  readonly label: string;
  readonly href: string;
  readonly count: number;
}

const readNumber = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''));

/**
 * The links of a number to its rows, and of a rate or an average to what it divides by: '2 of 8' in the name of a cell, '30 of
 * 100 (95% …)' and '30 for 10' below a figure.
 */
const findDrills = async (page: Page): Promise<Drill[]> => {
  const links = await page
    .getByRole('main')
    .locator('a[aria-label]')
    .evaluateAll((all) =>
      all.map((link) => ({
        label: link.getAttribute('aria-label') ?? '',
        href: link.getAttribute('href') ?? '',
        below: link.parentElement?.nextElementSibling?.textContent ?? '',
      })),
    );
  return links.flatMap(({ label, href, below }) => {
    const counted = /: (?:[\d,]+ of )?([\d,]+)(?: [a-z].*)?$/.exec(label)?.[1];
    if (counted !== undefined) return [{ label, href, count: readNumber(counted) }];
    // Minutes are no rows.
    const divided = /^[\d,]+ (?:of|for) ([\d,]+)\b(?! minutes)/.exec(below)?.[1];
    return divided === undefined ? [] : [{ label, href, count: readNumber(divided) }];
  });
};

/** Where the page of a link says how many rows there are. */
const findList = (page: Page, href: string) => {
  const { pathname, hash } = new URL(href, 'http://page');
  if (pathname === '/analytics/search') return searchPage(page).total.or(searchPage(page).totals);
  if (hash !== '') return page.locator(`section${hash}`);
  if (pathname === '/performance/content-insights')
    return page.getByRole('region', { name: 'Documents', exact: true });
  return page.getByRole('main');
};

/** A page without data: what the list before has said is gone. */
const leave = async (page: Page) => {
  await visitInPage(page, '/nowhere');
  await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
};

const follow = async (page: Page, { label, href, count }: Drill) => {
  await leave(page);
  await visitInPage(page, href);
  const number = count.toLocaleString('en-US');
  const said = new RegExp(`(?<![\\d,.])${number}(?![\\d,.%])`);
  await expect(findList(page, href).filter({ hasText: said }).first(), label).toBeVisible();
};

const open = async (page: Page, path: string, search: Search) => {
  await page.goto(linkTo(search, `/performance/${path}`));
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await waitForQuiet(page);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
};

const walk = async (page: Page, account: Account, search: Search) => {
  let found = 0;
  for (const path of paths)
    await test.step(`${path} as ${account}, ${JSON.stringify(search)}`, async () => {
      await open(page, path, search);
      const drills = await findDrills(page);
      found += drills.length;
      for (const drill of drills) await follow(page, drill);
    });
  expect(found).toBeGreaterThan(20);
};

// Hundreds of pages: the specs of the pages follow each number once, and the soak does so for each viewer and search.
for (const { account, search } of process.env.SOAK ? viewers : [])
  test(`the numbers of all marketing pages open as many rows, as ${account} with ${search.relative} ${search.types?.join() ?? ''}`, async ({
    page,
    signedIn,
  }) => {
    await signedIn(account);
    await walk(page, account, search);
  });
