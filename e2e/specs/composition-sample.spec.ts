import { rebuilt, serve, versionOf } from '../commands/area-bundles.ts';
import type { AreaBundle } from '../commands/area-bundles.ts';
import {
  areaIn,
  failureReports,
  followRegistry,
  letTimePass,
  liveRegistry,
  showRegistry,
} from '../commands/areas.ts';
import type { Area } from '../commands/areas.ts';
import { explanations, loseFiles, lostFiles } from '../commands/file-faults.ts';
import {
  newSite,
  sampleArea,
  serveSite,
  siteFiles,
  siteFor,
  siteManifest,
  writePackage,
} from '../commands/site.ts';
import type { Site } from '../commands/site.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { areaPlace, expectUsableShell, openReview } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

// What the real areas have none of: a stylesheet, a screen in a chunk of its own, a button that breaks it. One worker
// builds the area that has them.
test.describe.configure({ mode: 'default' });

test.use({ allowedConsole: lostFiles });

const sample = (page: Page) => ({
  heading: shell(page).heading('Sample'),
  late: shell(page).heading('Late screen'),
  lateLink: page.getByRole('link', { name: 'Late screen' }),
  breakIt: page.getByRole('button', { name: 'Break' }),
});

let site: Site;
test.beforeAll(async ({ baseURL }) => {
  site = newSite(baseURL ?? '');
  await site.deploy(sampleArea);
});
test.afterAll(() => site.remove());

const sampleIn = ({ registry }: Site): Area => areaIn(registry(), 'sample');

const newestCopy = () =>
  rebuilt(sampleIn(site), siteFiles(site, sampleIn(site)), 'newest', (text) =>
    text
      .replaceAll('"Sample"', '"The newest Sample"')
      .replaceAll('"Late screen"', '"The newest late screen"'),
  );

/** Lets the page see the sample area: alone, or with a newest version that falls back to it. */
const showSample = async (page: Page, newest?: AreaBundle) => {
  const area = sampleIn(site);
  const registry = await liveRegistry(page);
  registry.areas.push(newest ? { ...area, ...newest.version, previous: versionOf(area) } : area);
  await serveSite(page, site);
  if (newest) await serve(page, newest);
  await showRegistry(page, registry);
};

const style = /\/areas\/sample\/[^/]+\/area\.[^/]+\.css/;
const newestStyle = /\/areas\/sample\/newest\/area\.[^/]+\.css/;

const loadReport = (kind: string) => expect.stringMatching(new RegExp(`^area sample@\\S+ load ${kind}: `));
const runReport = (kind: string) =>
  expect.stringMatching(new RegExp(`^area sample@\\S+ run ${kind}: .*/late\\.`));

const expectStyled = async (page: Page) => expect(sample(page).heading).toHaveCSS('letter-spacing', '7px');

test('the sample area works: styled, with a screen in a chunk of its own', async ({ page, signedIn }) => {
  const told = await failureReports(page);
  await showSample(page);
  await signedIn('reviewer');
  await page.goto('/nowhere');
  await shell(page).nav.getByRole('link', { name: 'Sample' }).click();
  await expectStyled(page);
  await sample(page).lateLink.click();
  await expect(sample(page).late).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expectStyled(page);
  expect(told).toEqual([]);
});

test('stylesheet lost in any way: only its area is affected, and each retry fetches again', async ({
  page,
  signedIn,
}) => {
  const told = await failureReports(page);
  const { unavailable, retry } = areaPlace(page, 'Sample');
  await showSample(page);
  const { find, inEveryOtherWay } = await loseFiles(page, style);
  await signedIn('reviewer');
  await page.goto('/sample');
  await expect(unavailable).toContainText(explanations.missing);
  expect(told).toEqual([loadReport('missing')]);
  await inEveryOtherWay(async ({ kind }) => {
    const before = told.length;
    await retry.click();
    await expect.poll(() => told.length).toBe(before + 1);
    await expect(unavailable).toContainText(explanations[kind]);
    expect(told.at(-1)).toEqual(loadReport(kind));
  });
  await openReview(page);
  await page.goBack();
  await expect(unavailable).toBeVisible();
  await find();
  await retry.click();
  await expectStyled(page);
});

