import type { CDPSession, Page } from '@playwright/test';

/** What a page holds on to. */
export interface Held {
  listeners: number;
  nodes: number;
  documents: number;
  timers: number;
  /** Objects and functions of JavaScript. Compiled code and the browser's own records of the page's speed grow by use. */
  objects: number;
}

/** Counts the page's timers from now on. Before its first page. */
export const countTimers = (page: Page) =>
  page.addInitScript(() => {
    const live = new Set<number>();
    Reflect.set(window, 'e2eTimers', live);
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
      live.add(id);
      return id;
    }) as typeof start;
    window.setInterval = ((handler: Handler, delay?: number, ...args: unknown[]) => {
      const id: number = repeat(handler, delay, ...args);
      live.add(id);
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

/** Answers a measure of what the page holds on to once all garbage is gone. */
export const holder = async (page: Page): Promise<() => Promise<Held>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  return async () => {
    // What one collection sets free may be what another thing was held by.
    for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return {
      listeners: of('JSEventListeners'),
      nodes: of('Nodes'),
      documents: of('Documents'),
      timers: await page.evaluate(() => (Reflect.get(window, 'e2eTimers') as Set<number>).size),
      objects: objectsIn(await takeSnapshot(session)),
    };
  };
};
