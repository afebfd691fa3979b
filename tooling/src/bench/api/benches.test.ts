import { calls } from '@readerlens/contract';
import * as alerts from '../alerts.ts';
import * as attack from '../attack.ts';
import * as dashboard from '../dashboard.ts';
import * as dashboards from '../dashboards.ts';
import * as duckdb from '../duckdb.ts';
import * as exports from '../export.ts';
import * as lists from '../lists.ts';
import * as marketing from '../marketing.ts';
import * as reports from '../reports.ts';
import * as review from '../review.ts';
import * as search from '../search.ts';
import { UsageError } from '@readerlens/api/explained-error';
import * as uploads from '../uploads.ts';
import * as users from '../users.ts';
import { benchAlerts } from './bench-alerts.ts';
import { benchAttack } from './bench-attack.ts';
import { benchDashboard } from './bench-dashboard.ts';
import { benchDashboards } from './bench-dashboards.ts';
import { benchExport } from './bench-export.ts';
import { benchLists } from './bench-lists.ts';
import { benchMarketing } from './bench-marketing.ts';
import { benchReports } from './bench-reports.ts';
import { benchReview } from './bench-review.ts';
import { benchSearch } from './bench-search.ts';
import {
  alertsBenchTable,
  attackBenchTable,
  benchTable,
  dashboardsBenchTable,
  exportBenchTable,
  listsBenchTable,
  reportsBenchTable,
  reviewBenchTable,
  searchBenchTable,
  uploadsBenchTable,
  usersBenchTable,
} from './bench-table.ts';
import { benchUploads } from './bench-uploads.ts';
import { benchUsers } from './bench-users.ts';
import { marketingPages, pages } from './page-calls.ts';
import { smallBench } from './testing/small-bench.ts';

const benches = {
  alerts,
  attack,
  dashboard,
  dashboards,
  duckdb,
  exports,
  lists,
  marketing,
  reports,
  review,
  search,
  uploads,
  users,
};
const all = pages({ readerId: '1', orgId: '1' });

describe.each(Object.entries(benches))('the benchmark %s', (_, { run, usage }) => {
  it('loads, and refuses invalid arguments', async () => {
    await expect(run(['--rounds', '0'])).rejects.toThrow(UsageError);
    await expect(run(['--scale', 'huge'])).rejects.toThrow("Unknown scale 'huge'.");
    await expect(run(['--unknown'])).rejects.toThrow('There is no option --unknown.');
    expect(usage).toMatch(/^Usage: pnpm bench /);
  });
});

it('the dashboards that are measured are in the contract', () => {
  for (const { call } of [...all, ...marketingPages].flatMap((page) => page.calls))
    expect(Object.keys(calls)).toContain(call);
});

it('a table has aligned columns', () => {
  const result = {
    engine: 'pglite',
    page: 'first page',
    found: 300,
    directMs: 1.26,
    httpMs: 3,
    ratio: 2.5,
  } as const;
  expect(usersBenchTable([result, { ...result, page: 'by name', found: 18 }])).toBe(
    [
      'engine  page        users found  direct ms  http ms  ratio',
      'pglite  first page  300          1.3        3.0      2.50',
      'pglite  by name     18           1.3        3.0      2.50',
    ].join('\n'),
  );
});

