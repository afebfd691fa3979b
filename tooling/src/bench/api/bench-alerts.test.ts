import { benchAlerts } from './bench-alerts.ts';
import { alertsBenchTable } from './bench-table.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();

it('compares due alerts with their statements', async () => {
  const results = await benchAlerts({ ...small, rounds: 2, alerts: 40 });
  expect(results).toHaveLength(1);
  for (const { found, directMs, runMs, ratio, idleMs, busyMs } of results) {
    expect(found).toBeGreaterThan(100);
    for (const ms of [directMs, runMs, idleMs, busyMs]) expect(ms).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(runMs / directMs);
  }
  expect(alertsBenchTable(results)).toMatch(/^engine +alerts +found +one by one ms +run ms +ratio/);
});
