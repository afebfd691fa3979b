import { copyBundle, deploy, scriptBundle, withoutPrevious } from '../commands/area-bundles.ts';
import {
  areaReports,
  chartFiles,
  chunk,
  entry,
  failureReports,
  fetchedFiles,
  liveArea,
} from '../commands/areas.ts';
import { stopClock } from '../commands/clock.ts';
import { failureMessages, failFiles, fileErrors } from '../commands/file-faults.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import {
  analyticsPage,
  areaHost,
  expectAnalytics,
  expectUsableShell,
  openAnalytics,
  openReview,
} from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

test.use({ allowedConsole: fileErrors });

const newest = 'The newest Performance Overview';

/** A copy of the deployed version with another heading. */
const newestCopy = async (page: Page, name = 'newest') =>
  copyBundle(page, await liveArea(page, 'analytics'), name, (text) =>
    text.replaceAll('"Performance Overview"', `"${newest}"`),
  );

const scripts = [
  { file: 'entry', files: entry, ofNewest: /\/analytics\/newest\/remoteEntry\.js/ },
  { file: 'chunk', files: chunk, ofNewest: /\/analytics\/newest\/area\./ },
];

const loadReport = (kind: string) => expect.stringMatching(new RegExp(`^area analytics@\\S+ load ${kind}: `));

for (const { file, files, ofNewest } of scripts) {
  test(`failing ${file}: only its area is affected, and each retry fetches it again`, async ({
    page,
    signedIn,
  }) => {
    const reports = await failureReports(page);
    const { unavailable, retry } = areaHost(page);
    await withoutPrevious(page, 'analytics');
    const { restore, forEachOtherFault } = await failFiles(page, files);
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expect(unavailable).toContainText(failureMessages.missing);
    await expect.poll(() => reports).toEqual([loadReport('missing')]);
    await forEachOtherFault(async ({ kind }) => {
      const before = reports.length;
      await retry.click();
      await expect.poll(() => reports.length).toBe(before + 1);
      await expect(unavailable).toContainText(failureMessages[kind]);
      expect(reports.at(-1)).toEqual(loadReport(kind));
    });
    await expectUsableShell(page);
    await openReview(page);
    await page.goBack();
    await expect(unavailable).toBeVisible();
    await restore();
    await retry.click();
    await expectAnalytics(page);
  });

  test(`failing ${file}: falls back to the previous version until the newest loads`, async ({
    page,
    signedIn,
  }) => {
    const reports = await failureReports(page);
    const { fallback, retryLatest } = areaHost(page);
    await deploy(page, 'analytics', await newestCopy(page));
    const { fetched, restore, forEachOtherFault } = await failFiles(page, ofNewest);
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    await expect.poll(() => reports).toEqual([loadReport('missing')]);
    await forEachOtherFault(async ({ kind }) => {
      const before = reports.length;
      await retryLatest.click();
      await expect.poll(() => reports.length).toBe(before + 1);
      await expect(fallback).toBeVisible();
      await expectAnalytics(page);
      expect(reports.at(-1)).toEqual(loadReport(kind));
    });
    await test.step('the next visit does not retry it', async () => {
      const before = fetched.length;
      await openReview(page);
      await openAnalytics(page);
      await expectAnalytics(page);
      await expect(fallback).toBeVisible();
      expect(fetched).toHaveLength(before);
    });
    await restore();
    await retryLatest.click();
    await expect(shell(page).heading(newest)).toBeVisible();
    await expect(fallback).toHaveCount(0);
    await expect.poll(() => reports).toHaveLength(4);
  });
}

/** Never responds. */
const hang = () => {};

