import { copyOf } from '../commands/area-bundles.ts';
import { areaIn, changeRegistry, failureReports, followRegistry, letTimePass } from '../commands/areas.ts';
import type { Area } from '../commands/areas.ts';
import { liveManifest, siteFor, writePackage } from '../commands/site.ts';
import type { Manifest, Site } from '../commands/site.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, areaPlace, expectAnalytics, openAnalytics, openReview } from '../pages/areas.page.ts';
import { filterPanel } from '../pages/filter-panel.page.ts';
import { overview } from '../pages/overview.page.ts';
import { shell } from '../pages/shell.page.ts';

/** Builds and deploys another version of the analytics area, to be told apart by its heading. */
const deployAnalytics = async (page: Page, site: Site, heading: string, change: Partial<Manifest> = {}) => {
  const manifest = await liveManifest(page, 'analytics');
  const build = await copyOf(page, manifest, heading.replaceAll(/\W/g, ''), (text) =>
    text.replaceAll('"Performance Overview"', `"${heading}"`),
  );
  await site.deploy(writePackage({ ...manifest, ...change }, build));
};

/** What a person has begun: the filter panel is open, and the beginning of a name is typed. */
const typeInto = async (page: Page) => {
  await overview(page).filters.click();
  await filterPanel(page).list('Clients').fill('Norva');
};
const expectTyped = async (page: Page) => expect(filterPanel(page).list('Clients')).toHaveValue('Norva');

test('a deploy takes nothing from who works in the area; the next way into it brings the new version', async ({
  page,
  signedIn,
  baseURL,
}) => {
  const told = await failureReports(page);
  const site = await siteFor(page, baseURL ?? '');
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expectAnalytics(page);
  await typeInto(page);
  await deployAnalytics(page, site, 'The second overview');
  await letTimePass(page, 1);
  await followRegistry(page);
  await expectTyped(page);
  await filterPanel(page).close.click();
  await expectAnalytics(page);

  await test.step('by the way back', async () => {
    await openReview(page);
    await page.goBack();
    await expect(shell(page).heading('The second overview')).toBeVisible();
  });
  await test.step('by a link, although the page has not heard of the deploy', async () => {
    await deployAnalytics(page, site, 'The third overview');
    await openReview(page);
    await letTimePass(page, 2);
    await openAnalytics(page);
    await expect(shell(page).heading('The third overview')).toBeVisible();
  });
  await test.step('by the way forward', async () => {
    await deployAnalytics(page, site, 'The fourth overview');
    await page.goBack();
    await expect(shell(page).heading('Review Activities')).toBeVisible();
    await letTimePass(page, 3);
    await page.goForward();
    await expect(shell(page).heading('The fourth overview')).toBeVisible();
  });
  await expect(areaPlace(page).mounted).toHaveCount(1);
  await expect(areaPlace(page).fallback).toHaveCount(0);
  expect(told).toEqual([]);
  site.remove();
});

const changes = [
  {
    name: 'moves its address',
    change: (area: Area) => Object.assign(area.routes[0] ?? {}, { path: '/elsewhere' }),
    expectGone: (page: Page) => expect(shell(page).notFound).toBeVisible(),
  },
  {
    name: 'is for others from now on',
    change: (area: Area) => Object.assign(area.routes[0] ?? {}, { access: { role: 'SystemAdmin' } }),
    expectGone: (page: Page) => expect(page).toHaveURL('/login'),
  },
];

for (const { name, change, expectGone } of changes) {
  test(`an area that ${name} stays for who works in it, until it is left`, async ({ page, signedIn }) => {
    const told = await failureReports(page);
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expectAnalytics(page);
    await typeInto(page);
    await changeRegistry(page, (registry) => {
      change(areaIn(registry, 'analytics'));
    });
    await letTimePass(page, 1);
    await followRegistry(page);
    await expectTyped(page);
    await filterPanel(page).close.click();
    await expectAnalytics(page);
    await openReview(page);
    await page.goBack();
    await expectGone(page);
    expect(told).toEqual([]);
  });
}
