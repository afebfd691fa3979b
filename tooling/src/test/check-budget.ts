import type { Budgets } from './budgets.ts';
import { secondsBy } from './slowest.ts';
import type { Timed } from './slowest.ts';

/** What a run of `npm test` has used, in CPU seconds. */
export interface Costs {
  /** By test file. */
  readonly files: readonly Timed[];
  /** By browser test, named `file › describe › test`. */
  readonly browserTests: readonly Timed[];
  readonly total: number;
}

interface Use {
  readonly what: string;
  readonly seconds: number;
  readonly budget: number;
  /** Above this share of the budget the run fails. */
  readonly limit: number;
}

/** Of sums, and of single files and tests: the garbage of a whole process is collected during one of them. */
const limits = { sum: 1.25, single: 2 };

export interface BudgetResult {
  /** More than a tenth over. */
  readonly warnings: readonly string[];
  /** More than a quarter over, or twice as much for a single file or test. */
  readonly failures: readonly string[];
}

export const readPackageName = (file: string): string => file.split('/')[0] ?? file;

export const readSpecName = (test: string): string => test.split(' › ')[0] ?? test;

/** Names of browser tests that look at many states. */
const looks = /axe finds nothing|\blooks? at\b|fit into tables|under the Support button/;

const listUses = ({ files, browserTests, total }: Costs, budgets: Budgets): Use[] => [
  ...files.map(({ name, seconds }) => ({
    what: name,
    seconds,
    budget: budgets.exceptions[name]?.seconds ?? budgets.file,
    limit: limits.single,
  })),
  ...secondsBy(files, readPackageName).map(({ name, seconds }) => ({
    what: `unit tests of ${name}`,
    seconds,
    budget: budgets.packages[name] ?? budgets.file,
    limit: limits.sum,
  })),
  ...browserTests.map(({ name, seconds }) => ({
    what: name,
    seconds,
    budget:
      (budgets.exceptions[name] ?? budgets.exceptions[readSpecName(name)])?.seconds ??
      (looks.test(name) ? budgets.looksTest : budgets.browserTest),
    limit: limits.single,
  })),
  { what: 'all stages', seconds: total, budget: budgets.total, limit: limits.sum },
];

const formatUse = ({ what, seconds, budget }: Use) =>
  `${what}: ${seconds.toFixed(1)} CPU s, the budget is ${budget}`;

/**
 * Compares what a run has used with the budgets. `slowness`: how much more CPU time than the reference machine this
 * one takes for the same work.
 */
export const checkBudget = (costs: Costs, budgets: Budgets, slowness: number): BudgetResult => {
  const uses = listUses(costs, budgets)
    .map((use) => ({ ...use, seconds: use.seconds / slowness }))
    .sort((a, b) => b.seconds / b.budget - a.seconds / a.budget);
  const failures = uses.filter(({ seconds, budget, limit }) => seconds > budget * limit);
  const warnings = uses.filter((use) => use.seconds > use.budget * 1.1 && !failures.includes(use));
  return { warnings: warnings.map(formatUse), failures: failures.map(formatUse) };
};
