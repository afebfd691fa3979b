// What `npm test` does in part, a different part each day, and the soak as a whole.
import { countDays, countRounds, daysOfRound } from '@readerlens/filters/testing';

/** `npm test` sets and prints it: the same seed repeats the same choices. Elsewhere it is the date, as in unit tests. */
const testSeed = Number(process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));

interface Turns {
  /** How many of the choices. Default 1. */
  count?: number;
  seed?: number;
}

/** Some of the choices, others in the next round, so that each has its turn also in tests that take turns; all of them in the soak. */
export const rotate = <T>(choices: readonly T[], { count = 1, seed = testSeed }: Turns = {}): T[] => {
  if (process.env.SOAK || choices.length <= count) return [...choices];
  const round = countRounds(seed);
  return Array.from({ length: count }, (_, place) => choices[(round * count + place) % choices.length]!);
};

/** Tests with this tag run each day: what a spec is about. The others run on one day of three, and in the soak. */
export const mainStory = '@main-story';

/** Whether a test without that tag runs on this day: about a third of them do. */
export const takesTurn = (name: string, seed = testSeed): boolean => {
  const letters = Array.from(name, (letter) => letter.codePointAt(0)!).reduce((sum, code) => sum + code, 0);
  return Boolean(process.env.SOAK) || (countDays(seed) + letters) % daysOfRound === 0;
};
