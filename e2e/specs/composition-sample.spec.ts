import { callAs, fetchToken, signIn } from '../commands/api.ts';
import { rebuiltBundle, serve, pickVersion } from '../commands/area-bundles.ts';
import type { AreaBundle } from '../commands/area-bundles.ts';
import {
  areaIn,
  failureReports,
  refreshRegistry,
  advanceTime,
  liveRegistry,
  showRegistry,
} from '../commands/areas.ts';
import type { Area } from '../commands/areas.ts';
import { failureMessages, failFiles, fileErrors } from '../commands/file-faults.ts';
import {
  newSite,
  registerArea,
  sampleArea,
  serveSite,
  siteFiles,
  siteFor,
  siteManifest,
  writePackage,
} from '../commands/site.ts';
import type { Site } from '../commands/site.ts';
import { createUser, register } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { accountPage, openAccount } from '../pages/account.page.ts';
import { areaHost, expectUsableShell, openReview } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

// The sample area has what the real areas lack: a stylesheet, a lazy screen, a button that makes it fail. One worker
// builds it.
test.describe.configure({ mode: 'default' });

test.use({ allowedConsole: fileErrors });

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
  rebuiltBundle(sampleIn(site), siteFiles(site, sampleIn(site)), 'newest', (text) =>
    text
      .replaceAll('"Sample"', '"The newest Sample"')
      .replaceAll('"Late screen"', '"The newest late screen"'),
  );

/** Adds the sample area to the page's registry: alone, or with a newest version that falls back to it. */
const showSample = async (page: Page, newest?: AreaBundle) => {
  const area = sampleIn(site);
  const registry = await liveRegistry(page);
  registry.areas.push(newest ? { ...area, ...newest.version, previous: pickVersion(area) } : area);
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

test(
  'the sample area works, with its stylesheet and lazy screen',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    await showSample(page);
    await signedIn('reviewer');
    await page.goto('/nowhere');
    await shell(page).nav.getByRole('link', { name: 'Sample' }).click();
    await expectStyled(page);
    await test.step('its stylesheet applies inside of it only', async () => {
      await expect(shell(page).nav.getByRole('link', { name: 'Sample' })).toHaveCSS('text-indent', '0px');
      await expect(page.locator('body')).toHaveCSS('text-indent', '0px');
      await expect(page.locator('html')).toHaveCSS('text-indent', '0px');
    });
    await sample(page).lateLink.click();
    await expect(sample(page).late).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expectStyled(page);
    expect(reports).toEqual([]);
  },
);

test('failing stylesheet: only its area is affected, and each retry fetches it again', async ({
  page,
  signedIn,
}) => {
  const reports = await failureReports(page);
  const { unavailable, retry } = areaHost(page, 'Sample');
  await showSample(page);
  const { restore, forEachOtherFault } = await failFiles(page, style);
  await signedIn('reviewer');
  await page.goto('/sample');
  await expect(unavailable).toContainText(failureMessages.missing);
  await expect.poll(() => reports).toEqual([loadReport('missing')]);
  await forEachOtherFault(async ({ kind }) => {
    const before = reports.length;
    await retry.click();
    await expect.poll(() => reports.length).toBe(before + 1);
    await expect(unavailable).toContainText(failureMessages[kind]);
    expect(reports.at(-1)).toEqual(loadReport(kind));
  });
  await openReview(page);
  await page.goBack();
  await expect(unavailable).toBeVisible();
  await restore();
  await retry.click();
  await expectStyled(page);
});

test('failing stylesheet: the previous version takes over', async ({ page, signedIn }) => {
  const reports = await failureReports(page);
  const { fallback, retryLatest } = areaHost(page, 'Sample');
  await showSample(page, newestCopy());
  const { restore, forEachOtherFault } = await failFiles(page, newestStyle);
  await signedIn('reviewer');
  await page.goto('/sample');
  await expectStyled(page);
  await forEachOtherFault(async ({ kind }) => {
    await retryLatest.click();
    await expect.poll(() => reports.at(-1)).toEqual(loadReport(kind));
    await expect(fallback).toBeVisible();
    await expectStyled(page);
  });
  await expect.poll(() => reports).toHaveLength(4);
  await restore();
  await retryLatest.click();
  await expect(shell(page).heading('The newest Sample')).toHaveCSS('letter-spacing', '7px');
  await expect(fallback).toHaveCount(0);
});