test('stylesheet lost in any way: the version before takes over', async ({ page, signedIn }) => {
  const told = await failureReports(page);
  const { fallback, tryNewest } = areaPlace(page, 'Sample');
  await showSample(page, newestCopy());
  const { find, inEveryOtherWay } = await loseFiles(page, newestStyle);
  await signedIn('reviewer');
  await page.goto('/sample');
  await expectStyled(page);
  await inEveryOtherWay(async ({ kind }) => {
    await tryNewest.click();
    await expect.poll(() => told.at(-1)).toEqual(loadReport(kind));
    await expect(fallback).toBeVisible();
    await expectStyled(page);
  });
  expect(told).toHaveLength(4);
  await find();
  await tryNewest.click();
  await expect(shell(page).heading('The newest Sample')).toHaveCSS('letter-spacing', '7px');
  await expect(fallback).toHaveCount(0);
});

test('stylesheet hung: given up after 120 seconds, and a retry fetches again', async ({ page, signedIn }) => {
  const told = await failureReports(page);
  const { loading, unavailable, retry } = areaPlace(page, 'Sample');
  await showSample(page);
  await page.route(style, () => {});
  await page.clock.install();
  await signedIn('reviewer');
  await page.goto('/sample', { waitUntil: 'commit' });
  await expect(loading).toBeVisible();
  await expectUsableShell(page);
  await page.clock.fastForward(121_000);
  await expect(unavailable).toBeVisible();
  // The leap may take the registry's deadline along, when it is asked for just then.
  expect(told.filter((line) => line.startsWith('area '))).toEqual([
    expect.stringMatching(/^area sample@\S+ load timeout: /),
  ]);
  await page.unroute(style);
  await retry.click();
  await expectStyled(page);
});

const lateChunk = /\/areas\/sample\/[^/]+\/late\.[^/]+\.js/;
const newestLateChunk = /\/areas\/sample\/newest\/late\.[^/]+\.js/;

test.describe('a screen whose chunk is lost later', () => {
  test.use({ allowedConsole: /Failed to load resource|digest|ChunkLoadError|Loading chunk late failed/ });

  test('the area says so, and each retry fetches it again', async ({ page, signedIn }) => {
    const told = await failureReports(page);
    const alert = page.getByRole('main').getByRole('alert');
    const { retry } = areaPlace(page);
    await showSample(page);
    await signedIn('reviewer');
    await page.goto('/sample');
    await expect(sample(page).heading).toBeVisible();
    const { find, inEveryOtherWay } = await loseFiles(page, lateChunk);
    await sample(page).lateLink.click();
    await expect(alert).toBeVisible();
    await expect.poll(() => told).toEqual([runReport('missing')]);
    await inEveryOtherWay(async ({ kind }) => {
      const before = told.length;
      await retry.click();
      await expect.poll(() => told.length).toBe(before + 1);
      expect(told.at(-1)).toEqual(runReport(kind));
      await expect(alert).toBeVisible();
    });
    await openReview(page);
    await page.goBack();
    await expect(alert).toBeVisible();
    await find();
    await retry.click();
    await expect(sample(page).late).toBeVisible();
  });

  test('the version before takes over, at the same address', async ({ page, signedIn }) => {
    const told = await failureReports(page);
    const { fallback, tryNewest } = areaPlace(page, 'Sample');
    await showSample(page, newestCopy());
    await signedIn('reviewer');
    await page.goto('/sample');
    await expect(shell(page).heading('The newest Sample')).toBeVisible();
    const { find, inEveryOtherWay } = await loseFiles(page, newestLateChunk);
    await page.getByRole('link', { name: 'The newest late screen' }).click();
    await expect(sample(page).late).toBeVisible();
    await expect(fallback).toBeVisible();
    expect(told).toEqual([runReport('missing')]);
    await inEveryOtherWay(async ({ kind }) => {
      await tryNewest.click();
      await expect.poll(() => told.at(-1)).toEqual(runReport(kind));
      await expect(fallback).toBeVisible();
    });
    await find();
    await tryNewest.click();
    await expect(shell(page).heading('The newest late screen')).toBeVisible();
  });
});

