import { clients } from '../commands/accounts.ts';
import { copyBundle, handwrittenBundle, serve } from '../commands/area-bundles.ts';
import type { AreaBundle } from '../commands/area-bundles.ts';
import {
  advanceTime,
  areaIn,
  failureReports,
  liveArea,
  liveRegistry,
  showRegistry,
} from '../commands/areas.ts';
import type { Registry } from '../commands/areas.ts';
import { linkTo } from '../commands/dashboard.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, areaHost, expectAnalytics, openAnalytics, openReview } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

/** Gives the page a canary of the analytics area, as the server adds it to the registry. Returns the registry of the page. */
const startCanary = async (
  page: Page,
  { version, ...bundle }: AreaBundle,
  ring: string,
): Promise<Registry> => {
  const registry = await liveRegistry(page);
  areaIn(registry, 'analytics').canary = { ...version, release: '1', ring };
  await serve(page, { version, ...bundle });
  await showRegistry(page, registry);
  return registry;
};

const copyAnalytics = async (page: Page) =>
  copyBundle(page, await liveArea(page, 'analytics'), 'canary', (text) =>
    text.replaceAll('"Performance Overview"', '"The canary overview"'),
  );
const canaryHeading = (page: Page) => shell(page).heading('The canary overview');

test(
  'staff get a canary first; a stopped one is gone with the next navigation',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    const registry = await startCanary(page, await copyAnalytics(page), 'staff');
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expect(canaryHeading(page)).toBeVisible();
    await test.step('the page says why it runs this version', async () => {
      await shell(page).adminMenu.click();
      await page.getByRole('menuitem', { name: 'Developer Panel' }).click();
      await expect(page.getByText(/^A canary for staff, instead of /)).toBeVisible();
      await page.keyboard.press('Escape');
    });
    await test.step('the server learns which canaries this browser gets', async () => {
      expect(await page.evaluate(() => document.cookie)).toContain('readerlens_canaries=analytics.1');
    });
    delete areaIn(registry, 'analytics').canary;
    await openReview(page);
    await openAnalytics(page);
    await expectAnalytics(page);
    expect(reports).toEqual([]);
  },
);

test('others get a canary once its ring is theirs, in a page that is already open', async ({
  page,
  signedIn,
}) => {
  const registry = await startCanary(page, await copyAnalytics(page), 'staff');
  await signedIn('client');
  await page.goto(linkTo({ clients: [clients.aurelis.id], relative: '-90d' }));
  await expectAnalytics(page);
  Object.assign(areaIn(registry, 'analytics').canary ?? {}, { ring: '100' });
  await advanceTime(page, 1);
  await shell(page).nav.getByRole('link', { name: 'Notification Dashboard' }).click();
  await expect(shell(page).heading('Notification Dashboard')).toBeVisible();
  await openAnalytics(page);
  await expect(canaryHeading(page)).toBeVisible();
});

test('the deployed version takes over from a canary that fails', async ({ page, signedIn }) => {
  const reports = await failureReports(page);
  const broken = handwrittenBundle(await liveArea(page, 'analytics'), 'broken', {
    mount: "throw new Error('The canary is broken.')",
  });
  await startCanary(page, broken, 'staff');
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expectAnalytics(page);
  await expect(areaHost(page).fallback).toBeVisible();
  expect(reports).toEqual([expect.stringContaining('The canary is broken.')]);
});
