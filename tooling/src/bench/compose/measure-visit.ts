import type { BenchTab } from './bench-tab.ts';
import { markedAt } from './bench-tab.ts';
import { entryTo } from './places.ts';
import type { Place } from './places.ts';

const hoverMs = 300;

/** Milliseconds from the click on the entry to the painted heading of an area that was not visited yet. */
export const measureVisit = async (
  { page, quiet }: BenchTab,
  { from, to }: { from: Place; to: Place },
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
  // What the screen asked for would otherwise slow whoever is measured next.
  await quiet();
  return ms;
};
