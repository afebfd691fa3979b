import { copyOf, deploy, scriptBundle, withoutPrevious } from '../commands/area-bundles.ts';
import { chartFiles, chunk, entry, failureReports, fetchedFiles, liveArea } from '../commands/areas.ts';
import { explanations, loseFiles, lostFiles } from '../commands/file-faults.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import {
  analyticsPage,
  areaPlace,
  expectAnalytics,
  expectUsableShell,
  openAnalytics,
  openReview,
} from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

test.use({ allowedConsole: lostFiles });

const newest = 'The newest Performance Overview';

/** The newest version is a copy of the deployed one, to be told apart by its heading. */
const newestCopy = async (page: Page, name = 'newest') =>
  copyOf(page, await liveArea(page, 'analytics'), name, (text) =>
    text.replaceAll('"Performance Overview"', `"${newest}"`),
  );

const scripts = [
  { what: 'entry', files: entry, ofNewest: /\/analytics\/newest\/remoteEntry\.js/ },
  { what: 'chunk', files: chunk, ofNewest: /\/analytics\/newest\/area\./ },
];

const loadReport = (kind: string) => expect.stringMatching(new RegExp(`^area analytics@\\S+ load ${kind}: `));

for (const { what, files, ofNewest } of scripts) {
  test(`${what} lost in any way: only its area is affected, and each retry fetches again`, async ({
    page,
    signedIn,
  }) => {
    const told = await failureReports(page);
    const { unavailable, retry } = areaPlace(page);
    await withoutPrevious(page, 'analytics');
    const { find, inEveryOtherWay } = await loseFiles(page, files);
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expect(unavailable).toContainText(explanations.missing);
    expect(told).toEqual([loadReport('missing')]);
    await inEveryOtherWay(async ({ kind }) => {
      const before = told.length;
      await retry.click();
      await expect.poll(() => told.length).toBe(before + 1);
      await expect(unavailable).toContainText(explanations[kind]);
      expect(told.at(-1)).toEqual(loadReport(kind));
    });
    await expectUsableShell(page);
    await openReview(page);
    await page.goBack();
    await expect(unavailable).toBeVisible();
    await find();
    await retry.click();
    await expectAnalytics(page);
  });

  test(`${what} lost in any way: the version before takes over until the newest can be had`, async ({
    page,
    signedIn,
  }) => {
    const told = await failureReports(page);
    const { fallback, tryNewest } = areaPlace(page);
    await deploy(page, 'analytics', await newestCopy(page));
    const { fetched, find, inEveryOtherWay } = await loseFiles(page, ofNewest);
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    expect(told).toEqual([loadReport('missing')]);
    await inEveryOtherWay(async ({ kind }) => {
      const before = told.length;
      await tryNewest.click();
      await expect.poll(() => told.length).toBe(before + 1);
      await expect(fallback).toBeVisible();
      await expectAnalytics(page);
      expect(told.at(-1)).toEqual(loadReport(kind));
    });
    await test.step('the next visit does not wait for it again', async () => {
      const before = fetched.length;
      await openReview(page);
      await openAnalytics(page);
      await expectAnalytics(page);
      await expect(fallback).toBeVisible();
      expect(fetched).toHaveLength(before);
    });
    await find();
    await tryNewest.click();
    await expect(shell(page).heading(newest)).toBeVisible();
    await expect(fallback).toHaveCount(0);
    expect(told).toHaveLength(4);
  });
}

/** Answers nothing, as a connection that hangs. */
const hang = () => {};

