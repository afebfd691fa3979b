import { addDays, addYears } from './dates.ts';
import type { ResolvedRange } from './dates.ts';

const dayMs = 86_400_000;

/** The length of a range of whole years, whether or not it includes its last day; undefined for other ranges. */
const wholeYears = ({ from, to }: ResolvedRange): number | undefined =>
  [1, 2, 3].find((years) => {
    const end = addYears(from, years);
    return to === end || to === addDays(end, -1);
  });

/** The period of equal length before a range; ranges of whole years move back by whole years. */
export const previousRange = (range: ResolvedRange): ResolvedRange => {
  const years = wholeYears(range);
  const days = (Date.parse(range.to) - Date.parse(range.from)) / dayMs + 1;
  const from = years === undefined ? addDays(range.from, -days) : addYears(range.from, -years);
  return { from, to: addDays(range.from, -1) };
};
