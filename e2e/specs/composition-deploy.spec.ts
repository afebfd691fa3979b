import { copyBundle } from '../commands/area-bundles.ts';
import { areaIn, changeRegistry, failureReports, refreshRegistry, advanceTime } from '../commands/areas.ts';
import type { Area } from '../commands/areas.ts';
import { liveManifest, siteFor, writePackage } from '../commands/site.ts';
import type { Manifest, Site } from '../commands/site.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, areaHost, expectAnalytics, openAnalytics, openReview } from '../pages/areas.page.ts';
import { filterPanel } from '../pages/filter-panel.page.ts';
import { overview } from '../pages/overview.page.ts';
import { shell } from '../pages/shell.page.ts';

/** Builds and deploys another version of the analytics area with its own heading. */
const deployAnalytics = async (page: Page, site: Site, heading: string, change: Partial<Manifest> = {}) => {
  const manifest = await liveManifest(page, 'analytics');
  const build = await copyBundle(page, manifest, heading.replaceAll(/\W/g, ''), (text) =>
    text.replaceAll('"Performance Overview"', `"${heading}"`),
  );
  await site.deploy(writePackage({ ...manifest, ...change }, build));
};

/** Starts work that a reload would lose: opens the filter panel and types part of a name. */
const startTyping = async (page: Page) => {
  await overview(page).filters.click();
  await filterPanel(page).list('Clients').fill('Norva');
};
const expectTyped = async (page: Page) => expect(filterPanel(page).list('Clients')).toHaveValue('Norva');

test(
  'a deploy does not interrupt work in the area; the next visit shows the new version',
  { tag: mainStory },
  async ({ page, signedIn, baseURL }) => {
    const reports = await failureReports(page);
    const site = await siteFor(page, baseURL ?? '');
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expectAnalytics(page);
    await startTyping(page);
    await deployAnalytics(page, site, 'The second overview');
    await advanceTime(page, 1);
    await refreshRegistry(page);
    await expectTyped(page);
    await filterPanel(page).close.click();
    await expectAnalytics(page);

    await test.step('with the back button', async () => {
      await openReview(page);
      await page.goBack();
      await expect(shell(page).heading('The second overview')).toBeVisible();
    });
    await test.step('with a link, before the page has fetched the new registry', async () => {
      await deployAnalytics(page, site, 'The third overview');
      await openReview(page);
      await advanceTime(page, 2);
      await openAnalytics(page);
      await expect(shell(page).heading('The third overview')).toBeVisible();
    });
    await test.step('with the forward button', async () => {
      await deployAnalytics(page, site, 'The fourth overview');
      await page.goBack();
      await expect(shell(page).heading('Review Activities')).toBeVisible();
      await advanceTime(page, 3);
      await page.goForward();
      await expect(shell(page).heading('The fourth overview')).toBeVisible();
    });
    await expect(areaHost(page).mounted).toHaveCount(1);
    await expect(areaHost(page).fallback).toHaveCount(0);
    expect(reports).toEqual([]);
    site.remove();
  },
);

const changes = [
  {
    name: 'moves to another address',
    change: (area: Area) => Object.assign(area.routes[0] ?? {}, { path: '/elsewhere' }),
    expectGone: (page: Page) => expect(shell(page).notFound).toBeVisible(),
  },
  {
    name: 'is restricted to another role',
    change: (area: Area) => Object.assign(area.routes[0] ?? {}, { access: { role: 'SystemAdmin' } }),
    expectGone: (page: Page) => expect(page).toHaveURL('/login'),
  },
];

for (const { name, change, expectGone } of changes) {
  test(`an area that ${name} stays open until the user leaves it`, async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expectAnalytics(page);
    await startTyping(page);
    await changeRegistry(page, (registry) => {
      change(areaIn(registry, 'analytics'));
    });
    await advanceTime(page, 1);
    await refreshRegistry(page);
    await expectTyped(page);
    await filterPanel(page).close.click();
    await expectAnalytics(page);
    await openReview(page);
    await page.goBack();
    await expectGone(page);
    expect(reports).toEqual([]);
  });
}
