import { markedAt } from './bench-tab.ts';
import type { BenchTab } from './bench-tab.ts';
import { entryTo, overview, review } from './screens.ts';
import type { Screen } from './screens.ts';
import { inTab, inRounds, findMedian, findRatio } from './rounds.ts';
import type { Bench, Side } from './rounds.ts';
import type { Row } from './table.ts';

const hoverMs = 300;

/** Milliseconds from the click on the menu entry to the painted heading of an area visited for the first time. */
const measureVisit = async (
  { page, quiet }: BenchTab,
  { from, to }: { from: Screen; to: Screen },
): Promise<number> => {
  await page.goto(from.path);
  await markedAt(page, `content:${from.area}`);
  await quiet();
  const entry = await entryTo(page, to);
  await entry.hover();
  await page.waitForTimeout(hoverMs);
  await page.mouse.down();
  await page.mouse.up();
  const ms = (await markedAt(page, `content:${to.area}`)) - (await markedAt(page, 'click'));
  // Pending requests of this screen would slow down the next measurement.
  await quiet();
  return ms;
};

interface Visit {
  from: Screen;
  to: Screen;
}

const visits: readonly Visit[] = [
  { from: overview, to: review },
  { from: review, to: overview },
];

const self = (value: number) => value;

const rowsOfVisit = async (bench: Bench, visit: Visit): Promise<Row[]> => {
  const measure = (side: Side, prefetch: boolean) => () =>
    inTab(bench, side, (tab) => measureVisit(tab, visit), { prefetch });
  const rounds = await inRounds(bench, `first visits to ${visit.to.name}`, {
    composed: measure('composed', true),
    lazy: measure('monolith', false),
    prefetched: measure('monolith', true),
  });
  const row = (what: string, other: 'lazy' | 'prefetched'): Row => ({
    what,
    composed: `${findMedian(rounds, 'composed', self).toFixed(0)} ms`,
    monolith: `${findMedian(rounds, other, self).toFixed(0)} ms`,
    ratio: findRatio(rounds, ['composed', other], self),
  });
  const what = `\`${visit.from.path}\` → ${visit.to.name}, click to first content, prefetched on hover`;
  return [
    { ...row(`${what}; monolith: lazy route`, 'lazy'), goal: 1 },
    row(`${what}; monolith: prefetched as well`, 'prefetched'),
  ];
};

/** First visits to a second area, hovering over its link before clicking. */
export const visitRows = async (bench: Bench): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const visit of visits) rows.push(...(await rowsOfVisit(bench, visit)));
  return rows;
};
