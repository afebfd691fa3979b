// What `npm test` does in part, a different part each day, and the soak as a whole.

/** `npm test` prints it first: the same seed repeats the same choices. The date is the default, as in unit tests. */
const seed = Number(process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));

/** `count` of the choices, others with the next seed, so that each has its turn; all of them in the soak. */
export const rotate = <T>(choices: readonly T[], count = 1): T[] => {
  if (process.env.SOAK || choices.length <= count) return [...choices];
  return Array.from({ length: count }, (_, place) => choices[(seed * count + place) % choices.length]!);
};
