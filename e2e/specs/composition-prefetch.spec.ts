import {
  areaIn,
  changeRegistry,
  chartFiles,
  entry,
  failureReports,
  fetchedFiles,
} from '../commands/areas.ts';
import { failFiles, fileErrors } from '../commands/file-faults.ts';
import { waitForQuiet } from '../commands/network.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { areaHost, expectAnalytics } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

const areaFiles = /^\/areas\//;

const overviewLink = (page: Page) => shell(page).nav.getByRole('link', { name: 'Performance Overview' });

/** Lets the time pass after which a link with the pointer or the focus is prefetched. Needs the page's clock. */
const passHoverTime = async (page: Page) => {
  await page.clock.runFor(1_000);
  await waitForQuiet(page);
};

/** Opens a page without an area, where nothing is prefetched yet. */
const openNowhere = async (page: Page) => {
  await page.goto('/nowhere');
  await expect(shell(page).notFound).toBeVisible();
  await waitForQuiet(page);
};

/** Expects the area's files to be prefetched, without a visit. */
const expectPrefetched = async (page: Page, fetched: string[]) => {
  await expect.poll(() => fetched.some((file) => entry.test(file))).toBe(true);
  await waitForQuiet(page);
  await expect(shell(page).notFound).toBeVisible();
};

test(
  'a hovered link prefetches its area, and the click fetches nothing more',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const fetched = fetchedFiles(page, areaFiles);
    await signedIn('client');
    await openNowhere(page);
    expect(fetched).toEqual([]);
    await overviewLink(page).hover();
    await expectPrefetched(page, fetched);
    const before = fetched.length;
    const shared = await chartFiles(page);
    const later = fetchedFiles(page);
    await overviewLink(page).click();
    await expectAnalytics(page);
    expect(later.filter((file) => shared.includes(file))).toEqual([]);
    expect(fetched).toHaveLength(before);
  },
);

test('a focused or touched link prefetches its area', async ({ page, signedIn }) => {
  const fetched = fetchedFiles(page, areaFiles);
  const link = overviewLink(page);
  await signedIn('client');
  for (const intend of [() => link.focus(), () => link.dispatchEvent('touchstart')]) {
    await openNowhere(page);
    expect(fetched).toEqual([]);
    await intend();
    await expectPrefetched(page, fetched);
    fetched.length = 0;
  }
});

test('nothing is prefetched when the pointer only crosses a link', async ({ page, signedIn }) => {
  const fetched = fetchedFiles(page, areaFiles);
  await page.clock.install();
  await signedIn('client');
  await openNowhere(page);
  await overviewLink(page).evaluate((link) => {
    for (const element of [link, document.body])
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  await passHoverTime(page);
  expect(fetched).toEqual([]);
  await overviewLink(page).hover();
  await expect.poll(() => fetched.length).toBeGreaterThan(0);
});

test('areas without access are not prefetched', async ({ page, signedIn }) => {
  const fetched = fetchedFiles(page, areaFiles);
  await changeRegistry(page, (registry) => {
    // A misconfigured menu entry: visible to everyone, unlike its page.
    Object.assign(areaIn(registry, 'review').navigation[0] ?? {}, { group: 'Analytics', access: {} });
  });
  await page.clock.install();
  await signedIn('client');
  await openNowhere(page);
  const link = shell(page).nav.getByRole('link', { name: 'Review Activities' });
  await link.hover();
  await link.focus();
  await passHoverTime(page);
  expect(fetched).toEqual([]);
});

test('nothing is prefetched with the data saver on', async ({ page, signedIn }) => {
  const fetched = fetchedFiles(page, areaFiles);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.clock.install();
  await signedIn('client');
  await openNowhere(page);
  await overviewLink(page).hover();
  await passHoverTime(page);
  expect(fetched).toEqual([]);
  await overviewLink(page).click();
  await expectAnalytics(page);
});

test.describe('a failed prefetch', () => {
  test.use({ allowedConsole: fileErrors });

  test('is not reported, and the visit fetches the files again', async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    const { fetched, restore } = await failFiles(page, entry);
    await signedIn('client');
    await openNowhere(page);
    await overviewLink(page).hover();
    await expect.poll(() => fetched.length).toBeGreaterThan(0);
    await waitForQuiet(page);
    await expect(areaHost(page).unavailable).toHaveCount(0);
    expect(reports).toEqual([]);
    await restore();
    await overviewLink(page).click();
    await expectAnalytics(page);
    expect(reports).toEqual([]);
  });
});
