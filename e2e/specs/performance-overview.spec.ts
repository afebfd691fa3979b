import { readFile } from 'node:fs/promises';
import { callAs } from '../commands/api.ts';
import { listCalls, repeatForStatuses, replaceAnswers } from '../commands/figures.ts';
import { linkTo, fetchNumbers, fetchUniqueNumbers } from '../commands/dashboard.ts';
import type { Search } from '../commands/dashboard.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page, Request } from '../fixtures.ts';
import { chart, choose, sumColumn, readTable } from '../pages/chart.page.ts';
import {
  chartTitles,
  documentChartTitles,
  figureNames,
  overview,
  readFigure,
  readFigures,
  switchTo,
} from '../pages/overview.page.ts';
import { shell } from '../pages/shell.page.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Dashboard Filters' });

/** Opens the overview. */
const open = async (page: Page, search: Search, path = '/') => {
  await page.goto(linkTo(search, path));
  await expect(overview(page).heading).toBeVisible();
};

/** Whether the chip of the dates looks chosen, compared with that of the types, which nobody has chosen. */
const looksChosen = async (page: Page): Promise<boolean> => {
  const chips = page.getByRole('list', { name: 'Applied filters' });
  const [dates, types] = await Promise.all(
    [/^Dates: /, /^All activity types$/].map((name) =>
      chips.getByRole('button', { name }).evaluate((element) => getComputedStyle(element).fontWeight),
    ),
  );
  return dates !== types;
};

const year: Search = { clients: ['1'], relative: '-1y' };

test.describe('numbers agree', () => {
  test(
    'of cards, charts and the API, in a date range',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const types = ['Webinar', 'Event'];
      const search: Search = { clients: ['1', '2'], from: '2026-01-01', to: '2026-06-30', types };
      const { stats, months, sources } = await fetchNumbers(request, 'admin', search);
      const ofMonths = months.reduce((sum, { value }) => sum + value.primary + value.secondary, 0);
      const ofSources = sources.reduce((sum, { value }) => sum + value, 0);
      expect([ofMonths, ofSources]).toEqual([stats.totalLeads, stats.totalLeads]);
      expect(stats.totalLeads).toBeGreaterThan(0);

      await signedIn('admin');
      await open(page, search);
      expect(await readFigures(page)).toEqual(stats);
      const overTime = await readTable(page, 'Engagements Over Time');
      expect(overTime).toHaveLength(months.length);
      expect(sumColumn(overTime, 1) + sumColumn(overTime, 2)).toBe(stats.totalLeads);
      expect(sumColumn(await readTable(page, 'Engagements By Source'))).toBe(stats.totalLeads);

      await test.step('by day and by week in two weeks', async () => {
        await open(page, { clients: search.clients, from: '2026-06-01', to: '2026-06-14' });
        expect(await looksChosen(page)).toBe(true);
        const { engagements } = figureNames;
        const total = await readFigure(page, engagements);
        const checkTime = async (first: string, count: number) => {
          await expect
            .poll(async () => {
              const table = await readTable(page, 'Engagements Over Time');
              return [table[0]?.[0], table.length, sumColumn(table, 1) + sumColumn(table, 2)];
            })
            .toEqual([first, count, total]);
        };
        await checkTime('Jun 1, 2026', 14);
        await page.getByRole('radiogroup', { name: 'Divide time by' }).getByText('Weeks').click();
        await expect(page).toHaveURL(/bucket=week/);
        await checkTime('Week of Jun 1, 2026', 2);
        await page.reload();
        await checkTime('Week of Jun 1, 2026', 2);
      });
    },
  );

  test('the Unique switches count each reader once and are kept in the URL', async ({
    page,
    request,
    signedIn,
  }) => {
    const unique = await fetchUniqueNumbers(request, 'internal', year);
    await signedIn('internal');
    await open(page, year);
    expect(await looksChosen(page)).toBe(false);
    const uniqueSwitches = page.getByRole('radio', { name: 'Unique', exact: true });
    await expect(uniqueSwitches).toHaveCount(2);
    // Both before the page renders the first change.
    await uniqueSwitches.evaluateAll((switches) =>
      switches.forEach((one) => (one as HTMLInputElement).click()),
    );
    const check = async () => {
      const sources = unique.sources.reduce((sum, { value }) => sum + value, 0);
      await expect.poll(async () => sumColumn(await readTable(page, 'Engagements By Source'))).toBe(sources);
      const months = unique.months.reduce((sum, { value }) => sum + value.primary + value.secondary, 0);
      const ofMonths = async () => {
        const table = await readTable(page, 'Engagements Over Time');
        return sumColumn(table, 1) + sumColumn(table, 2);
      };
      await expect.poll(ofMonths).toBe(months);
    };
    await check();
    await page.reload();
    await check();
  });
});

