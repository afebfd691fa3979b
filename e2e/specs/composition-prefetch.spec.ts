import {
  areaIn,
  changeRegistry,
  chartFiles,
  entry,
  failureReports,
  fetchedFiles,
} from '../commands/areas.ts';
import { loseFiles, lostFiles } from '../commands/file-faults.ts';
import { networkQuiet } from '../commands/quiet.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { areaPlace, expectAnalytics } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

const areaFiles = /^\/areas\//;

const overviewLink = (page: Page) => shell(page).nav.getByRole('link', { name: 'Performance Overview' });

/** A page without an area, from which no area is fetched before somebody means to go there. */
const openNowhere = async (page: Page) => {
  await page.goto('/nowhere');
  await expect(shell(page).notFound).toBeVisible();
  await networkQuiet(page);
};

const means: { name: string; intend: (page: Page) => Promise<unknown> }[] = [
  { name: 'pointed at', intend: (page) => overviewLink(page).hover() },
  { name: 'focused', intend: (page) => overviewLink(page).focus() },
  { name: 'touched', intend: (page) => overviewLink(page).dispatchEvent('touchstart') },
];

for (const { name, intend } of means) {
  test(`a link that is ${name} has its area fetched, and the click fetches no more`, async ({
    page,
    signedIn,
  }) => {
    const fetched = fetchedFiles(page, areaFiles);
    await signedIn('client');
    await openNowhere(page);
    expect(fetched).toEqual([]);
    await intend(page);
    await expect.poll(() => fetched.some((file) => entry.test(file))).toBe(true);
    await networkQuiet(page);
    await expect(shell(page).notFound).toBeVisible();
    const before = fetched.length;
    const shared = await chartFiles(page);
    const later = fetchedFiles(page);
    await overviewLink(page).click();
    await expectAnalytics(page);
    expect(later.filter((file) => shared.includes(file))).toEqual([]);
    expect(fetched).toHaveLength(before);
  });
}

test('a link that the pointer only passes has nothing fetched', async ({ page, signedIn }) => {
  const fetched = fetchedFiles(page, areaFiles);
  await signedIn('client');
  await openNowhere(page);
  await overviewLink(page).evaluate((link) => {
    for (const place of [link, document.body])
      place.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  await page.waitForTimeout(500);
  expect(fetched).toEqual([]);
  await overviewLink(page).hover();
  await expect.poll(() => fetched.length).toBeGreaterThan(0);
});

test('nothing is fetched of what the person may not see', async ({ page, signedIn }) => {
  const fetched = fetchedFiles(page, areaFiles);
  await changeRegistry(page, (registry) => {
    // A link by mistake: the entry is for everybody, its page is not.
    Object.assign(areaIn(registry, 'review').navigation[0] ?? {}, { group: 'Analytics', access: {} });
  });
  await signedIn('client');
  await openNowhere(page);
  const link = shell(page).nav.getByRole('link', { name: 'Review Activities' });
  await link.hover();
  await link.focus();
  await page.waitForTimeout(500);
  expect(fetched).toEqual([]);
});

test('nothing is fetched ahead for who saves data', async ({ page, signedIn }) => {
  const fetched = fetchedFiles(page, areaFiles);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await signedIn('client');
  await openNowhere(page);
  await overviewLink(page).hover();
  await page.waitForTimeout(500);
  expect(fetched).toEqual([]);
  await overviewLink(page).click();
  await expectAnalytics(page);
});

test.describe('what cannot be fetched ahead', () => {
  test.use({ allowedConsole: lostFiles });

  test('is not spoken of before the visit, which asks for it again', async ({ page, signedIn }) => {
    const told = await failureReports(page);
    const { fetched, find } = await loseFiles(page, entry);
    await signedIn('client');
    await openNowhere(page);
    await overviewLink(page).hover();
    await expect.poll(() => fetched.length).toBeGreaterThan(0);
    await networkQuiet(page);
    await expect(areaPlace(page).unavailable).toHaveCount(0);
    expect(told).toEqual([]);
    await find();
    await overviewLink(page).click();
    await expectAnalytics(page);
    expect(told).toEqual([]);
  });
});
