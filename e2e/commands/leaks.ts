import { expect } from '@playwright/test';
import type { CDPSession, Page } from '@playwright/test';

/** Resources held by a page. */
export interface PageResources {
  listeners: number;
  nodes: number;
  documents: number;
  timers: number;
  /** JavaScript objects and functions, without compiled code and performance entries, which grow with use. */
  objects: number;
}

/** Counts timers in pages opened from now on. */
export const countTimers = (page: Page) =>
  page.addInitScript(() => {
    /** The delay of each timer that has not ended; undefined for those that repeat. */
    const live = new Map<number, number | undefined>();
    Reflect.set(window, 'e2eTimers', live);
    const delays = new Set<number | undefined>();
    Reflect.set(window, 'e2eDelays', delays);
    const start = window.setTimeout.bind(window);
    const stop = window.clearTimeout.bind(window);
    const repeat = window.setInterval.bind(window);
    const end = window.clearInterval.bind(window);
    type Handler = (...args: unknown[]) => void;
    window.setTimeout = ((handler: Handler, delay?: number, ...args: unknown[]) => {
      const id: number = start(() => {
        live.delete(id);
        handler(...args);
      }, delay);
      live.set(id, delay);
      delays.add(delay);
      return id;
    }) as typeof start;
    window.setInterval = ((handler: Handler, delay?: number, ...args: unknown[]) => {
      const id: number = repeat(handler, delay, ...args);
      live.set(id, undefined);
      return id;
    }) as typeof repeat;
    window.clearTimeout = (id) => {
      live.delete(Number(id));
      stop(id);
    };
    window.clearInterval = (id) => {
      live.delete(Number(id));
      end(id);
    };
  });

/** How long the shell lets an area take to mount or update, and to unmount, in milliseconds. */
const stepDeadlines = [30_000, 5000];

/**
 * Waits until no area is being mounted, updated or unmounted. Each of these steps holds a timer of its deadline, which a
 * step under way would miss when the clock is moved. Needs `countTimers`.
 */
export const waitForAreaSteps = async (page: Page): Promise<void> => {
  const started = await page.evaluate(() => [...(Reflect.get(window, 'e2eDelays') as Set<number>)]);
  // With other deadlines in the shell, the wait below would end at once.
  expect(started).toEqual(expect.arrayContaining(stepDeadlines));
  const findSteps = () =>
    page.evaluate((deadlines) => {
      const timers = Reflect.get(window, 'e2eTimers') as Map<number, number | undefined>;
      return [...timers.values()].filter((delay) => delay !== undefined && deadlines.includes(delay));
    }, stepDeadlines);
  await expect.poll(findSteps, { intervals: [50] }).toEqual([]);
};

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
}

/** Counts the objects and functions of a heap snapshot. */
const objectsIn = ({ snapshot: { meta }, nodes }: Snapshot): number => {
  const width = meta.node_fields.length;
  const at = meta.node_fields.indexOf('type');
  const counted = ['object', 'closure'].map((name) => meta.node_types[0].indexOf(name));
  return nodes.filter((value, index) => index % width === at && counted.includes(value)).length;
};

const takeSnapshot = async (session: CDPSession): Promise<Snapshot> => {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  return JSON.parse(chunks.join('')) as Snapshot;
};

/** Returns a function that measures the page's resources after garbage collection. */
export const resourceMeter = async (page: Page): Promise<() => Promise<PageResources>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  return async () => {
    // Objects released by one collection may have been the last reference to others.
    for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return {
      listeners: of('JSEventListeners'),
      nodes: of('Nodes'),
      documents: of('Documents'),
      timers: await page.evaluate(() => (Reflect.get(window, 'e2eTimers') as Map<number, number>).size),
      objects: objectsIn(await takeSnapshot(session)),
    };
  };
};
