import { areaReports, areaWith, changeRegistry, chunk, deployEntry, entry } from '../commands/areas.ts';
import { clients } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { overview, readFigures } from '../pages/overview.page.ts';
import { shell } from '../pages/shell.page.ts';

const start = linkTo({ clients: [clients.aurelis.id], relative: '-90d' });

const unavailable = (page: Page) => page.getByRole('alert').filter({ hasText: 'Analytics is not available' });
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** The shell still answers: its menus open, its links are there, and one can log out. */
const shellIsUsable = async (page: Page) => {
  const { adminMenu, blindedItem, collapse, expand, nav } = shell(page);
  await adminMenu.click();
  await expect(blindedItem).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(nav.getByRole('link', { name: 'Performance Overview' })).toBeVisible();
  await collapse.click();
  await expand.click();
};

const canLogOut = async (page: Page) => {
  await shell(page).logOut.click();
  await expect(page).toHaveURL('/login');
};

test.describe('an area that cannot be had', () => {
  // The browser itself reports the files that these tests take away.
  test.use({ allowedConsole: /.*/ });

  interface Fault {
    name: string;
    kind: 'missing' | 'error';
    /** The page was written with another registry and keeps it: only the next page is the retry. */
    needsReload?: true;
    break: (page: Page) => Promise<unknown>;
  }

  const faults: Fault[] = [
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
      name: 'entry throwing',
      kind: 'error',
      break: (page) => deployEntry(page, () => `throw new Error('A broken entry');`),
      needsReload: true,
    },
    {
      name: 'entry of something else',
      kind: 'error',
      break: (page) => deployEntry(page, () => 'window.somethingElse = 1;'),
      needsReload: true,
    },
    {
      name: 'chunk missing',
      kind: 'error',
      break: (page) => page.route(chunk, (route) => route.fulfill({ status: 404, body: 'Not found' })),
    },
    {
      name: 'bootstrap throwing',
      kind: 'error',
      break: (page) => deployEntry(page, areaWith({ bootstrap: `throw new Error('No start');` })),
      needsReload: true,
    },
    {
      name: 'mount throwing',
      kind: 'error',
      break: (page) => deployEntry(page, areaWith({ mount: `throw new Error('No mount');` })),
      needsReload: true,
    },
  ];

  for (const fault of faults) {
    test(`${fault.name}: the shell stays usable, and a retry fetches again`, async ({ page, signedIn }) => {
      const told = areaReports(page);
      await fault.break(page);
      await signedIn('admin');
      await page.goto(start);
      await expect(unavailable(page)).toBeVisible();
      await shellIsUsable(page);
      expect(told.filter((text) => text.startsWith('area analytics@'))).toEqual([
        expect.stringContaining(` ${fault.kind}: `),
      ]);
      expect(await page.evaluate(() => Reflect.get(window, 'tampered') as unknown)).toBeUndefined();

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (fault.needsReload) await page.reload();
      else await retry(page).click();
      await readFigures(page);
      await expect(unavailable(page)).toHaveCount(0);
    });
  }

  test('one can still log out', async ({ page, signedIn }) => {
    await page.route(entry, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await signedIn('admin');
    await page.goto(start);
    await expect(unavailable(page)).toBeVisible();
    await canLogOut(page);
  });

  test('entry hung: the page says that it still loads, gives up after 120 seconds, and a retry works', async ({
    page,
    signedIn,
  }) => {
    const told = areaReports(page);
    await page.route(entry, () => {
      // Never answered.
    });
    await page.clock.install();
    await signedIn('admin');
    await page.goto(start, { waitUntil: 'commit' });
    await expect(page.getByRole('status', { name: 'Loading Analytics' })).toBeVisible();
    await shellIsUsable(page);
    await page.clock.fastForward(9_000);
    await expect(page.getByRole('status', { name: 'Still loading Analytics' })).toBeVisible();
    await page.clock.fastForward(90_000);
    await expect(unavailable(page)).toHaveCount(0);
    await page.clock.fastForward(21_000);
    await expect(unavailable(page)).toContainText('It took too long to load.');
    expect(told).toEqual([expect.stringMatching(/^area analytics@\S+ timeout: /)]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await retry(page).click();
    await readFigures(page);
  });

  test('mount that never settles: given up after 30 seconds', async ({ page, signedIn }) => {
    const told = areaReports(page);
    await deployEntry(page, areaWith({ mount: 'await new Promise(() => {});' }));
    await page.clock.install();
    await signedIn('admin');
    await page.goto(start);
    await expect(page.getByRole('status', { name: 'Loading Analytics' })).toBeVisible();
    await page.clock.fastForward(31_000);
    await expect(unavailable(page)).toContainText('It took too long to load.');
    expect(told).toEqual([expect.stringMatching(/^area analytics@\S+ timeout: /)]);
    await canLogOut(page);
  });

  test('unmount throwing: the next page is there all the same, and nothing of the area stays', async ({
    page,
    signedIn,
  }) => {
    await deployEntry(
      page,
      areaWith({
        mount: `props.domElement.innerHTML = '<h1>A stubborn area</h1>';`,
        unmount: `throw new Error('I stay');`,
      }),
    );
    await signedIn('admin');
    await page.goto('/nowhere');
    await page.getByRole('link', { name: 'Go to Performance Overview' }).click();
    await expect(page.getByText('A stubborn area')).toBeVisible();
    await page.goBack();
    await expect(shell(page).notFound).toBeVisible();
    await expect(page.getByText('A stubborn area')).toHaveCount(0);
  });

  test('the registry missing: a message and a retry', async ({ page, signedIn }) => {
    await page.route(/\/registry\.json/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.route(
      (url) => url.pathname === '/',
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/s, '');
        await route.fulfill({ response, body });
      },
    );
    await signedIn('admin');
    await page.goto(start);
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await retry(page).click();
    await expect(overview(page).heading).toBeVisible();
  });
});