test('hanging stylesheet: an error after 120 seconds, and a retry fetches it again', async ({
  page,
  signedIn,
}) => {
  const reports = await failureReports(page);
  const { loading, unavailable, retry } = areaHost(page, 'Sample');
  await showSample(page);
  await page.route(style, () => {});
  await page.clock.install();
  await signedIn('reviewer');
  await page.goto('/sample', { waitUntil: 'commit' });
  await expect(loading).toBeVisible();
  await expectUsableShell(page);
  await page.clock.fastForward(121_000);
  await expect(unavailable).toBeVisible();
  // A pending fetch of the registry may time out as well.
  await expect
    .poll(() => reports.filter((line) => line.startsWith('area ')))
    .toEqual([expect.stringMatching(/^area sample@\S+ load timeout: /)]);
  await page.unroute(style);
  await retry.click();
  await expectStyled(page);
});

const lateChunk = /\/areas\/sample\/[^/]+\/late\.[^/]+\.js/;
const newestLateChunk = /\/areas\/sample\/newest\/late\.[^/]+\.js/;

test.describe('a lazy screen whose chunk fails', () => {
  test.use({ allowedConsole: /Failed to load resource|digest|ChunkLoadError|Loading chunk late failed/ });

  test('the area shows an error, and each retry fetches it again', async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    const alert = page.getByRole('main').getByRole('alert');
    const { retry } = areaHost(page);
    await showSample(page);
    await signedIn('reviewer');
    await page.goto('/sample');
    await expect(sample(page).heading).toBeVisible();
    const { restore, forEachOtherFault } = await failFiles(page, lateChunk);
    await sample(page).lateLink.click();
    await expect(alert).toBeVisible();
    await expect.poll(() => reports).toEqual([runReport('missing')]);
    await forEachOtherFault(async ({ kind }) => {
      const before = reports.length;
      await retry.click();
      await expect.poll(() => reports.length).toBe(before + 1);
      expect(reports.at(-1)).toEqual(runReport(kind));
      await expect(alert).toBeVisible();
    });
    await openReview(page);
    await page.goBack();
    await expect(alert).toBeVisible();
    await restore();
    await retry.click();
    await expect(sample(page).late).toBeVisible();
  });

  test('the previous version takes over, at the same address', async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    const { fallback, retryLatest } = areaHost(page, 'Sample');
    await showSample(page, newestCopy());
    await signedIn('reviewer');
    await page.goto('/sample');
    await expect(shell(page).heading('The newest Sample')).toBeVisible();
    const { restore, forEachOtherFault } = await failFiles(page, newestLateChunk);
    await page.getByRole('link', { name: 'The newest late screen' }).click();
    await expect(sample(page).late).toBeVisible();
    await expect(fallback).toBeVisible();
    await expect.poll(() => reports).toEqual([runReport('missing')]);
    await forEachOtherFault(async ({ kind }) => {
      await retryLatest.click();
      await expect.poll(() => reports.at(-1)).toEqual(runReport(kind));
      await expect(fallback).toBeVisible();
    });
    await restore();
    await retryLatest.click();
    await expect(shell(page).heading('The newest late screen')).toBeVisible();
  });
});

test.describe('a screen that throws during use', () => {
  test.use({ allowedConsole: /The sample broke/ });

  test('its area shows an error and a retry restores it; the shell keeps working', async ({
    page,
    signedIn,
  }) => {
    const reports = await failureReports(page);
    const alert = page.getByRole('main').getByRole('alert');
    await showSample(page);
    await signedIn('reviewer');
    await page.goto('/sample');
    await sample(page).breakIt.click();
    await expect(alert).toContainText('The sample broke');
    await expect
      .poll(() => reports)
      .toEqual([expect.stringMatching(/^area sample@\S+ run error: The sample broke$/)]);
    await expectUsableShell(page);
    await page.evaluate(() => Reflect.set(window, 'e2eRepaired', true));
    await areaHost(page).retry.click();
    await expectStyled(page);
    await openReview(page);
    await page.goBack();
    await expectStyled(page);
    await expect.poll(() => reports).toHaveLength(1);
  });

  test('the previous version takes over', async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    const { fallback, mounted } = areaHost(page, 'Sample');
    await showSample(page, newestCopy());
    await signedIn('reviewer');
    await page.goto('/sample');
    await sample(page).breakIt.click();
    await expectStyled(page);
    await expect(fallback).toBeVisible();
    await expect(mounted).toHaveCount(1);
    await expect.poll(() => reports).toEqual(['area sample@newest run error: The sample broke']);
    await openReview(page);
    await page.goBack();
    await expectStyled(page);
    await expect(fallback).toBeVisible();
  });
});

