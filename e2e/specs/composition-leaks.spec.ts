import { areaIn, changeRegistry, failureReports } from '../commands/areas.ts';
import { countTimers, holder } from '../commands/leaks.ts';
import type { Held } from '../commands/leaks.ts';
import { networkQuiet } from '../commands/quiet.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, areaPlace } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

const names = ['Review Activities', 'Performance Overview'] as const;

/** Goes from area to area, waiting for each unless in a hurry. Ends where it began, with everything loaded. */
const switchAreas = async (page: Page, times: number, { hurry = false } = {}) => {
  const { nav, heading } = shell(page);
  for (let turn = 0; turn < times; turn += 1) {
    const name = names[turn % 2] ?? '';
    await nav.getByRole('link', { name }).dispatchEvent('click');
    if (!hurry) await expect(heading(name)).toBeVisible();
  }
  await expect(heading(names[1])).toBeVisible();
  await networkQuiet(page);
};

/** What is held once everything that the page fetches in its own time is there. */
const settled = async (held: () => Promise<Held>): Promise<Held> => {
  let last = await held();
  await expect(async () => {
    const previous = last;
    last = await held();
    expect(last.nodes).toBe(previous.nodes);
    expect(Math.abs(last.objects - previous.objects)).toBeLessThan(last.objects / 500);
  }).toPass({ intervals: [3_000] });
  return last;
};

/** No more than before, but for what the measure itself is unsure of. */
const expectNoMore = (now: Held, before: Held) => {
  expect(now.documents).toBe(before.documents);
  expect(now.listeners).toBeLessThanOrEqual(before.listeners);
  expect(now.timers).toBeLessThanOrEqual(before.timers);
  // A caption that is on its way out.
  expect(now.nodes).toBeLessThanOrEqual(before.nodes + 20);
  // Caches with room for more, such as the measured times of the last twenty visits.
  expect(now.objects).toBeLessThanOrEqual(before.objects * 1.01);
};

test('fifty switches between areas, and fifty faster than they mount, leave nothing behind', async ({
  page,
  signedIn,
}) => {
  // A hundred and thirty mounts and some pictures of the heap: half a minute, or several where cores are shared.
  test.setTimeout(600_000);
  const told = await failureReports(page);
  await changeRegistry(page, (registry) => {
    Object.assign(areaIn(registry, 'review').navigation[0] ?? {}, { group: 'Analytics' });
    Object.assign(areaIn(registry, 'analytics').navigation[0] ?? {}, { to: analyticsPage });
  });
  await countTimers(page);
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  const held = await holder(page);
  // Caches that keep the last twenty of something are full by then.
  await switchAreas(page, 30);
  const before = await settled(held);
  for (const hurry of [false, true]) {
    await switchAreas(page, 50, { hurry });
    await expect(async () => expectNoMore(await held(), before)).toPass();
  }
  await expect(areaPlace(page).mounted).toHaveCount(1);
  expect(told).toEqual([]);
});
