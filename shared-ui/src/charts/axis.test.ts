import { computeTicks, findMedian } from './axis.ts';

it.each([
  [0, [0]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 2.5, 5, 7.5, 10]],
  [0.31, [0, 0.1, 0.2, 0.3, 0.4]],
  [1234, [0, 500, 1000, 1500]],
])('the axis to %d has round numbers', (most, ticks) => {
  expect(computeTicks(most).slice(0, most === 0 ? 1 : undefined)).toEqual(ticks);
});

it('finds the middle', () => {
  expect([findMedian([]), findMedian([3]), findMedian([4, 1, 3]), findMedian([1, 2, 3, 10])]).toEqual([
    0, 3, 3, 2.5,
  ]);
});
