import { calls } from '@readerlens/contract';
import { benchDashboards } from './bench-dashboards.ts';
import { dashboardsBenchTable } from './bench-table.ts';
import { pages } from './page-calls.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();
const all = pages({ readerId: '1', orgId: '1' });

it('calls what the contract has', () => {
  for (const { call } of all.flatMap((page) => page.calls)) expect(Object.keys(calls)).toContain(call);
});

it('measures the calls of each page over HTTP and as statements, and writes their plans', async () => {
  const results = await benchDashboards({ ...small, rounds: 1 });
  expect(results.map(({ page, clients, calls: count }) => [page, clients, count])).toEqual(
    ['biggest', 'all'].flatMap((clients) => all.map((page) => [page.name, clients, page.calls.length])),
  );
  for (const { page, calls: count, statements, directMs, httpMs, ratio, plans } of results) {
    expect(statements).toBeGreaterThanOrEqual(count);
    expect(statements).toBeLessThan(9 * count);
    expect(directMs).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(httpMs / directMs);
    expect(plans.split('### /api/')).toHaveLength(
      (all.find(({ name }) => name === page)?.calls.length ?? 0) + 1,
    );
    expect(plans).toContain('rows=');
  }
  expect(dashboardsBenchTable(results).split('\n')).toHaveLength(results.length + 1);
});
