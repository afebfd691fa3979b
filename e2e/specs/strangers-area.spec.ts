// A team in another repository. All that it has is the area kit that the running product serves, and a deploy token of its area.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { teamRepository } from '@readerlens/tooling/testing';
import type { TeamRepository } from '@readerlens/tooling/testing';
import { clients } from '../commands/accounts.ts';
import { callAs, signIn } from '../commands/api.ts';
import { fetchNumbers, linkTo } from '../commands/dashboard.ts';
import type { Search } from '../commands/dashboard.ts';
import { longestTimeout } from '../commands/deadlines.ts';
import { startWith } from '../commands/session.ts';
import { changeUser, createUser, register } from '../commands/users.ts';
import type { TestUser } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { chart, readTable, sumColumn } from '../pages/chart.page.ts';
import { filterPanel, filtersIn } from '../pages/filter-panel.page.ts';
import { readFigures, scrollToEnd } from '../pages/overview.page.ts';
import { openPalette, palette } from '../pages/palette.page.ts';
import { shell } from '../pages/shell.page.ts';

// Each test goes on with the area of the one before.
test.describe.configure({ mode: 'serial' });

const area = 'reading-trends';
const sources = path.join(import.meta.dirname, '..', 'strangers-area');
const { icon } = (
  JSON.parse(readFileSync(path.join(sources, 'area.json'), 'utf8')) as { navigation: { icon: string }[] }
).navigation[0]!;

interface DeployToken {
  token: { id: string };
  secret: string;
}

let team: TeamRepository;
let token: DeployToken;
let user: TestUser;

test.beforeAll(async ({ request, baseURL }) => {
  // The first request to a product builds the kit.
  test.setTimeout(longestTimeout);
  const kit = (await (await fetch(new URL('/shell/kit.json', baseURL))).json()) as { address: string };
  token = await callAs<DeployToken>(request, 'sysadmin', 'POST', '/api/deploy-tokens', { area, name: 'CI' });
  team = await teamRepository(new URL(kit.address, baseURL).href, {
    READERLENS_DEPLOY_TOKEN: token.secret,
  });
  user = await createUser(request, { companies: [clients.aurelis.id, clients.norvane.id] });
});

test.afterAll(async ({ request, baseURL }) => {
  // Unless the last test has done it.
  await team.run('withdraw', area, '--shell', baseURL!);
  await callAs(request, 'sysadmin', 'DELETE', `/api/deploy-tokens/${token.token.id}`);
  team.remove();
});

/** Runs `npx readerlens-area` for the product under test. Returns what it prints. */
const run = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await team.run(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
};

