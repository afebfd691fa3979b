import type { BenchTab } from './bench-tab.ts';
import { untilMarked } from './bench-tab.ts';
import { entryTo } from './screens.ts';
import type { Screen } from './screens.ts';

/** Global in the page that returns the number of live timers. */
const liveTimersKey = 'benchLiveTimers';

/**
 * Runs in the page first, with `liveTimersKey`: counts the timers that are set and neither finished nor cleared.
 */
const countTimers = (key: string) => {
  const live = new Set<number>();
  Reflect.set(window, key, () => live.size);
  const counted = (name: 'setTimeout' | 'setInterval') => {
    const start = window[name].bind(window);
    Reflect.set(window, name, (handler: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const id = start(() => {
        if (name === 'setTimeout') live.delete(id);
        handler(...given);
      }, ms);
      live.add(id);
      return id;
    });
  };
  const uncounted = (name: 'clearTimeout' | 'clearInterval') => {
    const stop = window[name].bind(window);
    Reflect.set(window, name, (id?: number) => {
      if (id !== undefined) live.delete(id);
      stop(id);
    });
  };
  counted('setTimeout');
  counted('setInterval');
  uncounted('clearTimeout');
  uncounted('clearInterval');
};

/** Resources held by a page. */
export interface Resources {
  listeners: number;
  timers: number;
  nodes: number;
}

const measureResources = async ({ page, cdp, quiet }: BenchTab): Promise<Resources> => {
  await quiet();
  // Wait for timers that outlive a screen, such as those of tooltips and notifications.
  await page.waitForTimeout(3_000);
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const timers = await page.evaluate((key) => Number(Reflect.get(window, key)()), liveTimersKey);
  return { listeners: metric('JSEventListeners'), timers, nodes: metric('Nodes') };
};

/** Cycles before the first count, to fill caches and load lazy parts. */
const warmUpCycles = 3;

/** Growth of a page's resources after mounting and unmounting the areas of `screens` `cycles` times. */
export const measureGrowth = async (
  tab: BenchTab,
  screens: readonly Screen[],
  cycles: number,
): Promise<Resources> => {
  const { page, cdp } = tab;
  await cdp.send('Performance.enable');
  await page.addInitScript(countTimers, liveTimersKey);
  await page.goto('/');
  const visitAll = async (times: number) => {
    for (let cycle = 0; cycle < times; cycle += 1) {
      for (const screen of screens) {
        const entry = await entryTo(page, screen);
        await untilMarked(page, `content:${screen.area}`, () => entry.click());
      }
    }
  };
  await visitAll(warmUpCycles);
  const before = await measureResources(tab);
  await visitAll(cycles);
  const after = await measureResources(tab);
  return {
    listeners: after.listeners - before.listeners,
    timers: after.timers - before.timers,
    nodes: after.nodes - before.nodes,
  };
};
