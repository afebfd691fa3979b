/** Round numbers from 0 to at least `most`, for the lines of an axis: 4 to 6 of them. */
export const computeTicks = (most: number): number[] => {
  const rough = Math.max(most, Number.EPSILON) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10);
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: Math.max(count, 1) + 1 }, (_, at) => Number((at * step).toPrecision(12)));
};

/** The middle value of a list; of an even number the mean of both in the middle. 0 for none. */
export const findMedian = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
};