test(
  'the client and the comparison go along to other screens, and the client to other tabs',
  { tag: mainStory },
  async ({ page, context, signedIn }) => {
    const readSearch = (tab: Page) => new URL(tab.url()).searchParams;
    const follow = (tab: Page, name: string) =>
      shell(tab).sidebar.getByRole('link', { name, exact: true }).click();
    await signedIn('internal');
    await open(page, { clients: ['2'], relative: '-90d' });
    await page.getByRole('switch', { name: 'Compare' }).click();
    await expect(page).toHaveURL(/compare=previous/);
    await follow(page, 'Content Overview');
    await expect(page).toHaveURL(/content-overview-dashboard.*compare=previous/);
    expect(readSearch(page).get('f')).toBe('Clients:2;RelativeDateRange:-90d');

    const tab = await context.newPage();
    await tab.goto('/');
    await expect(tab).toHaveURL(/Clients:2/);
    await expect(tab.getByText('Choose a client')).toBeHidden();
    await follow(tab, 'Engagements Search');
    await expect(tab).toHaveURL(/search.*Clients:2/);
  },
);

test('three cards and eight charts, each with a summary for screen readers', async ({ page, signedIn }) => {
  await signedIn('client');
  await page.goto('/');
  for (const label of Object.values(figureNames)) expect(await readFigure(page, label)).toBeGreaterThan(0);
  for (const title of chartTitles) {
    const { drawing } = chart(page, title);
    await expect(drawing).toHaveAccessibleDescription(/\d/);
  }
});

test('the documents view counts at least as many documents as engaged ones', async ({ page, signedIn }) => {
  await signedIn('client');
  await page.goto('/');
  await switchTo(page, 'Documents');
  await expect(page).toHaveURL(/view=documents/);
  const total = await readFigure(page, 'Total documents');
  expect(total).toBeGreaterThanOrEqual(await readFigure(page, 'Documents with engagements'));
  for (const title of documentChartTitles) await expect(chart(page, title).card).toBeVisible();
  await page.reload();
  expect(await readFigure(page, 'Total documents')).toBe(total);
});

test.describe('filters', () => {
  test(
    'open automatically without a client, require one, and show its numbers',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const calls: string[] = [];
      page.on('request', (sent) => calls.push(...listCalls(sent)));
      await signedIn('internal');
      await page.goto('/');
      await test.step('no dashboard calls before a client is selected', async () => {
        await expect(panel(page)).toBeVisible();
        expect(calls.filter((path) => path.startsWith('/api/client-dashboard'))).toEqual([]);
      });
      await test.step('the missing client is reported at its field', async () => {
        await panel(page).getByRole('button', { name: 'See results' }).click();
        await expect(panel(page).getByText('Companies Is Required')).toBeVisible();
      });
      await test.step('a client is found by typing and selected by keyboard', async () => {
        const [first] = await callAs<{ id: string; name: string }[]>(
          request,
          'internal',
          'GET',
          '/api/cms/companies?q=',
        );
        const field = panel(page).getByRole('combobox', { name: /Clients/ });
        await field.fill(first!.name.slice(0, 5));
        await expect(page.getByRole('listbox').getByRole('option')).toHaveText([first!.name]);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Escape');
        await panel(page).getByRole('button', { name: 'See results' }).click();
        await expect(panel(page)).toBeHidden();
        await expect(page).toHaveURL(new RegExp(`f=.*Clients:${first!.id}`));
      });
      await test.step('a reload keeps the numbers', async () => {
        const shown = await readFigures(page);
        await page.reload();
        expect(await readFigures(page)).toEqual(shown);
      });
    },
  );

  test('a From Date after the To Date is reported at its field', async ({ page, signedIn }) => {
    await signedIn('internal');
    await open(page, { clients: ['1'], from: '2026-01-01', to: '2026-02-01' });
    await overview(page).filters.click();
    const from = panel(page).getByRole('textbox', { name: /From Date/ });
    await from.fill('03/01/26');
    await from.blur();
    await expect(from).toHaveValue('03/01/2026');
    await panel(page).getByRole('button', { name: 'See results' }).click();
    await expect(
      panel(page).getByText('From Date should not be greater than To Date or Current date').first(),
    ).toBeVisible();
  });
});

