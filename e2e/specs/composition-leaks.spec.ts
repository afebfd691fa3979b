import { areaIn, changeRegistry, failureReports } from '../commands/areas.ts';
import { countTimers, resourceMeter } from '../commands/leaks.ts';
import type { PageResources } from '../commands/leaks.ts';
import { waitForNetworkIdle } from '../commands/network.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, areaHost } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

const names = ['Review Activities', 'Performance Overview'] as const;

/** Switches between areas and waits for each unless `hurry` is set. Ends in the first area, fully loaded. */
const switchAreas = async (page: Page, times: number, { hurry = false } = {}) => {
  const { nav, heading } = shell(page);
  for (let turn = 0; turn < times; turn += 1) {
    const name = names[turn % 2] ?? '';
    await nav.getByRole('link', { name }).dispatchEvent('click');
    if (!hurry) await expect(heading(name)).toBeVisible();
  }
  await expect(heading(names[1])).toBeVisible();
  await waitForNetworkIdle(page);
  // React keeps a second copy of whatever has rendered twice. How much had, depends on the time of the responses.
  for (const name of [names[1], names[1]]) await nav.getByRole('link', { name }).dispatchEvent('click');
};

/** Measures the resources once they no longer change. */
const settledResources = async (measure: () => Promise<PageResources>): Promise<PageResources> => {
  let last = await measure();
  await expect(async () => {
    const previous = last;
    last = await measure();
    expect(last.nodes).toBe(previous.nodes);
    expect(Math.abs(last.objects - previous.objects)).toBeLessThan(last.objects / 500);
  }).toPass({ intervals: [3_000] });
  return last;
};

/** Expects no growth, with small tolerances. */
const expectNoGrowth = (now: PageResources, before: PageResources) => {
  expect(now.documents).toBe(before.documents);
  expect(now.listeners).toBeLessThanOrEqual(before.listeners);
  expect(now.timers).toBeLessThanOrEqual(before.timers);
  // For an element that is being removed, such as a tooltip.
  expect(now.nodes).toBeLessThanOrEqual(before.nodes + 20);
  // For bounded caches that are not full yet, such as the load times of the last twenty visits.
  expect(now.objects).toBeLessThanOrEqual(before.objects * 1.01);
};

test('fifty switches between areas, and fifty faster than they mount, leak nothing', async ({
  page,
  signedIn,
}) => {
  // 130 mounts and several heap snapshots take half a minute, or several minutes on shared cores.
  test.setTimeout(600_000);
  const reports = await failureReports(page);
  await changeRegistry(page, (registry) => {
    Object.assign(areaIn(registry, 'review').navigation[0] ?? {}, { group: 'Analytics' });
    Object.assign(areaIn(registry, 'analytics').navigation[0] ?? {}, { to: analyticsPage });
  });
  await countTimers(page);
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  const measure = await resourceMeter(page);
  // Fills caches of the last twenty items.
  await switchAreas(page, 30);
  const before = await settledResources(measure);
  for (const hurry of [false, true]) {
    await switchAreas(page, 50, { hurry });
    // Data that was loaded again holds timers until it is stale, a minute later.
    await expect(async () => expectNoGrowth(await measure(), before)).toPass({ timeout: 120_000 });
  }
  await expect(areaHost(page).mounted).toHaveCount(1);
  expect(reports).toEqual([]);
});
