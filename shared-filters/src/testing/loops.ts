// How often tests repeat their random cases, and from which seed.

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** Whether this is a long run: `pnpm soak` sets SOAK. */
export const isSoak = Boolean(process.env.SOAK);

/** How often a loop runs: the small number in `npm test`, the large one in `pnpm soak`. */
export const runs = ({ test, soak }: { test: number; soak: number }): number => (isSoak ? soak : test);

/**
 * The seed of all random cases, an integer. TEST_SEED, which `npm test` sets to the date of the commit and prints first, else
 * the UTC date as in 20260331, so that each day tries other cases. fast-check prints it with each failure.
 */
export const testSeed = Number(
  process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''),
);

/**
 * One of `parts` shares of cases that are alike, the next one with the next seed, so that each case has its turn; all cases
 * in `pnpm soak`. At least one case, if there are any.
 */
export const share = <T>(cases: readonly T[], parts: number, seed = testSeed): T[] => {
  const period = Math.min(parts, cases.length);
  return cases.filter((_, index) => isSoak || index % period === seed % period);
};

const msPerDay = 86_400_000;

/** The days since 1970 until a seed that is a date, such as 20261127; any other seed is its own number. */
export const countDays = (seed: number): number => {
  const [, year, month, day] = (/^(\d{4})(\d\d)(\d\d)$/.exec(String(seed)) ?? []).map(Number);
  return year && month && day ? Date.UTC(year, month - 1, day) / msPerDay : seed;
};

/** Tests that take turns run on one day of a round. */
export const daysOfRound = 3;

/** The rounds since 1970. What changes by round meets each test that takes turns. */
export const countRounds = (seed: number): number => Math.floor(countDays(seed) / daysOfRound);

/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
export const seededRandom = (seed = testSeed): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