for (const { file, files, ofNewest } of scripts) {
  const report = loadReport('timeout');

  test(`hanging ${file}: words and a way out after 3 seconds, an error after 120, and a retry fetches it again`, async ({
    page,
    signedIn,
  }) => {
    const reports = await areaReports(page);
    const { unavailable, loading, stillLoading, retry } = areaHost(page);
    await withoutPrevious(page, 'analytics');
    await page.route(files, hang);
    await page.clock.install();
    await signedIn('reviewer');
    await page.goto(analyticsPage, { waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    await page.clock.fastForward(3_000);
    await expect(stillLoading).toBeVisible();
    await expectUsableShell(page);
    await test.step('trying again requests it anew, and leaving works', async () => {
      const requested = page.waitForRequest(files);
      await retry.click();
      await requested;
      // Stopped after the delay of the spinner.
      await stopClock(page);
      await expect.poll(reports).toEqual([report]);
      await expect(loading).toBeVisible();
      await page.clock.fastForward(3_000);
      await expect(stillLoading).toBeVisible();
    });
    await page.clock.fastForward(100_000);
    await expect(stillLoading).toBeVisible();
    await page.clock.fastForward(18_000);
    await page.clock.resume();
    await expect(unavailable).toContainText(failureMessages.timeout);
    await expect.poll(reports).toEqual([report, report]);
    await openReview(page);
    await page.goBack({ waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    await page.clock.fastForward(121_000);
    await expect(unavailable).toBeVisible();
    await page.unroute(files);
    await retry.click();
    await expectAnalytics(page);
    await expect.poll(reports).toEqual([report, report, report]);
  });

  test(`hanging ${file}: falls back to the previous version after 20 seconds`, async ({ page, signedIn }) => {
    const reports = await areaReports(page);
    const { loading, fallback, retryLatest } = areaHost(page);
    await deploy(page, 'analytics', await newestCopy(page));
    await page.route(ofNewest, hang);
    await page.clock.install();
    await signedIn('reviewer');
    await page.goto(analyticsPage, { waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    await stopClock(page);
    await page.clock.fastForward(12_000);
    await expect(areaHost(page).stillLoading).toBeVisible();
    await page.clock.fastForward(9_000);
    await page.clock.resume();
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    await expect.poll(reports).toEqual([report]);
    await openReview(page);
    await openAnalytics(page);
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    await expect.poll(reports).toHaveLength(1);
    await page.unroute(ofNewest);
    await retryLatest.click();
    await expect(shell(page).heading(newest)).toBeVisible();
    await expect.poll(reports).toHaveLength(1);
  });
}

const buildScript = (name: string, script: (container: string) => string) => async (page: Page) =>
  scriptBundle(await liveArea(page, 'analytics'), name, script);

/** Versions whose files load but are not a valid area. */
const brokenVersions = [
  {
    name: 'an entry of another script',
    bundle: buildScript('something', () => 'window.somethingElse = 1;'),
  },
  {
    name: 'an area without lifecycles',
    bundle: buildScript(
      'empty',
      (container) => `var ${container} = { init() {}, async get() { return () => ({}); } };`,
    ),
  },
  {
    name: 'an entry that throws',
    bundle: buildScript('throwing', () => `throw new Error('A broken entry');`),
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

test.describe('broken versions', () => {
  test.use({ allowedConsole: /A broken entry/ });
  const [first, ...others] = brokenVersions;

  test('only their area is affected, and a retry loads the latest deploy', async ({ page, signedIn }) => {
    const reports = await areaReports(page);
    const { unavailable, retry } = areaHost(page);
    if (first) await deploy(page, 'analytics', await first.bundle(page), { previous: false });
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expect(unavailable).toContainText(failureMessages.error);
    await expect.poll(reports).toEqual([expect.stringMatching(/^area analytics@something load error: /)]);
    for (const { name, bundle } of others) {
      await test.step(name, async () => {
        const broken = await bundle(page);
        await deploy(page, 'analytics', broken, { previous: false });
        await retry.click();
        await expect.poll(() => reports().at(-1)).toContain(`@${broken.version.version} load error: `);
        await expect(unavailable).toContainText(failureMessages.error);
      });
    }
    await openReview(page);
    await page.goBack();
    await expect(unavailable).toBeVisible();
    await deploy(page, 'analytics', await newestCopy(page), { previous: false });
    await retry.click();
    await expect(shell(page).heading(newest)).toBeVisible();
    await expect.poll(reports).toHaveLength(brokenVersions.length + 1);
  });

  test('the previous version takes over', { tag: mainStory }, async ({ page, signedIn }) => {
    const reports = await areaReports(page);
    const { fallback, retryLatest } = areaHost(page);
    if (first) await deploy(page, 'analytics', await first.bundle(page));
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    for (const { name, bundle } of others) {
      await test.step(name, async () => {
        const broken = await bundle(page);
        await deploy(page, 'analytics', broken);
        await retryLatest.click();
        await expect.poll(() => reports().at(-1)).toContain(`@${broken.version.version} load error: `);
        await expectAnalytics(page);
        await expect(fallback).toBeVisible();
      });
    }
    await expect.poll(reports).toHaveLength(brokenVersions.length);
    await deploy(page, 'analytics', await newestCopy(page));
    await retryLatest.click();
    await expect(shell(page).heading(newest)).toBeVisible();
    await expect(fallback).toHaveCount(0);
  });
});

test('the page blocks a script without integrity', { tag: mainStory }, async ({ page, signedIn }) => {
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
        element.addEventListener('error', () => resolve('blocked'));
        document.head.append(element);
      }),
    script,
  );
  expect(outcome).toBe('blocked');
  expect(await page.evaluate(() => Reflect.get(window, 'tampered') as unknown)).toBeUndefined();
});

test('if both versions fail, the error is that of the newest', async ({ page, signedIn }) => {
  const reports = await failureReports(page);
  const fetched = fetchedFiles(page, entry);
  const { unavailable, retry } = areaHost(page);
  await deploy(page, 'analytics', await newestCopy(page));
  await page.route(entry, (route) => {
    const isNewest = route.request().url().includes('/newest/');
    return route.fulfill({ status: isNewest ? 404 : 503, body: 'Not now' });
  });
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expect(unavailable).toContainText(failureMessages.missing);
  await expect
    .poll(() => reports)
    .toEqual([
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

test('a retry loads a shared package that failed before', async ({ page, signedIn }) => {
  const reports = await failureReports(page);
  const { unavailable, retry } = areaHost(page);
  const charts = await chartFiles(page);
  let isBroken = true;
  await withoutPrevious(page, 'analytics');
  await page.route(
    (url) => charts.includes(url.pathname),
    (route) => (isBroken ? route.fulfill({ status: 503, body: 'Later' }) : route.continue()),
  );
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expect(unavailable).toContainText(failureMessages.error);
  await expect.poll(() => reports.filter((text) => text.startsWith('area analytics@'))).not.toEqual([]);
  await expectUsableShell(page);
  await openReview(page);
  await page.goBack();
  await expect(unavailable).toBeVisible();
  isBroken = false;
  await retry.click();
  await expectAnalytics(page);
  await expect(areaHost(page).fallback).toHaveCount(0);
});
