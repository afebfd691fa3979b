import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchReview } from './bench-review.ts';
import { reviewBenchTable } from './bench-table.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'readerlens-bench-'));
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

it('measures the search, an approval of many and its reversal against the bare update', async () => {
  const options = { cacheDir, scale: 'small', engines: ['pglite'], rounds: 2, activities: 300 } as const;
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
}, 60_000);
