import { measureVisit } from './measure-visit.ts';
import { overview, review } from './places.ts';
import type { Place } from './places.ts';
import { inTab, inTurns, medianOf, ratioOf } from './rounds.ts';
import type { Bench, Side } from './rounds.ts';
import type { Row } from './table.ts';

interface Way {
  from: Place;
  to: Place;
}

const ways: readonly Way[] = [
  { from: overview, to: review },
  { from: review, to: overview },
];

const self = (value: number) => value;

const wayRows = async (bench: Bench, way: Way): Promise<Row[]> => {
  const visit = (side: Side, prefetch: boolean) => () =>
    inTab(bench, side, (tab) => measureVisit(tab, way), { prefetch });
  const rounds = await inTurns(bench, `first visits to ${way.to.name}`, {
    composed: visit('composed', true),
    lazy: visit('monolith', false),
    prefetched: visit('monolith', true),
  });
  const row = (what: string, other: 'lazy' | 'prefetched'): Row => ({
    what,
    composed: `${medianOf(rounds, 'composed', self).toFixed(0)} ms`,
    monolith: `${medianOf(rounds, other, self).toFixed(0)} ms`,
    ratio: ratioOf(rounds, ['composed', other], self),
  });
  const what = `\`${way.from.path}\` → ${way.to.name}, click to first content, prefetched on hover`;
  return [
    { ...row(`${what}; monolith: lazy route`, 'lazy'), goal: 1 },
    row(`${what}; monolith: prefetched as well`, 'prefetched'),
  ];
};

/** First visits to a second area, hovering over its link before the click. */
export const visitRows = async (bench: Bench): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const way of ways) rows.push(...(await wayRows(bench, way)));
  return rows;
};
