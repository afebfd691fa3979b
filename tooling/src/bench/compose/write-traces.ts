import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { fetchedBy } from './measure-load.ts';
import type { Fetched } from './measure-load.ts';
import { markedAt } from './bench-tab.ts';
import type { BenchTab } from './bench-tab.ts';
import { overview, review } from './screens.ts';
import { inTab, sides } from './rounds.ts';
import type { Bench } from './rounds.ts';

const number = (value: number, width: number) => value.toFixed(0).padStart(width);

const line = ({ path: file, start, sent, end, bytes }: Fetched) =>
  `${number(start, 6)} ${number(sent, 6)} ${number(end, 6)} ${number(bytes, 8)}  ${file}`;

const readDocumentEntry = (page: Page): Promise<Fetched> =>
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

const waterfall = async ({ page, quiet }: BenchTab, area: string): Promise<string> => {
  const content = await markedAt(page, `content:${area}`);
  await quiet();
  const files = [await readDocumentEntry(page), ...(await fetchedBy(page))];
  const marks = `first content at ${content.toFixed(0)} ms`;
  const head = ' start   sent    end    bytes  file; milliseconds since navigation start';
  return [marks, head, ...files.map(line), ''].join('\n');
};

/** Writes a Chromium trace and a text waterfall of one cold load of each area and side to `dir`. */
export const writeTraces = async (bench: Bench, dir: string): Promise<void> => {
  mkdirSync(dir, { recursive: true });
  for (const { path: address, area } of [overview, review]) {
    for (const side of sides) {
      const name = path.join(dir, `${area}-${side}`);
      await inTab(bench, side, async (tab) => {
        await bench.browser.startTracing(tab.page, { path: `${name}.trace.json` });
        await tab.page.goto(address, { waitUntil: 'commit' });
        writeFileSync(`${name}.waterfall.txt`, await waterfall(tab, area));
        await bench.browser.stopTracing();
      });
    }
  }
  bench.log(`Traces and waterfalls are in ${dir}`);
};
