import { benchSearch } from './bench-search.ts';
import { searchBenchTable } from './bench-table.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();

it('compares the first, middle and last page with the bare rows', async () => {
  const results = await benchSearch({ ...small, rounds: 2 });
  expect(results).toHaveLength(7);
  for (const { found, bareMs, firstMs, middleMs, lastMs, ratio, deepRatio } of results) {
    expect(found).toBeGreaterThan(0);
    for (const ms of [bareMs, firstMs, middleMs, lastMs]) expect(ms).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(firstMs / bareMs);
    expect(deepRatio).toBeCloseTo(Math.max(middleMs, lastMs) / firstMs);
  }
  const [heading, ...lines] = searchBenchTable(results).split('\n');
  expect(heading).toMatch(
    /^engine +search +found +bare rows ms +first page ms +ratio +middle ms +last ms +deep/,
  );
  expect(lines).toHaveLength(7);
});
