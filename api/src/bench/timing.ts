/** The middle one; 0 of none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Does every work once a round, turn by turn, and answers the median that each took, in milliseconds. A first round
 * warms up and does not count.
 */
export const mediansInTurn = async <Name extends string>(
  rounds: number,
  works: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number>> => {
  const timings = Object.entries<() => Promise<unknown>>(works).map(([name, work]) => ({
    name,
    work,
    times: [] as number[],
  }));
  for (let round = 0; round <= rounds; round += 1)
    for (const { work, times } of timings) {
      const ms = await timed(work);
      if (round > 0) times.push(ms);
    }
  return Object.fromEntries(timings.map(({ name, times }) => [name, median(times)])) as Record<Name, number>;
};
