import { measureGrowth } from './measure-growth.ts';
import { overview, review } from './screens.ts';
import { inTab } from './rounds.ts';
import type { Bench, Side } from './rounds.ts';
import type { Row } from './table.ts';

const cycles = 50;

/** Growth of a page after 50 mounts and unmounts of every area. */
export const growthRows = async (bench: Bench): Promise<Row[]> => {
  const measure = (side: Side) =>
    inTab(bench, side, (tab) => measureGrowth(tab, [review, overview], cycles), { slow: false });
  const composed = await measure('composed');
  const monolith = await measure('monolith');
  bench.log('Measured growth');
  return (['listeners', 'timers', 'nodes'] as const).map((name) => ({
    what: `growth of ${name} after ${cycles} mounts and unmounts of every area`,
    composed: String(composed[name]),
    monolith: String(monolith[name]),
    met: composed[name] <= 0,
  }));
};