/** Changes a file of the area in the team's repository. */
const change = (name: string, from: string, to: string) => {
  const file = path.join(team.root, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};

const readVersion = (out: string) => /\(reading-trends\) (\w+)/.exec(out)?.[1] ?? '';

const trends = (page: Page) => ({
  entry: shell(page).nav.getByRole('link', { name: 'Reading Trends' }),
  heading: shell(page).heading('Reading Trends'),
  months: chart(page, 'Engagements By Month'),
});

/** Gives the user of the test the claim of the area. A change of claims ends their sessions. */
const signInWithClaim = async (request: APIRequestContext) => {
  await changeUser(request, user.id, { areaClaims: [`area:${area}:open`] });
  return signIn(request, user.email);
};

/** All engagements that the chart shows, and those that the API counts. */
const countShown = async (page: Page) => sumColumn(await readTable(page, 'Engagements By Month'), 3);
const countEngagements = async (request: APIRequestContext, search: Search) =>
  (await fetchNumbers(request, 'internal', search)).stats.totalLeads;

const quarter = { clients: [clients.aurelis.id], relative: '-90d' };
const both = { ...quarter, clients: [clients.aurelis.id, clients.norvane.id] };

test(
  'is built with the kit, deployed with a token, and live on all places of the product',
  { tag: mainStory },
  async ({ page, request, baseURL }) => {
    const { entry, heading, months } = trends(page);
    await run('create', area);
    cpSync(sources, team.root, { recursive: true });
    team.install();
    expect(await run('deploy', '.', '--shell', baseURL!)).toContain(`verified  ${baseURL} serves it`);

    await test.step('without its claim, the page says why it is closed, and has no entry', async () => {
      await startWith(page, await register(request, user));
      await page.goto('/reading-trends');
      await expect(page.getByText('Insufficient privileges')).toBeVisible();
      await expect(entry).toHaveCount(0);
    });

    await test.step('with its claim, its entry has its icon and leads to its chart', async () => {
      const session = await signInWithClaim(request);
      await page.evaluate((value) => localStorage.setItem('jwt_token', value), session);
      await page.goto(linkTo(both));
      await expect(entry.locator(`path[d="${icon}"]`)).toBeVisible();
      await entry.click();
      await expect(heading).toBeVisible();
      await expect(months.drawing).toBeVisible();
      expect(await countShown(page)).toBe(await countEngagements(request, both));
    });

    await test.step('the filters of all dashboards act on it', async () => {
      await page.getByRole('button', { name: /^Filters/ }).click();
      const { chip, seeResults } = filterPanel(page);
      await chip(clients.norvane.name).click();
      await seeResults.click();
      const expected = await countEngagements(request, quarter);
      await expect.poll(() => countShown(page)).toBe(expected);
    });

    await test.step('the palette finds its entry', async () => {
      await page.goto('/nowhere');
      await openPalette(page);
      await palette(page).input.fill('last twelve');
      await palette(page).option('Trend of the last twelve months', 'Trends').click();
      await expect(heading).toBeVisible();
    });

    await test.step('its link stands beside the results of a search, and takes the filters along', async () => {
      await page.goto(linkTo(quarter, '/analytics/search'));
      await page.getByRole('link', { name: 'Show trend' }).click();
      await expect(months.drawing).toBeVisible();
      expect(filtersIn(page)).toContain(`Clients:${clients.aurelis.id}`);
    });

    await test.step('its card is on the overview, which goes on without it', async () => {
      await page.goto(linkTo(quarter));
      await readFigures(page);
      await scrollToEnd(page);
      await page.getByRole('region', { name: 'Reading trend' }).getByRole('link').click();
      await expect(months.drawing).toBeVisible();
      expect(filtersIn(page)).toContain(`Clients:${clients.aurelis.id}`);
    });

    await test.step('its page behind a switch is off', async () => {
      await page.goto('/reading-trends/sources');
      await expect(page.getByText('Insufficient privileges')).toBeVisible();
    });
  },
);

test('its next version is staged, previewed, a canary, deployed and rolled back, and the area withdrawn', async ({
  page,
  request,
  baseURL,
}) => {
  const { entry, heading } = trends(page);
  const product = ['--shell', baseURL!];
  const next = shell(page).heading('Reading Trends By Month');
  const switched = shell(page).nav.getByRole('link', { name: 'Reading Sources' });
  await startWith(page, await signInWithClaim(request));

  change('src/reading-trends.screen.tsx', 'title="Reading Trends"', 'title="Reading Trends By Month"');
  const version = readVersion(await run('stage', '.', ...product));
  await page.goto('/reading-trends');
  await expect(heading).toBeVisible();

  await test.step('a signed link shows it in one tab', async () => {
    const link = await run(
      'preview-link',
      '.',
      '--version',
      version,
      '--path',
      '/reading-trends',
      ...product,
    );
    await page.goto(link.trim());
    await expect(next).toBeVisible();
    await expect(shell(page).banner(`Preview of Reading Trends, version ${version}`)).toBeVisible();
    await page.getByRole('button', { name: 'End preview' }).click();
    await expect(heading).toBeVisible();
  });

  await test.step('as a canary, it is for staff, then for all, until it is paused or stopped', async () => {
    const order = (...args: string[]) => run('canary', '.', ...args, ...product);
    const expectShown = async (title: typeof next) => {
      await page.goto('/reading-trends');
      await expect(title).toBeVisible();
    };
    expect(await order('--version', version)).toContain('running, for staff');
    await expectShown(heading);
    await order('--ring', '100');
    await expectShown(next);
    await order('--pause');
    await expectShown(heading);
    await order('--resume');
    await expectShown(next);
    await order('--stop');
    await expectShown(heading);
    await order('--version', version);
    expect(await order('--promote')).toContain(`live      ${version}`);
    await expectShown(next);
  });

  await test.step('deployed, a version is live for all users, with its switch', async () => {
    change('area.json', '"default": false', '"default": true');
    await run('deploy', '.', ...product);
    await page.goto('/reading-trends');
    await expect(next).toBeVisible();
    await switched.click();
    await expect(shell(page).heading('Reading Sources')).toBeVisible();
  });

  await test.step('rolled back, the version before it is live', async () => {
    await run('rollback', '.', ...product);
    await page.goto('/reading-trends');
    await expect(next).toBeVisible();
    await expect(switched).toHaveCount(0);
  });

  await test.step('withdrawn, its page and its entry are gone', async () => {
    await run('withdraw', '.', ...product);
    await page.goto('/reading-trends');
    await expect(shell(page).notFound).toBeVisible();
    await expect(entry).toHaveCount(0);
  });
});
