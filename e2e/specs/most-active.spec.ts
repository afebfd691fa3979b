import { callAs } from '../commands/api.ts';
import { clients } from '../commands/accounts.ts';
import { buildBody, linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { waitForQuiet } from '../commands/network.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { downloadFile, searchPage, waitForResults } from '../pages/search.page.ts';

const quarter = { clients: [clients.aurelis.id], relative: '-90d' };
const companies = '/analytics/most-active-companies-dashboard';
const readers = '/analytics/most-active-readers-dashboard';

const table = (page: Page, name: string) => page.getByRole('table', { name });
const readTotal = async (page: Page) =>
  Number((await searchPage(page).total.textContent())?.replaceAll(/\D/g, ''));

/** Follows a figure to the search, and expects it to list as many activities. */
const expectDrill = async (page: Page, figure: ReturnType<Page['getByRole']>) => {
  const shown = Number(((await figure.textContent()) ?? '').replaceAll(/\D/g, ''));
  expect(shown).toBeGreaterThan(0);
  await figure.click();
  await waitForResults(page);
  expect(await readTotal(page)).toBe(shown);
};

test.describe('most active companies', () => {
  interface Org {
    orgName: string;
    activitiesCount: number;
  }

  test(
    'every figure leads to as many activities, and the download has the shown order',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const orgs = await callAs<Org[]>(
        request,
        'internal',
        'POST',
        '/api/most-active-cos',
        buildBody(quarter),
      );
      await signedIn('internal');
      await page.goto(linkTo(quarter, companies));
      const first = table(page, 'Most active companies').getByRole('link', {
        name: new RegExp(`^${orgs[0]?.orgName}: .* engagements?$`),
      });
      await expect(first).toHaveText(String(orgs[0]?.activitiesCount));
      await expect(table(page, 'Most active companies')).toHaveAttribute(
        'aria-rowcount',
        String(orgs.length + 1),
      );
      expect(await page.getByRole('row').count()).toBeLessThan(60);

      const shown = await downloadFile(page, 'As shown (xlsx)');
      expect(shown.suggestedFilename()).toBe('Most Active Companies As Shown.xlsx');
      const file = await downloadFile(page, 'Most Active Companies Report (xlsx)');
      expect(file.suggestedFilename()).toBe('Most Active Companies Report.xlsx');

      await expectDrill(page, first);
      await page.goBack();
      await expectDrill(page, page.getByText(/^The activities include/).getByRole('link'));
      await page.goBack();
      await expectDrill(page, page.getByText(/ Without a type: /).getByRole('link'));
    },
  );

  test('the last organization is reached by scrolling and by searching', async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(linkTo(quarter, companies));
    const rows = table(page, 'Most active companies').getByRole('row');
    await expect(rows.nth(5).getByRole('link').first()).toBeVisible();
    const box = page.getByRole('region', { name: 'Most active companies' });
    await box.focus();
    await page.keyboard.press('End');
    const last = await table(page, 'Most active companies').getAttribute('aria-rowcount');
    await expect(rows.last()).toHaveAttribute('aria-rowindex', last ?? '');
    const name = (await rows.last().getByRole('cell').nth(1).textContent()) ?? '';
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill(name);
    await expect(page.getByText(/^\d+ of [\d,]+ organizations$/)).toBeVisible();
    await expect(rows.nth(1)).toContainText(name);
  });

  test('pages of a chosen size continue the ranks, survive a reload, and scroll with the page', async ({
    page,
    signedIn,
  }) => {
    await signedIn('internal');
    const rows = table(page, 'Most active companies').getByRole('row');
    const pager = page.getByRole('navigation', { name: 'Pages of organizations' });
    const box = page.getByRole('region', { name: 'Most active companies' });
    const next = pager.getByRole('button', { name: 'Next page' });
    const measureHidden = () => box.evaluate((element) => element.scrollHeight - element.clientHeight);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(linkTo(quarter, companies));
      await expect(pager).toContainText(/^1–\d/);
      expect(await measureHidden()).toBeGreaterThan(1000);
      await pager.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
      await expect(rows).toHaveCount(26);
      expect(await measureHidden()).toBeLessThan(2);
      const name = (await rows.nth(1).getByRole('link').first().textContent()) ?? '';
      await next.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/page=2&size=25/);
      await expect(next).toBeFocused();
      await expect(rows.nth(1)).not.toContainText(name);
      await expect(rows.nth(1)).toBeInViewport();
      const second = (await rows.nth(1).textContent()) ?? '';
      await page.reload();
      await expect(rows.nth(1)).toHaveText(second);
      await expect(pager).toContainText('26–50 of');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(rows.nth(1).getByRole('cell').first()).toHaveText('26');
  });

  test('rising accounts are one link away, and silent ones lead to what they did before', async ({
    page,
    signedIn,
  }) => {
    await signedIn('internal');
    const rows = table(page, 'Most active companies').getByRole('row');
    await test.step('the overview leads to the rising organizations', async () => {
      await page.goto(linkTo(quarter, '/'));
      await page.getByRole('link', { name: 'Rising accounts' }).click();
      await expect(page.getByRole('radio', { name: 'Rising' })).toBeChecked();
      await expect(rows.nth(1)).toContainText(/from \d|New/);
    });
    await test.step('a lower minimum finds more of the silent ones', async () => {
      await page.getByText('Silent', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Minimum engagements' }).fill('1');
      await page.getByRole('textbox', { name: 'Minimum engagements' }).press('Enter');
      await expect(page).toHaveURL(/trend=silent&minimum=1/);
      // The rows of the old minimum would be replaced under the pointer.
      await waitForQuiet(page);
    });
    await test.step('a silent organization leads to its activities of the period before', async () => {
      await expectDrill(page, rows.nth(1).getByRole('link', { name: / engagements in the period before$/ }));
    });
  });

  test('axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
    await signedIn('internal');
    const state = statesInBothSizes(page);
    await state('rising', page.getByText(/^More engagements than in the period before/), () =>
      page.goto(`${linkTo(quarter, companies)}&trend=rising`),
    );
    await state('none of a trend', page.getByText('No falling organizations'), () =>
      page.goto(`${linkTo(quarter, companies)}&trend=falling&minimum=10000`),
    );
    await state('compared', table(page, 'Most active companies').getByRole('row').nth(5), async () => {
      await page.goto(
        `${linkTo(quarter, companies)}&compare=previous&columns=countries,revenue,productCategories`,
      );
      await expect(page.getByRole('figure', { name: 'Engagements by Org Type' })).toBeVisible();
    });
    await state('pages', page.getByText(/^11–20 of /), () =>
      page.goto(`${linkTo(quarter, companies)}&size=10&page=2`),
    );
    await state('nothing found', page.getByText("No organization matches 'zzzzzz'."), () =>
      page.goto(`${linkTo(quarter, companies)}&query=zzzzzz`),
    );
  });
});

