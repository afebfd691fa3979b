import type { Budgets } from './budgets.ts';
import { checkBudget } from './check-budget.ts';
import type { Costs } from './check-budget.ts';
import { computeSlowness } from './probe.ts';

const budgets: Budgets = {
  file: 10,
  browserTest: 2,
  looksTest: 12,
  total: 100,
  packages: { api: 30 },
  exceptions: {
    'api/a.test.ts': { seconds: 20, reason: 'kills processes' },
    'leaks.spec.ts': { seconds: 30, reason: 'takes heap snapshots' },
  },
};

const none: Costs = { files: [], browserTests: [], total: 0 };
const check = (costs: Partial<Costs>, slowness = 1) => checkBudget({ ...none, ...costs }, budgets, slowness);

describe('the budget of CPU seconds', () => {
  it('warns from a tenth over it, and fails from a quarter', () => {
    expect(check({ total: 109 })).toEqual({ warnings: [], failures: [] });
    expect(check({ total: 111 }).warnings).toEqual(['all stages: 111.0 CPU s, the budget is 100']);
    expect(check({ total: 126 })).toEqual({
      warnings: [],
      failures: ['all stages: 126.0 CPU s, the budget is 100'],
    });
  });

  it('holds for each file, with exceptions', () => {
    const files = ['shell/b.test.ts', 'api/a.test.ts'].map((name) => ({ name, seconds: 21 }));
    expect(check({ files }).failures).toEqual([
      'shell/b.test.ts: 21.0 CPU s, the budget is 10',
      'unit tests of shell: 21.0 CPU s, the budget is 10',
    ]);
  });

  it('warns of a file up to twice its budget', () => {
    const files = [{ name: 'api/b.test.ts', seconds: 19 }];
    expect(check({ files })).toEqual({
      warnings: ['api/b.test.ts: 19.0 CPU s, the budget is 10'],
      failures: [],
    });
  });

  it('holds for the sum of a package', () => {
    const files = ['b', 'c', 'd', 'e', 'f'].map((name) => ({ name: `api/${name}.test.ts`, seconds: 8 }));
    expect(check({ files }).failures).toEqual(['unit tests of api: 40.0 CPU s, the budget is 30']);
  });

  it('holds for each browser test, with exceptions by spec, and more for looks', () => {
    const names = [
      'leaks.spec.ts › leak nothing',
      'search.spec.ts › axe finds nothing',
      'login.spec.ts › opens',
    ];
    const browserTests = names.map((name) => ({ name, seconds: 9 }));
    expect(check({ browserTests }).failures).toEqual(['login.spec.ts › opens: 9.0 CPU s, the budget is 2']);
  });

  it('grows on a machine that needs more CPU time for the same work', () => {
    expect(check({ total: 180 }, 1.7)).toEqual({ warnings: [], failures: [] });
  });
});

it('a fast machine gets no smaller budgets', () => {
  expect([computeSlowness([0.7, 0.8]), computeSlowness([1, 2])]).toEqual([1, 1.5]);
});
