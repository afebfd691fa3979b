// What `npm test` does in part, a different part each day, and the soak as a whole.

/** `npm test` prints it first: the same seed repeats the same choices. The date is the default, as in unit tests. */
const testSeed = Number(process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));

const msPerDay = 86_400_000;

/** The days since 1970 until a seed that is a date, such as 20261127; any other seed is its own number. */
const countDays = (seed: number): number => {
  const [, year, month, day] = (/^(\d{4})(\d\d)(\d\d)$/.exec(String(seed)) ?? []).map(Number);
  return year && month && day ? Date.UTC(year, month - 1, day) / msPerDay : seed;
};

interface Turns {
  /** How many of the choices. Default 1. */
  count?: number;
  /** For how many days they stay. Default 1. */
  days?: number;
  seed?: number;
}

/** Some of the choices, others on another day, so that each has its turn; all of them in the soak. */
export const rotate = <T>(
  choices: readonly T[],
  { count = 1, days = 1, seed = testSeed }: Turns = {},
): T[] => {
  if (process.env.SOAK || choices.length <= count) return [...choices];
  const round = Math.floor(countDays(seed) / days);
  return Array.from({ length: count }, (_, place) => choices[(round * count + place) % choices.length]!);
};

/** Tests with this tag run on every other day, and in the soak. */
export const turnsTag = '@every-other-day';

/** Whether a test with that tag runs on this day: about half of them do. */
export const takesTurn = (name: string, seed = testSeed): boolean => {
  const letters = Array.from(name, (letter) => letter.codePointAt(0)!).reduce((sum, code) => sum + code, 0);
  return Boolean(process.env.SOAK) || (countDays(seed) + letters) % 2 === 0;
};