// Measured values check no rule of the product, and take minutes: only the soak measures.
if (process.env.SOAK)
  describe('with little data', () => {
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

    it('measures the pages of marketing performance with opportunities', async () => {
      const results = await benchMarketing({ ...small, rounds: 1, deals: 200 });
      expect(results.map(({ page, calls: count }) => [page, count])).toEqual(
        marketingPages.map((page) => [page.name, page.calls.length]),
      );
      for (const { calls: count, statements } of results) expect(statements).toBeGreaterThanOrEqual(count);
    });

    it('measures pages under a list by a rule and under its organizations', async () => {
      const results = await benchLists({ ...small, rounds: 1 });
      expect(results.map(({ page }) => page)).toEqual(
        [50, 2000].flatMap(() => ['Overview', 'Most Active Companies']),
      );
      for (const { organizations, pickedMs, ruleMs, ratio } of results) {
        expect(organizations).toBeGreaterThan(0);
        expect(ratio).toBeCloseTo(ruleMs / pickedMs);
      }
      expect(listsBenchTable(results)).toMatch(/^engine +page +organizations +picked ms +rule ms +ratio /);
    });

    it('compares the first, middle and last page with their statements', async () => {
      const results = await benchSearch({ ...small, rounds: 2 });
      expect(results).toHaveLength(7);
      for (const { found, sqlMs, firstMs, againMs, middleSqlMs, middleMs, lastMs, ...ratios } of results) {
        expect(found).toBeGreaterThan(0);
        for (const ms of [sqlMs, firstMs, againMs, middleSqlMs, middleMs, lastMs])
          expect(ms).toBeGreaterThan(0);
        expect(ratios.firstRatio).toBeCloseTo(firstMs / sqlMs);
        expect(ratios.againRatio).toBeCloseTo(againMs / sqlMs);
        expect(ratios.middleRatio).toBeCloseTo(middleMs / middleSqlMs);
      }
      const [heading, ...lines] = searchBenchTable(results).split('\n');
      expect(heading).toMatch(
        /^engine +search +found +by SQL ms +first page ms +ratio +again ms +ratio +middle by SQL/,
      );
      expect(lines).toHaveLength(7);
    });

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

    it('compares an export from a separate server with writing from memory', async () => {
      const results = await benchExport({ ...small, rounds: 1, rows: 2000 });
      expect(results).toHaveLength(1);
      for (const result of results) {
        expect(result.rows).toBeGreaterThanOrEqual(2000);
        for (const ms of [result.exportMs, result.libraryMs, result.ownMs, result.quietMs, result.medianMs])
          expect(ms).toBeGreaterThan(0);
        expect(result.growthMb).toBeGreaterThanOrEqual(0);
        expect(result.csv.map(({ of }) => of)).toEqual(['newest', 'biggest client']);
        for (const { rows, csvMs, copyMs, wholeMs, cpuMs } of result.csv) {
          expect(rows).toBeGreaterThan(100);
          for (const ms of [csvMs, copyMs, wholeMs, cpuMs]) expect(ms).toBeGreaterThan(0);
        }
      }
      expect(exportBenchTable(results)).toMatch(/^engine +rows +file MB +memory \+ MB +export ms /);
      expect(exportBenchTable(results)).toMatch(/^engine +activities +rows +csv ms +copy ms +ratio /m);
    }, 240_000);

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

    it('measures the overview during uploads to a separate server', async () => {
      const results = await benchUploads({ ...small, rounds: 2, uploads: 2, chunks: 3 });
      expect(results).toHaveLength(1);
      for (const { idleMs, busyMs, busyRatio, growthMb, seconds } of results) {
        for (const value of [idleMs, busyMs, seconds]) expect(value).toBeGreaterThan(0);
        expect(growthMb).toBeGreaterThanOrEqual(0);
        expect(busyRatio).toBeCloseTo(busyMs / idleMs);
      }
      expect(uploadsBenchTable(results)).toMatch(/^engine +uploads +MB each +seconds +memory \+ MB /);
    });

    it('measures one user beside the calls of another', async () => {
      const results = await benchAttack({ ...small, rounds: 1 });
      expect(results.map((result) => [result.engine, result.attack])).toEqual([
        ['pglite', 'refused'],
        ['pglite', 'accepted'],
      ]);
      for (const { directMs, besideMs, ratio } of results) expect(ratio).toBeCloseTo(besideMs / directMs);
      expect(results.map(({ answers }) => answers)).toEqual([
        expect.stringMatching(/^400: \d+$/),
        expect.stringMatching(/^200: \d+$/),
      ]);
      for (const { readyMs, notReady } of results) {
        expect(readyMs).toBeGreaterThan(0);
        expect(notReady).toBe(0);
      }
      const [heading, ...lines] = attackBenchTable(results).split('\n');
      expect(heading).toMatch(/^engine +calls of the other user +statements ms +idle ms +beside ms +ratio /);
      expect(lines).toHaveLength(2);
    });
  });