test.describe('a screen that throws while it is used', () => {
  test.use({ allowedConsole: /The sample broke/ });

  test('its area says so; the rest goes on, and so does the area on request', async ({ page, signedIn }) => {
    const told = await failureReports(page);
    const alert = page.getByRole('main').getByRole('alert');
    await showSample(page);
    await signedIn('reviewer');
    await page.goto('/sample');
    await sample(page).breakIt.click();
    await expect(alert).toContainText('The sample broke');
    await expect
      .poll(() => told)
      .toEqual([expect.stringMatching(/^area sample@\S+ run error: The sample broke$/)]);
    await expectUsableShell(page);
    await page.evaluate(() => Reflect.set(window, 'e2eRepaired', true));
    await areaPlace(page).retry.click();
    await expectStyled(page);
    await openReview(page);
    await page.goBack();
    await expectStyled(page);
    expect(told).toHaveLength(1);
  });

  test('the version before takes over', async ({ page, signedIn }) => {
    const told = await failureReports(page);
    const { fallback, mounted } = areaPlace(page, 'Sample');
    await showSample(page, newestCopy());
    await signedIn('reviewer');
    await page.goto('/sample');
    await sample(page).breakIt.click();
    await expectStyled(page);
    await expect(fallback).toBeVisible();
    await expect(mounted).toHaveCount(1);
    expect(told).toEqual(['area sample@newest run error: The sample broke']);
    await openReview(page);
    await page.goBack();
    await expectStyled(page);
    await expect(fallback).toBeVisible();
  });
});

const sampleLink = (page: Page) => shell(page).nav.getByRole('link', { name: 'Sample', exact: true });

test('a new area appears without a reload, in the sidebar and at its address', async ({
  page,
  signedIn,
  baseURL,
}) => {
  const told = await failureReports(page);
  const own = await siteFor(page, baseURL ?? '');
  await signedIn('reviewer');
  await page.goto('/sample');
  await expect(shell(page).notFound).toBeVisible();
  await expect(sampleLink(page)).toHaveCount(0);
  await own.deploy(sampleArea);
  await letTimePass(page, 1);
  await followRegistry(page);
  await expectStyled(page);
  await expect(sampleLink(page)).toHaveAttribute('aria-current', 'page');

  await test.step('a page that its next version brings can be visited from the one before', async () => {
    const manifest = siteManifest(own, 'sample');
    const more = { path: '/more', title: 'More', access: {} };
    const navigation = [...manifest.navigation, { ...manifest.navigation[0], label: 'More', to: '/more' }];
    const next = { ...manifest, routes: [...manifest.routes, more], navigation };
    // The address of its late screen is another one in this version.
    const build = rebuilt(manifest, siteFiles(own, manifest), 'second', (text) =>
      text.replaceAll('"/sample/late"', '"/more"'),
    );
    await page.getByLabel('Note').fill('Begun before the deploy');
    await own.deploy(writePackage(next, build));
    await letTimePass(page, 2);
    await followRegistry(page);
    await expect(page.getByLabel('Note')).toHaveValue('Begun before the deploy');
    await test.step('what the running version fetches late is still its own', async () => {
      await sample(page).lateLink.click();
      await expect(sample(page).late).toBeVisible();
      await expect(page).toHaveURL('/sample/late');
    });
    await shell(page).nav.getByRole('link', { name: 'More' }).click();
    await expect(sample(page).late).toBeVisible();
    await expect(page).toHaveURL('/more');
  });
  await expect(areaPlace(page).mounted).toHaveCount(1);
  expect(told).toEqual([]);
  own.remove();
});