test.describe('most active readers', () => {
  test('figures lead to as many activities, and the download is named', async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(linkTo(quarter, readers));
    const rows = table(page, 'Most active readers').getByRole('row');
    await expect(rows).toHaveCount(11);
    const shown = await downloadFile(page, 'As shown (xlsx)');
    expect(shown.suggestedFilename()).toBe('Most Active Readers As Shown.xlsx');
    const file = await downloadFile(page, 'Most Active Readers Report (xlsx)');
    expect(file.suggestedFilename()).toBe('Most Active Readers Report.xlsx');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(rows.nth(1).getByRole('cell').first()).toHaveText('11');
    await expectDrill(page, rows.nth(1).getByRole('link', { name: / engagements$/ }));
    await page.goBack();
    await page.getByText('Silent', { exact: true }).click();
    await expect(page).toHaveURL(/trend=silent(?!.*page=)/);
    await expectDrill(page, rows.nth(1).getByRole('link', { name: / engagements in the period before$/ }));
  });

  test('a reader of a later page is found by name, with the rank among all', async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(`${linkTo(quarter, readers)}&page=2`);
    const rows = table(page, 'Most active readers').getByRole('row');
    const row = table(page, 'Most active readers').getByRole('row', { name: /^12 / });
    const name = (await row.getByRole('link').first().textContent()) ?? '';
    await page.getByRole('searchbox', { name: 'Search readers' }).fill(name);
    await expect(page).toHaveURL(/query=(?!.*page=)/);
    await expect(row).toContainText(name);
    await page.reload();
    await expect(row).toContainText(name);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(rows).toHaveCount(11);
    await page.getByText('Rising', { exact: true }).click();
    await expect(rows.nth(1).getByRole('img', { name: /: \d.*; before: \d/ })).toBeVisible();
  });

  test('axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
    await signedIn('internal');
    const state = statesInBothSizes(page);
    await state('rising', page.getByText(/^More engagements than in the period before/), () =>
      page.goto(`${linkTo(quarter, readers)}&trend=rising`),
    );
    await state('compared', page.getByRole('link', { name: / engagements$/ }).first(), () =>
      page.goto(`${linkTo(quarter, readers)}&compare=previous`),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${linkTo(quarter, readers)}&trend=rising&compare=previous`);
    await expect(page.getByRole('columnheader', { name: 'Both Periods' })).toBeVisible();
    const last = page.getByRole('columnheader', { name: 'Most Recent' });
    await expect(last).toBeVisible();
    expect(await last.evaluate((head) => head.getBoundingClientRect().right)).toBeLessThan(1440);
    await state('nothing found', page.getByText("No reader matches 'zzzzzz'."), () =>
      page.goto(`${linkTo(quarter, readers)}&query=zzzzzz`),
    );
  });
});
