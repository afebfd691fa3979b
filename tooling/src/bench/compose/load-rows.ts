import { measureLater, measureLoad } from './measure-load.ts';
import type { Load } from './measure-load.ts';
import { overview, review } from './screens.ts';
import type { Screen } from './screens.ts';
import { inTab, inRounds, findMedian, findRatio, sides } from './rounds.ts';
import type { Bench, Rounds, Side } from './rounds.ts';
import type { Row } from './table.ts';

const row = (
  what: string,
  rounds: Rounds<Side, Load>,
  value: (load: Load) => number,
  print: (value: number) => string,
  goal?: number,
): Row => ({
  what,
  composed: print(findMedian(rounds, 'composed', value)),
  monolith: print(findMedian(rounds, 'monolith', value)),
  ratio: findRatio(rounds, sides, value),
  ...(goal === undefined ? {} : { goal }),
});

const ms = (value: number) => `${value.toFixed(0)} ms`;
const kb = (value: number) => `${(value / 1000).toFixed(1)} kB`;

const laterRow = async (bench: Bench, { path, area }: Screen): Promise<Row> => {
  const later = (side: Side) => inTab(bench, side, (tab) => measureLater(tab, path, area));
  return {
    what: 'scripts four seconds later, including prefetched ones',
    composed: kb(await later('composed')),
    monolith: kb(await later('monolith')),
  };
};

/** Cold loads of each area: time to first content, and scripts loaded until then. */
export const loadRows = async (bench: Bench): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const screen of [overview, review]) {
    const { path, area } = screen;
    const load = (side: Side) => () => inTab(bench, side, (tab) => measureLoad(tab, path, area));
    const rounds = await inRounds(bench, `cold loads of ${path}`, {
      composed: load('composed'),
      monolith: load('monolith'),
    });
    rows.push(
      row(`cold load of \`${path}\` to first content`, rounds, ({ contentMs }) => contentMs, ms, 1.05),
      row(`scripts until first content`, rounds, ({ scriptBytes }) => scriptBytes, kb, 1.15),
      row(`number of these scripts`, rounds, ({ scripts }) => scripts, String),
      await laterRow(bench, screen),
    );
  }
  return rows;
};
