import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Files of the analytics area: its entry script and its chunks. */
const entry = /\/areas\/analytics\/[^/]+\/remoteEntry\.js/;
const chunk = /\/areas\/analytics\/[^/]+\/area\.[^/]+\.js/;

const unavailable = (page: Page) => page.getByRole('alert').filter({ hasText: 'Analytics is not available' });
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Performance Overview' });

/** The shell still answers: its own menu opens and its own links are there. */
const shellIsUsable = async (page: Page) => {
  await page.getByRole('button', { name: 'Admin' }).click();
  await expect(page.getByRole('menuitem', { name: /Blinded Mode/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation').getByText('Performance Overview')).toBeVisible();
};

/** What the server is told about failed areas. */
const reports = (page: Page): string[] => {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/log/error')) seen.push((request.postDataJSON() as { eventInfo: string }).eventInfo);
  });
  return seen;
};

test.describe('an area that cannot be had', () => {
  // The browser itself reports the files that these tests take away.
  test.use({ allowedConsole: [/.*/] });

  const faults: { name: string; kind: string; break: (page: Page) => Promise<unknown> }[] = [
    {
      name: 'entry missing',
      kind: 'missing',
      break: (page) => page.route(entry, (route) => route.fulfill({ status: 404, body: 'Not found' })),
    },
    {
      name: 'entry answered by an error',
      kind: 'error',
      break: (page) => page.route(entry, (route) => route.fulfill({ status: 503, body: 'later' })),
    },
    {
      name: 'entry unreachable',
      kind: 'error',
      break: (page) => page.route(entry, (route) => route.abort('connectionrefused')),
    },
    {
      name: 'entry tampered with',
      kind: 'error',
      break: (page) =>
        page.route(entry, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: `${await response.text()}\nwindow.tampered = true;` });
        }),
    },
    {
      name: 'chunk missing',
      kind: 'error',
      break: (page) => page.route(chunk, (route) => route.fulfill({ status: 404, body: 'Not found' })),
    },
  ];

  for (const fault of faults) {
    test(`${fault.name}: the shell stays usable, and a retry fetches again`, async ({ page, signedIn }) => {
      const told = reports(page);
      await fault.break(page);
      await signedIn('admin');
      await page.goto('/');
      await expect(unavailable(page)).toBeVisible();
      await shellIsUsable(page);
      expect(told.some((text) => text.includes('area analytics') && text.includes(` ${fault.kind}:`))).toBe(true);
      expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined();

      await page.unrouteAll();
      await page.getByRole('button', { name: /try again|retry/i }).click();
      await expect(overview(page)).toBeVisible();
      await expect(unavailable(page)).toHaveCount(0);
    });
  }

  test('the registry missing: a message and a retry', async ({ page, signedIn }) => {
    await page.route(/\/registry\.json/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/s, '');
      await route.fulfill({ response, body });
    });
    await signedIn('admin');
    await page.goto('/');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: /try again|retry/i }).click();
    await expect(overview(page)).toBeVisible();
  });
});

test('the shell loads the area as a federated remote at run time, from its versioned place', async ({ page, signedIn }) => {
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
  await signedIn('client');
  await page.goto('/');
  await expect(overview(page)).toBeVisible();
  expect(loaded.filter((path) => entry.test(path))).toHaveLength(1);
  expect(loaded.filter((path) => chunk.test(path))).toHaveLength(1);
});
