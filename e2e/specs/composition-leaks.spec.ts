import { areaIn, changeRegistry, failureReports } from '../commands/areas.ts';
import { longestTimeout } from '../commands/deadlines.ts';
import { countTimers, resourceMeter, waitForAreaSteps } from '../commands/leaks.ts';
import type { PageResources } from '../commands/leaks.ts';
import { waitForQuiet } from '../commands/network.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, areaHost } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

/** A leak of one node, listener or timer per switch exceeds the tolerances. Even, to end in the same area. */
const switches = process.env.SOAK ? 50 : 20;

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
  await waitForQuiet(page);
  // React keeps a second copy of whatever has rendered twice. How much had, depends on the time of the responses.
  for (const name of [names[1], names[1]]) await nav.getByRole('link', { name }).dispatchEvent('click');
  await waitForQuiet(page);
  await waitForAreaSteps(page);
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
  expect(now.nodes).toBeLessThanOrEqual(before.nodes + 8);
  // For bounded caches that are not full yet, such as the load times of the last twenty visits.
  expect(now.objects).toBeLessThanOrEqual(before.objects * 1.01);
};

test('many switches between areas, and many faster than they mount, leak nothing', async ({
  page,
  signedIn,
}) => {
  test.setTimeout(longestTimeout);
  const reports = await failureReports(page);
  await changeRegistry(page, (registry) => {
    Object.assign(areaIn(registry, 'review').navigation[0] ?? {}, { group: 'Analytics' });
    Object.assign(areaIn(registry, 'analytics').navigation[0] ?? {}, { to: analyticsPage });
  });
  await page.clock.install();
  await countTimers(page);
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  const measure = await resourceMeter(page);
  // Fills caches of the last twenty items.
  await switchAreas(page, 20);
  const before = await settledResources(measure);
  for (const hurry of [false, true]) {
    await switchAreas(page, switches, { hurry });
    // Data that was loaded again holds timers until it is stale, a minute later.
    await page.clock.fastForward(61_000);
    await expect(async () => {
      try {
        expectNoGrowth(await measure(), before);
      } catch (error) {
        // React may still hold what the last visit replaced. More visits release that, and add to a leak.
        await switchAreas(page, 2);
        await page.clock.fastForward(61_000);
        throw error;
      }
    }).toPass();
  }
  await expect(areaHost(page).mounted).toHaveCount(1);
  expect(reports).toEqual([]);
});