test.describe('entitlement', () => {
  test.use({ allowedConsole: failedRequest(403) });

  test("another client's id in the URL shows no numbers", async ({ page, request, signedIn }) => {
    const all = await callAs<{ id: string }[]>(request, 'internal', 'GET', '/api/cms/companies?q=');
    const own = await callAs<{ id: string }[]>(request, 'client', 'GET', '/api/cms/companies?q=');
    expect(own).toHaveLength(2);
    const otherClient = all.find(({ id }) => !own.some((client) => client.id === id))!;
    const requests: Request[] = [];
    page.on('request', (sent) => {
      if (listCalls(sent).some((path) => path.startsWith('/api/client-dashboard/'))) requests.push(sent);
    });
    await signedIn('client');
    await page.goto(linkTo({ clients: [otherClient.id], relative: '-1y' }));
    await expect(page.getByText(/do not have permission|claim/).first()).toBeVisible();
    const statuses = await Promise.all(requests.map((sent) => repeatForStatuses(request, sent)));
    expect(new Set(statuses.flat())).toEqual(new Set([403]));
  });
});

test.describe('a failing call', () => {
  test.use({ allowedConsole: failedRequest(503) });

  test('affects only its own card, and a retry restores it', async ({ page, signedIn }) => {
    await replaceAnswers(page, /\/api\/client-dashboard\/by-source$/, () => ({
      status: 503,
      body: { success: false, message: 'Later', code: 'unavailable', requestId: 'x' },
    }));
    await signedIn('client');
    await page.goto('/');
    const bySource = chart(page, 'Engagements By Source');
    await expect(bySource.failure).toBeVisible();
    await expect(chart(page, 'Engagements By Region').drawing).toBeVisible();
    await page.unrouteAll();
    await bySource.retry.click();
    await expect(bySource.drawing).toBeVisible();
  });
});

test('a client without activities shows empty charts', async ({ page, request, signedIn }) => {
  const all = await callAs<{ id: string; name: string }[]>(
    request,
    'internal',
    'GET',
    '/api/cms/companies?q=',
  );
  const counts = await Promise.all(
    all.map(
      async ({ id }) =>
        (await fetchNumbers(request, 'internal', { clients: [id], relative: '-2y' })).stats.totalLeads,
    ),
  );
  const inactive = all[counts.indexOf(0)];
  await signedIn('internal');
  await open(page, { clients: [inactive!.id], relative: '-2y' });
  await expect(chart(page, 'Engagements Over Time').empty).toBeVisible();
  expect(await readFigures(page)).toEqual({ totalLeads: 0, uniquePeople: 0, uniqueDocs: 0 });
});

test('the chart menu: downloads, colors and a custom title', async ({ page, signedIn }) => {
  await signedIn('client');
  await page.goto('/');
  const title = 'Engagements By Region';
  await expect(chart(page, title).drawing).toBeVisible();

  await test.step('the SVG file is self-contained', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      choose(chart(page, title), 'Download as SVG'),
    ]);
    expect(download.suggestedFilename()).toBe(`${title}.svg`);
    const file = test.info().outputPath('chart.svg');
    await download.saveAs(file);
    const svgPage = await page.context().newPage();
    await svgPage.goto(`file://${file}`);
    expect(await svgPage.evaluate(() => document.documentElement.tagName)).toBe('svg');
    await expect(svgPage.locator('text', { hasText: title })).toBeVisible();
    await svgPage.close();
  });

  await test.step('the title has at most 70 characters and names the PNG', async () => {
    await choose(chart(page, title), 'Rename Chart');
    const field = page.getByRole('textbox', { name: 'Chart Title' });
    // Whoever renames writes at once; a form that begins with a text has the focus there.
    await expect(field).toBeFocused();
    await field.fill('x'.repeat(80));
    expect((await field.inputValue()).length).toBe(70);
    await field.fill('Our regions');
    await page.getByRole('button', { name: 'Apply' }).click();
    const renamed = chart(page, 'Our regions');
    const [download] = await Promise.all([page.waitForEvent('download'), choose(renamed, 'Download as PNG')]);
    expect(download.suggestedFilename()).toBe('Our regions.png');
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(400);
  });

  await test.step('colors', async () => {
    await choose(chart(page, 'Our regions'), 'Configure Chart Colors');
    await expect(page.getByText('Click on a color thumbnail to modify')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
});

test('at 390 px nothing is wider than the screen', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn('client');
  for (const path of ['/', '/?view=documents']) {
    await page.goto(path);
    await expect(overview(page).heading).toBeVisible();
    await expect(page.getByRole('img').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});
