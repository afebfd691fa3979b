import { clients } from '../commands/accounts.ts';
import { figureAddress } from '../commands/figures.ts';
import { linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory, rotate } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';
import { publicPage } from '../pages/public.page.ts';
import { searchPage, waitForResults } from '../pages/search.page.ts';
import { shell } from '../pages/shell.page.ts';

const comparison = '/performance/comparative-content-tactics';
const contentInsights = '/performance/content-insights';
const netNew = '/performance/net-new-readers-orgs';
const quarter = { clients: [clients.aurelis.id], relative: '-90d' };

const readNumber = async (text: Promise<string | null>) =>
  Number(/[\d,]+/.exec((await text) ?? '')?.[0].replaceAll(',', ''));

/** Follows a number to the rows of the page, and expects as many. */
const expectRows = async (page: Page, name: RegExp, list: string) => {
  const link = page.getByRole('link', { name });
  await expect(link).toBeVisible();
  const count = await readNumber(link.getAttribute('aria-label'));
  expect(count).toBeGreaterThan(0);
  await link.click();
  const section = page.getByRole('region', { name: list, exact: true });
  await expect(section).toBeFocused();
  await expect(section).toContainText(
    new RegExp(`(?<!\\d)${count.toLocaleString('en-US')} ${list.toLowerCase().slice(0, -1)}`),
  );
};

test(
  'every number of the new readers and organizations opens as many rows',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(linkTo(quarter, netNew));
    for (const [subject, list] of [
      ['readers', 'Readers'],
      ['organizations', 'Organizations'],
    ] as const) {
      const radio = page.getByRole('radio', { name: list });
      await radio.click({ force: true });
      await expect(radio).toBeChecked();
      for (const kind of ['Net new', 'Reactivated', 'Returning'])
        await expectRows(page, new RegExp(`^${kind} ${subject}: `), list);
    }
    await test.step('the activities of a row are as many as it says', async () => {
      const figure = page.getByRole('link', { name: /: [\d,]+ engagements$/ }).first();
      const count = await readNumber(figure.textContent());
      await figure.click();
      await expect(page).toHaveURL(/\/analytics\/search\?/);
      await expect(
        page.getByText(new RegExp(`(?<!\\d)${count.toLocaleString('en-US')}\\b`)).first(),
      ).toBeVisible();
    });
  },
);

test('every count of content insights opens as many documents', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(linkTo({ clients: [clients.aurelis.id], relative: '-1y' }, contentInsights));
  for (const name of ['Declining documents', 'Silent documents'])
    await expectRows(page, new RegExp(`^${name}: `), 'Documents');
  await test.step('the theme of a cell is searched for', async () => {
    const cell = chart(page, "Themes By Buyer's Journey").card.getByRole('link').first();
    const count = await readNumber(cell.textContent());
    await cell.click();
    await waitForResults(page);
    expect(await readNumber(searchPage(page).total.textContent())).toBe(count);
  });
});

test('every count of a comparison opens a list with that count', async ({ page, signedIn }) => {
  await signedIn('internal');
  const address = linkTo(quarter, `${comparison}?baseline=tactic:customNewsletter,editorial`);
  /** Follows a count of a side, and returns it. */
  const follow = async (name: string) => {
    await page.goto(address);
    const link = page.getByRole('link', { name: new RegExp(`^${name}: `) });
    const count = await readNumber(link.textContent());
    expect(count).toBeGreaterThan(0);
    await link.click();
    return count;
  };
  for (const side of rotate(['baseline', 'comparison'])) {
    for (const [measure, list] of [
      ['Documents', 'Documents'],
      ['Readers', 'Readers'],
      ['Organizations', 'Organizations'],
    ] as const) {
      const count = await follow(`${measure}, ${side}`);
      await expect(page).not.toHaveURL(new RegExp(comparison));
      await expect(page.getByRole('region', { name: list, exact: true })).toContainText(
        new RegExp(`(?<!\\d)${count.toLocaleString('en-US')} ${list.toLowerCase().slice(0, -1)}`),
      );
    }
    const deals = await follow(`Influenced deals, ${side}`);
    await expect(page.getByRole('region', { name: 'List of deals' })).toContainText(
      new RegExp(`(?<!\\d)${deals} deal`),
    );
    const engagements = await follow(`Engagements, ${side}`);
    await waitForResults(page);
    expect(await readNumber(searchPage(page).total.textContent())).toBe(engagements);
  }
  await test.step('a bar of the overlap opens as many organizations', async () => {
    await page.goto(address);
    for (const part of ['Only baseline', 'Both', 'Only comparison']) {
      const bar = chart(page, 'Organizations Of Both Sides').card.getByRole('link', {
        name: new RegExp(`^${part}`),
      });
      const count = await readNumber(bar.getAttribute('aria-label'));
      await bar.focus();
      await page.keyboard.press('Enter');
      const section = page.getByRole('region', { name: 'Organizations', exact: true });
      await expect(section.getByLabel('Show')).toHaveValue(/./);
      await expect(section).toContainText(
        new RegExp(`(?<!\\d)${count.toLocaleString('en-US')} organization`),
      );
    }
  });
});

test('the group is shown to everybody, and its pages need the permission', async ({ page, signedIn }) => {
  await signedIn('oneCommunity');
  await page.goto('/');
  const entry = shell(page).nav.getByRole('link', { name: /^Net New Readers & Orgs \(/ });
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await page.goto(netNew);
  await expect(page).toHaveURL('/login');
  await expect(publicPage(page).notice).toHaveText('Insufficient privileges');
});

test.describe('looks', () => {
  test.use({ allowedConsole: failedRequest(500) });

  test('axe finds nothing in any state', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    await signedIn('internal');
    const heading = page.getByRole('heading', { level: 1, name: 'Net New Readers & Organizations' });
    const cohorts = chart(page, 'Active Again After The First Engagement').card;
    await state('no client', page.getByText('Choose a client'), () => page.goto(netNew));
    await state('new readers', cohorts.getByText('All full months'), () =>
      page.goto(linkTo(quarter, netNew)),
    );
    const help = page.getByRole('button', { name: 'How is this counted? Net new readers' });
    await state('how a number is counted', page.getByRole('note'), () => help.click());
    await page.keyboard.press('Escape');
    await expect(page.getByRole('note')).toHaveCount(0);
    await state('content insights', chart(page, 'Reach And Depth Of Documents').drawing, () =>
      page.goto(linkTo(quarter, contentInsights)),
    );
    await state('comparison', chart(page, 'Engagements By Weeks Since Publication').drawing, () =>
      page.goto(linkTo({ clients: [clients.aurelis.id], relative: '-1y' }, comparison)),
    );
    await state('no side', page.getByText('Nothing to compare yet'), () =>
      page.goto(linkTo(quarter, `${comparison}?baseline=theme:`)),
    );
    await page.route(figureAddress, (route) => route.fulfill({ status: 500, json: {} }));
    await state('failed', page.getByRole('alert').first(), async () => {
      await page.goto(linkTo(quarter, `${netNew}?subject=organizations`));
      await expect(heading).toBeVisible();
    });
  });
});