for (const { what, files, ofNewest } of scripts) {
  const report = loadReport('timeout');

  test(`${what} hung: said after 8 seconds, given up after 120, and a retry fetches again`, async ({
    page,
    signedIn,
  }) => {
    const told = await failureReports(page);
    const { unavailable, loading, stillLoading, retry } = areaPlace(page);
    await withoutPrevious(page, 'analytics');
    await page.route(files, hang);
    await page.clock.install();
    await signedIn('reviewer');
    await page.goto(analyticsPage, { waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    await page.clock.fastForward(8_000);
    await expect(stillLoading).toBeVisible();
    await expectUsableShell(page);
    await page.clock.fastForward(100_000);
    await expect(stillLoading).toBeVisible();
    await page.clock.fastForward(13_000);
    await expect(unavailable).toContainText(explanations.timeout);
    expect(told).toEqual([report]);
    await openReview(page);
    await page.goBack({ waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    await page.clock.fastForward(121_000);
    await expect(unavailable).toBeVisible();
    await page.unroute(files);
    await retry.click();
    await expectAnalytics(page);
    expect(told).toEqual([report, report]);
  });

  test(`${what} hung: the version before takes over after 20 seconds`, async ({ page, signedIn }) => {
    const told = await failureReports(page);
    const { loading, fallback, tryNewest } = areaPlace(page);
    await deploy(page, 'analytics', await newestCopy(page));
    await page.route(ofNewest, hang);
    await page.clock.install();
    await signedIn('reviewer');
    await page.goto(analyticsPage, { waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    await page.clock.fastForward(18_000);
    await expect(areaPlace(page).stillLoading).toBeVisible();
    await page.clock.fastForward(3_000);
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    expect(told).toEqual([report]);
    await openReview(page);
    await openAnalytics(page);
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    expect(told).toHaveLength(1);
    await page.unroute(ofNewest);
    await tryNewest.click();
    await expect(shell(page).heading(newest)).toBeVisible();
    expect(told).toHaveLength(1);
  });
}

const scriptOf = (name: string, script: (container: string) => string) => async (page: Page) =>
  scriptBundle(await liveArea(page, 'analytics'), name, script);

/** Versions that are there, but are no area. */
const brokenVersions = [
  {
    name: 'an entry of something else',
    bundle: scriptOf('something', () => 'window.somethingElse = 1;'),
  },
  {
    name: 'an area without lifecycles',
    bundle: scriptOf(
      'empty',
      (container) => `var ${container} = { init() {}, async get() { return () => ({}); } };`,
    ),
  },
  {
    name: 'an entry that throws',
    bundle: scriptOf('throwing', () => `throw new Error('A broken entry');`),
  },
  {
    name: 'a version without integrity',
    bundle: async (page: Page) => {
      const bundle = await newestCopy(page, 'unchecked');
      bundle.version.integrity = {};
      return bundle;
    },
  },
];

const reportsOfAreas = async (page: Page) => {
  const told = await failureReports(page);
  return () => told.filter((text) => text.startsWith('area '));
};

test.describe('broken versions', () => {
  test.use({ allowedConsole: /A broken entry/ });
  const [first, ...others] = brokenVersions;

  test('only their area is affected, and a retry takes what was deployed since', async ({
    page,
    signedIn,
  }) => {
    const told = await reportsOfAreas(page);
    const { unavailable, retry } = areaPlace(page);
    if (first) await deploy(page, 'analytics', await first.bundle(page), { previous: false });
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expect(unavailable).toContainText(explanations.error);
    expect(told()).toEqual([expect.stringMatching(/^area analytics@something load error: /)]);
    for (const { name, bundle } of others) {
      await test.step(name, async () => {
        const broken = await bundle(page);
        await deploy(page, 'analytics', broken, { previous: false });
        await retry.click();
        await expect.poll(() => told().at(-1)).toContain(`@${broken.version.version} load error: `);
        await expect(unavailable).toContainText(explanations.error);
      });
    }
    await openReview(page);
    await page.goBack();
    await expect(unavailable).toBeVisible();
    await deploy(page, 'analytics', await newestCopy(page), { previous: false });
    await retry.click();
    await expect(shell(page).heading(newest)).toBeVisible();
    expect(told()).toHaveLength(brokenVersions.length + 1);
  });

  test('the version before takes over', async ({ page, signedIn }) => {
    const told = await reportsOfAreas(page);
    const { fallback, tryNewest } = areaPlace(page);
    if (first) await deploy(page, 'analytics', await first.bundle(page));
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    for (const { name, bundle } of others) {
      await test.step(name, async () => {
        const broken = await bundle(page);
        await deploy(page, 'analytics', broken);
        await tryNewest.click();
        await expect.poll(() => told().at(-1)).toContain(`@${broken.version.version} load error: `);
        await expectAnalytics(page);
        await expect(fallback).toBeVisible();
      });
    }
    expect(told()).toHaveLength(brokenVersions.length);
    await deploy(page, 'analytics', await newestCopy(page));
    await tryNewest.click();
    await expect(shell(page).heading(newest)).toBeVisible();
    await expect(fallback).toHaveCount(0);
  });
});

test('a script without integrity is refused by the page itself', async ({ page, signedIn }) => {
  const script = '/areas/analytics/elsewhere/script.js';
  await page.route(`**${script}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.tampered = true;' }),
  );
  await signedIn('reviewer');
  await page.goto('/nowhere');
  await expect(shell(page).notFound).toBeVisible();
  const outcome = await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const element = document.createElement('script');
        element.src = src;
        element.crossOrigin = 'anonymous';
        element.addEventListener('load', () => resolve('loaded'));
        element.addEventListener('error', () => resolve('refused'));
        document.head.append(element);
      }),
    script,
  );
  expect(outcome).toBe('refused');
  expect(await page.evaluate(() => Reflect.get(window, 'tampered') as unknown)).toBeUndefined();
});

test('both versions failing: what is said is how the newest failed', async ({ page, signedIn }) => {
  const told = await failureReports(page);
  const fetched = fetchedFiles(page, entry);
  const { unavailable, retry } = areaPlace(page);
  await deploy(page, 'analytics', await newestCopy(page));
  await page.route(entry, (route) => {
    const isNewest = route.request().url().includes('/newest/');
    return route.fulfill({ status: isNewest ? 404 : 503, body: 'Not now' });
  });
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expect(unavailable).toContainText(explanations.missing);
  expect(told).toEqual([
    expect.stringMatching(/^area analytics@newest load missing: /),
    expect.stringMatching(/^area analytics@(?!newest)\S+ load error: /),
  ]);
  await openReview(page);
  await page.goBack();
  await expect(unavailable).toBeVisible();
  await page.unroute(entry);
  const before = fetched.length;
  await retry.click();
  await expect(shell(page).heading(newest)).toBeVisible();
  expect(fetched.slice(before)).toEqual([expect.stringContaining('/newest/')]);
});

test('a shared package of the shell failing once: a retry has it', async ({ page, signedIn }) => {
  const told = await failureReports(page);
  const { unavailable, retry } = areaPlace(page);
  const charts = await chartFiles(page);
  let isBroken = true;
  await withoutPrevious(page, 'analytics');
  await page.route(
    (url) => charts.includes(url.pathname),
    (route) => (isBroken ? route.fulfill({ status: 503, body: 'Later' }) : route.continue()),
  );
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expect(unavailable).toContainText(explanations.error);
  expect(told.filter((text) => text.startsWith('area analytics@'))).not.toEqual([]);
  await expectUsableShell(page);
  await openReview(page);
  await page.goBack();
  await expect(unavailable).toBeVisible();
  isBroken = false;
  await retry.click();
  await expectAnalytics(page);
  await expect(areaPlace(page).fallback).toHaveCount(0);
});
