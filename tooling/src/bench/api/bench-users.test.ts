import { usersBenchTable } from './bench-table.ts';
import { benchUsers } from './bench-users.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();

it('compares pages of users with their statements', async () => {
  const results = await benchUsers({ ...small, rounds: 2, users: 300 });
  const found = Object.fromEntries(results.map(({ page, found: count }) => [page, count]));
  expect(found['first page']).toBeGreaterThan(300);
  expect(found['by e-mail']).toBe(0);
  expect(found['by name']).toBe(18);
  for (const { directMs, httpMs, ratio } of results) {
    expect(directMs).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(httpMs / directMs);
  }
  expect(usersBenchTable(results)).toMatch(/^engine +page +users found +direct ms +http ms +ratio\n/);
});
