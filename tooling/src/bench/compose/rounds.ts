import type { Browser } from '@playwright/test';
import { openTab } from './bench-tab.ts';
import type { BenchTab, TabOptions } from './bench-tab.ts';
import type { BothProducts } from './serve-both.ts';
import { median } from './table.ts';

export interface Bench {
  browser: Browser;
  products: BothProducts;
  /** What the tabs remember from the start. */
  remembered: Record<string, string>;
  rounds: number;
  say: (line: string) => void;
}

export const sides = ['composed', 'monolith'] as const;

export type Side = (typeof sides)[number];

/** Does `work` in a new tab of one of the products. */
export const inTab = async <T>(
  { browser, products, remembered }: Bench,
  side: Side,
  work: (tab: BenchTab) => Promise<T>,
  options?: TabOptions,
): Promise<T> => {
  const tab = await openTab(browser, products[side], { ...(await products.signIn()), remembered }, options);
  try {
    return await work(tab);
  } finally {
    await tab.close();
  }
};

/** What was measured turn by turn: one entry a round. */
export type Rounds<Name extends string, T> = Record<Name, T>[];

/**
 * Runs every contestant once a round, in an order that turns around with each round; a first round warms server and
 * browser and does not count.
 */
export const inTurns = async <Name extends string, T>(
  { rounds, say }: Bench,
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
  say(`measured ${what}`);
  return results;
};

/** The median of one contestant's values. */
export const medianOf = <Name extends string, T>(
  rounds: Rounds<Name, T>,
  name: Name,
  value: (measured: T) => number,
): number => median(rounds.map((round) => value(round[name])));

/** The median of the ratios within each round: what slows the machine for a while slows both. */
export const ratioOf = <Name extends string, T>(
  rounds: Rounds<Name, T>,
  [one, other]: readonly [Name, Name],
  value: (measured: T) => number,
): number => median(rounds.map((round) => value(round[one]) / value(round[other])));
