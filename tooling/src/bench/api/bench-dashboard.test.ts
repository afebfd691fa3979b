import { benchDashboard } from './bench-dashboard.ts';
import { benchTable } from './bench-table.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();

it('measures ten statements over HTTP and directly', async () => {
  const results = await benchDashboard({ ...small, rounds: 2 });
  expect(results.map(({ engine, filters }) => [engine, filters])).toEqual([
    ['pglite', 'client + year'],
    ['pglite', '+ ad-hoc filters'],
  ]);
  for (const { counted, directMs, httpMs, ratio } of results) {
    expect(counted).toBeGreaterThan(0);
    expect(directMs).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(httpMs / directMs);
  }
  const [heading, ...lines] = benchTable(results).split('\n');
  expect(heading).toMatch(/^engine +filters +counted +direct ms +http ms +ratio /);
  expect(lines).toHaveLength(2);
});
