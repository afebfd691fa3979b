/** The middle value; 0 for an empty list. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Runs the work and returns its duration in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Runs each function once per round and returns the median duration of each, in milliseconds. The first round is a
 * warm-up and does not count.
 */
export const mediansInRounds = async <Name extends string>(
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

/** Repeats the calls until the work is done, but at most `most` times. Returns their durations after the end of the work. */
export const repeatDuring = async (
  work: Promise<unknown>,
  calls: () => Promise<unknown>,
  most: number,
): Promise<number[]> => {
  const state = { isDone: false };
  const ended = work.finally(() => (state.isDone = true));
  const times: number[] = [];
  while (!state.isDone && times.length < most) times.push(await timed(calls));
  await ended;
  return times;
};