test('an administrator gives a user a permission that an area declares, which opens its page', async ({
  page,
  request,
  signedIn,
}) => {
  const access = { claim: 'area:permits:open' };
  const area = {
    ...sampleIn(site),
    id: 'permits',
    name: 'Permits',
    routes: [{ path: '/sample', title: 'Sample', access }],
    navigation: [{ group: 'Analytics', label: 'Sample', to: '/sample', order: 90, access }],
    claims: [{ name: 'open', label: 'Open the sample', description: 'Shows its page in the menu.' }],
  };
  const remove = registerArea(area);
  const user = await createUser(request);
  const enter = async (token: string, path: string) => {
    await page.evaluate((value) => localStorage.setItem('jwt_token', value), token);
    await page.goto(path);
  };
  try {
    await serveSite(page, site);
    await expect
      .poll(() => callAs<object[]>(request, 'admin', 'GET', '/api/areas/claims'))
      .toContainEqual(expect.objectContaining({ area: 'permits' }));
    const before = await register(request, user);
    await signedIn('admin');
    await openAccount(page, user.id);

    await test.step('without it the page says why it is closed', async () => {
      await enter(before, '/sample');
      await expect(page.getByText('Insufficient privileges')).toBeVisible();
    });
    await test.step('in the form of the account, below the name of the area', async () => {
      await enter(await fetchToken(request, 'admin'), `/admin/user/${user.id}`);
      const permits = page.getByRole('group', { name: 'Permits' });
      await permits.getByRole('switch', { name: 'Open the sample' }).check();
      await accountPage(page).save.click();
      await expect(shell(page).toast('User was successfully updated 👍')).toBeVisible();
    });
    await test.step('the user finds the page in the menu', async () => {
      await enter(await signIn(request, user.email), '/nowhere');
      await shell(page).nav.getByRole('link', { name: 'Sample' }).click();
      await expect(sample(page).heading).toBeVisible();
    });
  } finally {
    remove();
  }
});

const sampleLink = (page: Page) => shell(page).nav.getByRole('link', { name: 'Sample', exact: true });

test(
  'a new area appears without a reload, in the sidebar and at its route',
  { tag: mainStory },
  async ({ page, signedIn, baseURL }) => {
    const reports = await failureReports(page);
    const own = await siteFor(page, baseURL ?? '');
    await signedIn('reviewer');
    await page.goto('/sample');
    await expect(shell(page).notFound).toBeVisible();
    await expect(sampleLink(page)).toHaveCount(0);
    await own.deploy(sampleArea);
    await advanceTime(page, 1);
    await refreshRegistry(page);
    await expectStyled(page);
    await expect(sampleLink(page)).toHaveAttribute('aria-current', 'page');
    await test.step('with the icon that it brings', async () => {
      const { icon } = siteManifest(own, 'sample').navigation[0] as { icon: string };
      await expect(sampleLink(page).locator(`path[d="${icon}"]`)).toBeVisible();
    });

    await test.step('a page added by the next version can be visited from the previous version', async () => {
      const manifest = siteManifest(own, 'sample');
      const more = { path: '/more', title: 'More', access: {} };
      const navigation = [...manifest.navigation, { ...manifest.navigation[0], label: 'More', to: '/more' }];
      const next = { ...manifest, routes: [...manifest.routes, more], navigation };
      // The late screen has another route in this version.
      const build = rebuiltBundle(manifest, siteFiles(own, manifest), 'second', (text) =>
        text.replaceAll('"/sample/late"', '"/more"'),
      );
      await page.getByLabel('Note').fill('Typed before the deploy');
      await own.deploy(writePackage(next, build));
      await advanceTime(page, 2);
      await refreshRegistry(page);
      await expect(page.getByLabel('Note')).toHaveValue('Typed before the deploy');
      await test.step('the running version still loads its own chunks', async () => {
        await sample(page).lateLink.click();
        await expect(sample(page).late).toBeVisible();
        await expect(page).toHaveURL('/sample/late');
      });
      await shell(page).nav.getByRole('link', { name: 'More' }).click();
      await expect(sample(page).late).toBeVisible();
      await expect(page).toHaveURL('/more');
    });
    await expect(areaHost(page).mounted).toHaveCount(1);
    expect(reports).toEqual([]);
    own.remove();
  },
);