test('left while it loads, an area does not come back later', async ({ page, signedIn }) => {
  const told = areaReports(page);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(entry, async (route) => {
    await answered;
    await route.continue();
  });
  await signedIn('client');
  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Go to Performance Overview' }).click();
  await expect(page.getByRole('status', { name: 'Loading Analytics' })).toBeVisible();
  await page.goBack();
  await expect(shell(page).notFound).toBeVisible();
  const loaded = page.waitForResponse((response) => entry.test(response.url()));
  answer();
  await loaded;
  await expect(shell(page).notFound).toBeVisible();
  await expect(page.locator('[data-area]')).toHaveCount(0);
  expect(told).toEqual([]);
  await page.goForward();
  await readFigures(page);
});

test('the shell loads the area as a federated remote at run time, from its versioned place', async ({
  page,
  signedIn,
}) => {
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
  await signedIn('client');
  await page.goto('/');
  await expect(overview(page).heading).toBeVisible();
  expect(loaded.filter((path) => entry.test(path))).toHaveLength(1);
  expect(loaded.filter((path) => chunk.test(path))).toHaveLength(1);
});

test('what the page preloads is used, and fetched once', async ({ page, signedIn }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const scripts: string[] = [];
    Reflect.set(window, 'e2eScripts', scripts);
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node instanceof HTMLScriptElement) scripts.push(node.src);
    }).observe(document, { childList: true, subtree: true });
  });
  await signedIn('client');
  await page.goto('/');
  await readFigures(page);
  const used = (await page.evaluate(() => Reflect.get(window, 'e2eScripts') as string[])).map(
    (address) => new URL(address, 'http://page').pathname,
  );
  const preloads = await page
    .locator('link[rel="preload"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  expect(preloads.length).toBeGreaterThan(5);
  expect(preloads.filter((path) => !used.includes(path))).toEqual([]);
  expect(preloads.filter((path) => fetched.filter((each) => each === path).length > 1)).toEqual([]);
});

test('the sidebar offers what the registry offers and the user may open', async ({ page, signedIn }) => {
  await changeRegistry(page, ({ areas }) => {
    const paid = { feature: 'marketingPerformance', access: { claim: 'accessMarketingPerformance' } };
    const [area] = areas as unknown as { navigation: object[] }[];
    area?.navigation.push(
      { group: 'Marketing Performance', label: 'Pipeline', to: '/pipeline', order: 20, ...paid },
      { group: 'Alerts', label: 'For staff', to: '/staff', order: 30, access: { role: 'Internal' } },
      { group: 'Alerts', label: 'Off', to: '/off', order: 31, access: {}, feature: 'targetAccounts' },
    );
  });
  await signedIn('oneCommunity');
  await page.goto('/');
  const { nav } = shell(page);
  await expect(nav.getByRole('heading')).toHaveText(['Analytics', 'Marketing Performance']);
  await test.step('what is paid for separately is shown, but leads nowhere', async () => {
    const pipeline = nav.getByRole('link', { name: 'Pipeline (Not included in your subscription)' });
    await expect(pipeline).toHaveAttribute('aria-disabled', 'true');
    await pipeline.click({ force: true });
    await expect(overview(page).heading).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
