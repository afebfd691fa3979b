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
}

export interface BudgetResult {
  /** More than a tenth over. */
  readonly warnings: readonly string[];
  /** More than a quarter over. */
  readonly failures: readonly string[];
}

export const packageOf = (file: string): string => file.split('/')[0] ?? file;

export const specOf = (test: string): string => test.split(' › ')[0] ?? test;

/** Names of browser tests that look at many states. */
const looks = /axe finds nothing|\blooks? at\b|fit into tables|under the Support button/;

const usesOf = ({ files, browserTests, total }: Costs, budgets: Budgets): Use[] => [
  ...files.map(({ name, seconds }) => ({
    what: name,
    seconds,
    budget: budgets.exceptions[name]?.seconds ?? budgets.file,
  })),
  ...secondsBy(files, packageOf).map(({ name, seconds }) => ({
    what: `unit tests of ${name}`,
    seconds,
    budget: budgets.packages[name] ?? budgets.file,
  })),
  ...browserTests.map(({ name, seconds }) => ({
    what: name,
    seconds,
    budget:
      (budgets.exceptions[name] ?? budgets.exceptions[specOf(name)])?.seconds ??
      (looks.test(name) ? budgets.looksTest : budgets.browserTest),
  })),
  { what: 'all stages', seconds: total, budget: budgets.total },
];

const formatUse = ({ what, seconds, budget }: Use) =>
  `${what}: ${seconds.toFixed(1)} CPU s, the budget is ${budget}`;

/**
 * Compares what a run has used with the budgets. `slowness`: how much more CPU time than the reference machine this
 * one takes for the same work.
 */
export const checkBudget = (costs: Costs, budgets: Budgets, slowness: number): BudgetResult => {
  const uses = usesOf(costs, budgets)
    .map((use) => ({ ...use, seconds: use.seconds / slowness }))
    .sort((a, b) => b.seconds / b.budget - a.seconds / a.budget);
  const isOver = (use: Use, share: number) => use.seconds > use.budget * share;
  return {
    failures: uses.filter((use) => isOver(use, 1.25)).map(formatUse),
    warnings: uses.filter((use) => isOver(use, 1.1) && !isOver(use, 1.25)).map(formatUse),
  };
};
