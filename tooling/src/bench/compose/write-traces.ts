import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { fetchedBy } from './measure-load.ts';
import type { Fetched } from './measure-load.ts';
import { markedAt } from './bench-tab.ts';
import type { BenchTab } from './bench-tab.ts';
import { inTab } from './rounds.ts';
import type { Bench, Side } from './rounds.ts';

const number = (value: number, width: number) => value.toFixed(0).padStart(width);

const line = ({ path: file, start, sent, end, bytes }: Fetched) =>
  `${number(start, 6)} ${number(sent, 6)} ${number(end, 6)} ${number(bytes, 8)}  ${file}`;

const documentOf = (page: Page): Promise<Fetched> =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      path: location.pathname,
      start: 0,
      sent: entry?.requestStart ?? 0,
      end: entry?.responseEnd ?? 0,
      bytes: entry?.encodedBodySize ?? 0,
    };
  });

const waterfall = async ({ page, quiet }: BenchTab): Promise<string> => {
  const content = await markedAt(page, 'content:analytics');
  await quiet();
  const files = [await documentOf(page), ...(await fetchedBy(page))];
  const marks = `first content at ${content.toFixed(0)} ms`;
  const head = ' start   sent    end    bytes  file; milliseconds from the navigation';
  return [marks, head, ...files.map(line), ''].join('\n');
};

/** Writes one cold load of `/` of each side into `dir`: a Chromium trace, and its waterfall as text. */
export const writeTraces = async (bench: Bench, dir: string): Promise<void> => {
  mkdirSync(dir, { recursive: true });
  const trace = (side: Side) => async () => {
    await inTab(bench, side, async (tab) => {
      await bench.browser.startTracing(tab.page, { path: path.join(dir, `${side}.trace.json`) });
      await tab.page.goto('/', { waitUntil: 'commit' });
      writeFileSync(path.join(dir, `${side}.waterfall.txt`), await waterfall(tab));
      await bench.browser.stopTracing();
    });
  };
  await trace('composed')();
  await trace('monolith')();
  bench.say(`traces and waterfalls are in ${dir}`);
};
