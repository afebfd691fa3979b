import type { Bench } from './rounds.ts';
import { inRounds, findMedian, findRatio } from './rounds.ts';

const bench = (rounds: number) => ({ rounds, log: () => {} }) as unknown as Bench;

describe('rounds', () => {
  it('reverse the order each time, and do not count the first', async () => {
    const order: string[] = [];
    const contestant = (name: string) => async () => order.push(name);
    const rounds = await inRounds(bench(2), 'order', { one: contestant('one'), other: contestant('other') });
    expect(order).toEqual(['one', 'other', 'other', 'one', 'one', 'other']);
    expect(rounds).toEqual([
      { other: 3, one: 4 },
      { one: 5, other: 6 },
    ]);
  });

  it('compare within a round, so that temporary slowness does not affect the ratio', () => {
    const rounds = [
      { composed: 100, monolith: 100 },
      { composed: 1000, monolith: 500 },
      { composed: 110, monolith: 100 },
    ];
    expect(findRatio(rounds, ['composed', 'monolith'], (ms) => ms)).toBeCloseTo(1.1);
    expect(findMedian(rounds, 'monolith', (ms) => ms)).toBe(100);
  });
});
