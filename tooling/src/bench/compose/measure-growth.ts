import type { BenchTab } from './bench-tab.ts';
import { untilMarked } from './bench-tab.ts';
import { countTimers, liveTimersKey } from './count-timers.ts';
import { entryTo } from './places.ts';
import type { Place } from './places.ts';

/** What a page holds on to. */
export interface Holdings {
  listeners: number;
  timers: number;
  nodes: number;
}

const holdingsOf = async ({ page, cdp, quiet }: BenchTab): Promise<Holdings> => {
  await quiet();
  // Past the timers that follow a screen: tooltips, notices, the rest of the work after it.
  await page.waitForTimeout(3_000);
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((known) => known.name === name)?.value ?? Number.NaN;
  const timers = await page.evaluate((key) => Number(Reflect.get(window, key)()), liveTimersKey);
  return { listeners: metric('JSEventListeners'), timers, nodes: metric('Nodes') };
};

/** The cycles before anything is counted: caches and late parts fill up. */
const settlingCycles = 3;

/** What a page holds more after every area of `stops` was mounted and unmounted `cycles` times. */
export const measureGrowth = async (
  tab: BenchTab,
  stops: readonly Place[],
  cycles: number,
): Promise<Holdings> => {
  const { page, cdp } = tab;
  await cdp.send('Performance.enable');
  await page.addInitScript(countTimers, liveTimersKey);
  await page.goto('/');
  const goAround = async (times: number) => {
    for (let cycle = 0; cycle < times; cycle += 1) {
      for (const place of stops) {
        const entry = await entryTo(page, place);
        await untilMarked(page, `content:${place.area}`, () => entry.click());
      }
    }
  };
  await goAround(settlingCycles);
  const before = await holdingsOf(tab);
  await goAround(cycles);
  const after = await holdingsOf(tab);
  return {
    listeners: after.listeners - before.listeners,
    timers: after.timers - before.timers,
    nodes: after.nodes - before.nodes,
  };
};
