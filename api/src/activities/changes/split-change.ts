import type { CallData, Calls } from '@readerlens/contract';
import { maxChangedParts } from '@readerlens/contract/marketing';

type Change = CallData<Calls['POST /api/marketing-performance/changes']>;

/** A part of a number in both periods. Each case is in one part, so the parts add up to the number. */
export interface CountedPart {
  readonly id: string;
  readonly current: number;
  readonly previous: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Says what a change is made of: the parts with the largest changes, and what all parts have gained and lost. Of equal changes
 * the larger part comes first, then the id, so that the order is always the same.
 */
export const splitChange = <Part extends CountedPart>(
  parts: readonly Part[],
): Omit<Change, 'parts'> & { parts: Part[] } => {
  const difference = ({ current, previous }: Part) => current - previous;
  const differences = parts.map(difference);
  return {
    current: sum(parts.map(({ current }) => current)),
    previous: sum(parts.map(({ previous }) => previous)),
    gained: sum(differences.filter((value) => value > 0)),
    lost: -sum(differences.filter((value) => value < 0)),
    parts: parts
      .filter((part) => difference(part) !== 0)
      .toSorted(
        (a, b) =>
          Math.abs(difference(b)) - Math.abs(difference(a)) ||
          Math.max(b.current, b.previous) - Math.max(a.current, a.previous) ||
          a.id.localeCompare(b.id, 'en', { numeric: true }),
      )
      .slice(0, maxChangedParts),
  };
};
