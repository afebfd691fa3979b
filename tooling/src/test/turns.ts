import { countDays, daysOfRound } from '@readerlens/filters/testing';

interface Turn {
  readonly name: string;
  /** CPU seconds. */
  readonly seconds: number;
}

/** The names of a third of these, the others on the next two days. Each day uses about as much. */
export const chooseTurns = (turns: readonly Turn[], seed: number): Set<string> => {
  const sorted = [...turns].sort((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
  // Each day has one of three neighbors; the day with the heaviest of them has the lightest of the next three.
  const chooseDay = (index: number) => {
    const place = index % daysOfRound;
    return Math.floor(index / daysOfRound) % 2 === 0 ? place : daysOfRound - 1 - place;
  };
  const today = countDays(seed) % daysOfRound;
  return new Set(sorted.filter((_, index) => chooseDay(index) === today).map(({ name }) => name));
};
