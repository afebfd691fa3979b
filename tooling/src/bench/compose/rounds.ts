import type { Browser } from '@playwright/test';
import { openTab } from './bench-tab.ts';
import type { BenchTab, TabOptions } from './bench-tab.ts';
import type { BothProducts } from './serve-both.ts';
import { median } from './table.ts';

export interface Bench {
  browser: Browser;
  products: BothProducts;
  /** Initial session storage of the tabs. */
  storedSession: Record<string, string>;
  rounds: number;
  log: (line: string) => void;
}

export const sides = ['composed', 'monolith'] as const;

export type Side = (typeof sides)[number];

/** Runs `work` in a new tab of one of the products. */
export const inTab = async <T>(
  { browser, products, storedSession }: Bench,
  side: Side,
  work: (tab: BenchTab) => Promise<T>,
  options?: TabOptions,
): Promise<T> => {
  const tab = await openTab(
    browser,
    products[side],
    { ...(await products.signIn()), storedSession },
    options,
  );
  try {
    return await work(tab);
  } finally {
    await tab.close();
  }
};

/** Results of all contestants, one entry per round. */
export type Rounds<Name extends string, T> = Record<Name, T>[];

/**
 * Runs every contestant once per round, with the order reversed in every other round. The first round is a warm-up and
 * does not count.
 */
export const inRounds = async <Name extends string, T>(
  { rounds, log }: Bench,
  what: string,
  contestants: Record<Name, () => Promise<T>>,
): Promise<Rounds<Name, T>> => {
  const names = Object.keys(contestants) as Name[];
  const results: Rounds<Name, T> = [];
  for (let round = 0; round <= rounds; round += 1) {
    const result: Partial<Record<Name, T>> = {};
    for (const name of round % 2 === 0 ? names : names.toReversed()) result[name] = await contestants[name]();
    if (round > 0) results.push(result as Record<Name, T>);
  }
  log(`Measured ${what}`);
  return results;
};

/** The median of one contestant's values. */
export const findMedian = <Name extends string, T>(
  rounds: Rounds<Name, T>,
  name: Name,
  value: (measured: T) => number,
): number => median(rounds.map((round) => value(round[name])));

/** The median of the ratios within each round, so that temporary slowness affects both sides. */
export const findRatio = <Name extends string, T>(
  rounds: Rounds<Name, T>,
  [one, other]: readonly [Name, Name],
  value: (measured: T) => number,
): number => median(rounds.map((round) => value(round[one]) / value(round[other])));
