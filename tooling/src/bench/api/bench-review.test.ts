import { benchReview } from './bench-review.ts';
import { reviewBenchTable } from './bench-table.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();

it('compares search, approval and reversal with the bare UPDATE', async () => {
  const options = { ...small, rounds: 2, activities: 300 };
  const results = await benchReview(options);
  expect(results).toHaveLength(1);
  for (const result of results) {
    expect(result.activities).toBeGreaterThanOrEqual(300);
    for (const ms of [result.bareMs, result.searchMs, result.approveMs, result.reverseMs])
      expect(ms).toBeGreaterThan(0);
    expect(result.approveRatio).toBeCloseTo(result.approveMs / result.bareMs);
  }
  const [again] = await benchReview(options);
  expect(again?.activities).toBeLessThan(310 + (results[0]?.activities ?? 0));
  expect(reviewBenchTable(results)).toMatch(
    /^engine +activities +search ms +bare UPDATE ms +approve ms +ratio /,
  );
});
