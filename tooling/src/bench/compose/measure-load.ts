import type { Page } from '@playwright/test';
import type { BenchTab } from './bench-tab.ts';
import { markedAt } from './bench-tab.ts';

export interface Load {
  /** From the navigation to the painted heading of the area, in milliseconds. */
  contentMs: number;
  /** Transferred bytes of the scripts requested until then. */
  scriptBytes: number;
  scripts: number;
}

/** A file that the page fetched; times in milliseconds since navigation start. */
export interface Fetched {
  path: string;
  start: number;
  /** When the request was sent; later than `start` if it waited for a connection. */
  sent: number;
  end: number;
  bytes: number;
}

/** The files that the page has fetched over the network. */
export const fetchedBy = (page: Page): Promise<Fetched[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ transferSize }) => transferSize > 0)
      .map((entry) => ({
        path: new URL(entry.name).pathname,
        start: entry.startTime,
        sent: entry.requestStart,
        end: entry.responseEnd,
        bytes: entry.encodedBodySize,
      })),
  );

const isScript = ({ path }: Fetched) => path.endsWith('.js');
const sumBytes = (files: readonly Fetched[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Loads `path` in a new tab and waits until all requests are done. `area` is the area whose heading is measured. */
export const measureLoad = async ({ page, quiet }: BenchTab, path: string, area: string): Promise<Load> => {
  await page.goto(path, { waitUntil: 'commit' });
  const contentMs = await markedAt(page, `content:${area}`);
  await quiet();
  const scripts = (await fetchedBy(page)).filter(isScript);
  const needed = scripts.filter(({ start }) => start < contentMs);
  return {
    contentMs,
    scriptBytes: sumBytes(needed),
    scripts: needed.length,
  };
};

const laterMs = 4_000;

/** Bytes of all scripts fetched up to four seconds after the first content of `path`, including prefetched ones. */
export const measureLater = async ({ page }: BenchTab, path: string, area: string): Promise<number> => {
  await page.goto(path);
  await markedAt(page, `content:${area}`);
  await page.waitForTimeout(laterMs);
  return sumBytes((await fetchedBy(page)).filter(isScript));
};
