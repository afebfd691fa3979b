import { markdownTable, median, missedGoals } from './table.ts';
import type { Row } from './table.ts';

describe('the table of a comparison', () => {
  const rows: Row[] = [
    { what: 'load', composed: '840 ms', monolith: '800 ms', ratio: 1.05, goal: 1.05 },
    { what: 'bytes', composed: '120 kB', monolith: '100 kB', ratio: 1.2, goal: 1.15 },
    { what: 'files', composed: '9', monolith: '5', ratio: 1.8 },
    { what: 'growth', composed: '3', monolith: '0', met: false },
  ];

  it('shows for each goal whether it is met', () => {
    expect(markdownTable(rows).split('\n')).toEqual([
      '| what | composed | monolith | ratio | goal | met |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      '| load | 840 ms | 800 ms | 1.05 | ≤ 1.05 | yes |',
      '| bytes | 120 kB | 100 kB | 1.20 | ≤ 1.15 | no |',
      '| files | 9 | 5 | 1.80 |  |  |',
      '| growth | 3 | 0 |  | 0 | no |',
    ]);
  });

  it('lists missed goals', () => {
    expect(missedGoals(rows)).toEqual(['bytes', 'growth']);
  });

  it('compares the exact ratio, not the rounded one', () => {
    expect(missedGoals([{ what: 'load', composed: '', monolith: '', ratio: 1.054, goal: 1.05 }])).toEqual([
      'load',
    ]);
  });
});

describe('the median', () => {
  it('is the middle value, regardless of order', () => {
    expect(median([30, 1, 20])).toBe(20);
    expect(median([4, 1, 3, 2])).toBe(2);
  });

  it('of an empty list is NaN', () => {
    expect(median([])).toBeNaN();
  });
});
