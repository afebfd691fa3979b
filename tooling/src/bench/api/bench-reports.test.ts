import { benchReports } from './bench-reports.ts';
import { reportsBenchTable } from './bench-table.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();

it('compares due reports with their statements and the hand-over of their mails', async () => {
  const results = await benchReports({ ...small, rounds: 2, reports: 10 });
  expect(results).toHaveLength(1);
  for (const { mails, directMs, handOverMs, runMs, ratio, busyMs } of results) {
    expect(mails).toBeGreaterThan(400);
    for (const ms of [directMs, handOverMs, runMs, busyMs]) expect(ms).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(runMs / (directMs + handOverMs));
  }
  expect(reportsBenchTable(results)).toMatch(/^engine +reports +mails +one by one ms/);
});
