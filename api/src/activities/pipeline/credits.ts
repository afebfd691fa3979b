// How the amount of a deal is divided among its touches. All amounts are whole cents.
import { creditHalfLifeDays } from '@readerlens/contract/marketing-pipeline';
import type { CreditModel } from '@readerlens/contract/marketing-pipeline';

const dayMs = 86_400_000;

/** Divides cents by weights: each part is rounded down, and the largest remainders get the cents that are left, the first of equal ones first. */
const divideCents = (cents: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (cents * weight) / sum);
  const parts = exact.map(Math.floor);
  let left = cents - parts.reduce((total, part) => total + part, 0);
  // What two equal shares differ by in floating point must not decide between them.
  const remainders = exact.map((share, at) => Math.round((share - parts[at]!) * 1e6));
  const order = remainders.map((_, at) => at).sort((a, b) => remainders[b]! - remainders[a]! || a - b);
  for (const at of order) {
    if (left <= 0) break;
    parts[at]! += 1;
    left -= 1;
  }
  return parts;
};

const positionWeights = (count: number): number[] => {
  if (count <= 2) return Array<number>(count).fill(1);
  // 20 % are shared by those in the middle.
  const middle = 20 / (count - 2);
  return Array.from({ length: count }, (_, at) => (at === 0 || at === count - 1 ? 40 : middle));
};

const only = (count: number, chosen: number): number[] =>
  Array.from({ length: count }, (_, at) => (at === chosen ? 1 : 0));

/** The weight of each touch, in their order. `ages` are in days before the end of the deal. */
const weighTouches = (model: CreditModel, ages: readonly number[]): number[] => {
  const count = ages.length;
  switch (model) {
    case 'even':
      return ages.map(() => 1);
    case 'first':
      return only(count, 0);
    case 'last':
      return only(count, count - 1);
    case 'position':
      return positionWeights(count);
    case 'decay': {
      // Relative to the latest one, so that old touches of an old deal do not all vanish.
      const latest = Math.min(...ages);
      return ages.map((age) => 2 ** (-(age - latest) / creditHalfLifeDays));
    }
  }
};

/** The cents of each touch, which add up to the amount. `times` are in order; `end` is the close, or today for an open deal. */
export const creditTouches = (
  model: CreditModel,
  cents: number,
  times: readonly Date[],
  end: Date,
): number[] =>
  divideCents(
    cents,
    weighTouches(
      model,
      times.map((time) => (end.getTime() - time.getTime()) / dayMs),
    ),
  );
