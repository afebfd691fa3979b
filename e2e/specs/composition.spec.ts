import { deploy, scriptBundle } from '../commands/area-bundles.ts';
import { areaIn, changeRegistry, chunk, entry, failureReports, liveArea } from '../commands/areas.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import { analyticsPage, areaHost } from '../pages/areas.page.ts';
import { overview, readFigures } from '../pages/overview.page.ts';
import { shell } from '../pages/shell.page.ts';

test('logging out works while an area fails', async ({ page, signedIn }) => {
  await deploy(
    page,
    'analytics',
    scriptBundle(await liveArea(page, 'analytics'), 'broken', () => ''),
    {
      previous: false,
    },
  );
  await signedIn('reviewer', { own: true });
  await page.goto(analyticsPage);
  await expect(areaHost(page).unavailable).toBeVisible();
  await shell(page).logOut.click();
  await expect(page).toHaveURL('/login');
});

test('an area that the user leaves while it loads is not shown later', async ({ page, signedIn }) => {
  const reports = await failureReports(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(entry, async (route) => {
    await released;
    await route.continue();
  });
  await signedIn('client');
  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Go to Performance Overview' }).click();
  await expect(page.getByRole('status', { name: 'Loading Analytics' })).toBeVisible();
  await page.goBack();
  await expect(shell(page).notFound).toBeVisible();
  const loaded = page.waitForResponse((response) => entry.test(response.url()));
  release();
  await loaded;
  await expect(shell(page).notFound).toBeVisible();
  await expect(page.locator('[data-area]')).toHaveCount(0);
  expect(reports).toEqual([]);
  await page.goForward();
  await readFigures(page);
});

for (const clicks of [20, 21]) {
  test(`areas switched ${clicks} times before they load: the last one wins`, async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    await changeRegistry(page, (registry) => {
      Object.assign(areaIn(registry, 'review').navigation[0] ?? {}, { group: 'Analytics' });
      Object.assign(areaIn(registry, 'analytics').navigation[0] ?? {}, { to: analyticsPage });
    });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/areas\/.*\/remoteEntry\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await signedIn('reviewer');
    await page.goto('/nowhere');
    const names = ['Performance Overview', 'Review Activities'] as const;
    const link = (click: number) => shell(page).nav.getByRole('link', { name: names[click % 2] ?? '' });
    // Without pointer events, so that nothing is prefetched.
    for (let click = 0; click < clicks; click += 1) await link(click).dispatchEvent('click');
    release();
    const last = names[(clicks - 1) % 2] ?? '';
    await expect(shell(page).heading(last)).toBeVisible();
    await expect(page.locator('[data-area]')).toHaveCount(1);
    await expect(areaHost(page).mounted).toHaveCount(1);
    await link(clicks).click();
    await expect(shell(page).heading(last)).toHaveCount(0);
    await expect(areaHost(page).mounted).toHaveCount(1);
    expect(reports).toEqual([]);
  });
}

test(
  'the shell loads the area as a federated remote at run time, from its versioned path',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
    await signedIn('client');
    await page.goto('/');
    await expect(overview(page).heading).toBeVisible();
    expect(loaded.filter((path) => entry.test(path))).toHaveLength(1);
    expect(loaded.filter((path) => chunk.test(path))).toHaveLength(1);
  },
);

test(
  'the files that the page requests are used and fetched once',
  { tag: mainStory },
  async ({ page, signedIn }) => {
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
    expect(preloads.filter((path) => !used.includes(path))).toEqual([]);
    const scripts = fetched.filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(6);
    expect(scripts.filter((path, at) => scripts.indexOf(path) !== at)).toEqual([]);
  },
);

test(
  'the sidebar shows the entries of the registry that the user may open',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    await changeRegistry(page, ({ areas }) => {
      const paid = { feature: 'marketingPerformance', access: { claim: 'accessMarketingPerformance' } };
      const [area] = areas as unknown as { navigation: object[] }[];
      area?.navigation.push(
        { group: 'Marketing Performance', label: 'Pipeline', to: '/pipeline', order: 20, ...paid },
        { group: 'Alerts', label: 'For staff', to: '/staff', order: 30, access: { role: 'Internal' } },
        {
          group: 'Alerts',
          label: 'Off',
          to: '/off',
          order: 31,
          access: {},
          feature: 'conferenceEngagements',
        },
      );
    });
    await signedIn('oneCommunity');
    await page.goto('/');
    const { nav } = shell(page);
    await expect(nav.getByRole('heading')).toHaveText(['Analytics', 'Marketing Performance']);
    await test.step('a paid feature is shown as a disabled link', async () => {
      const pipeline = nav.getByRole('link', { name: 'Pipeline (Not included in your subscription)' });
      await expect(pipeline).toHaveAttribute('aria-disabled', 'true');
      await pipeline.click({ force: true });
      await expect(overview(page).heading).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/');
    });
  },
);
