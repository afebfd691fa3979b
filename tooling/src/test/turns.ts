import { countDays } from '@readerlens/filters/testing';

interface Turn {
  readonly name: string;
  /** CPU seconds. */
  readonly seconds: number;
}

/** The names of half of these, the other half on the next day. Both halves use about as much. */
export const chooseTurns = (turns: readonly Turn[], seed: number): Set<string> => {
  const sorted = [...turns].sort((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
  // In pairs: of each two neighbors, one runs on even days, and the heavier one by turns.
  const isEven = (index: number) => index % 4 === 0 || index % 4 === 3;
  const today = countDays(seed) % 2 === 0;
  return new Set(sorted.filter((_, index) => isEven(index) === today).map(({ name }) => name));
};
