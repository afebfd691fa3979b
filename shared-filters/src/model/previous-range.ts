import type { ComparedPeriod } from '@readerlens/contract/marketing';
import { addDays, addMonths, addYears, countRangeDays, findLastDay } from './dates.ts';
import type { ResolvedRange } from './dates.ts';

/** The length of a range of whole years, whether or not it includes its last day; undefined for other ranges. */
const wholeYears = ({ from, to }: ResolvedRange): number | undefined =>
  [1, 2, 3].find((years) => {
    const end = addYears(from, years);
    return to === end || to === addDays(end, -1);
  });

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7));

const isMonthEnd = (day: string): boolean => day === findLastDay(day.slice(0, 7));

/** The months of a range of whole calendar months; undefined for other ranges. */
const wholeMonths = ({ from, to }: ResolvedRange): number | undefined =>
  from.endsWith('-01') && isMonthEnd(to) ? monthsBetween(from, to) + 1 : undefined;

/** The months of the calendar unit that a range is the start of: a month, else a quarter, else a year. */
const startedUnit = ({ from, to }: ResolvedRange): number | undefined =>
  from.endsWith('-01')
    ? [1, 3, 12].find(
        (months) => (Number(from.slice(5, 7)) - 1) % months === 0 && monthsBetween(from, to) < months,
      )
    : undefined;

/**
 * The period before a range that it is compared with. Whole calendar months, so quarters and years, are compared with as
 * many months before; the start of a month, quarter or year with the same days of the one before; ranges of whole years
 * with whole years; others with as many days.
 */
export const previousRange = (range: ResolvedRange): ResolvedRange => {
  const { from, to } = range;
  const months = wholeMonths(range);
  if (months !== undefined) return { from: addMonths(from, -months), to: addDays(from, -1) };
  const unit = startedUnit(range);
  if (unit !== undefined) return { from: addMonths(from, -unit), to: addMonths(to, -unit) };
  const years = wholeYears(range);
  return {
    from: years === undefined ? addDays(from, -countRangeDays(range)) : addYears(from, -years),
    to: addDays(from, -1),
  };
};

/** The period that a range is compared with. */
export const comparedRange = (range: ResolvedRange, period: ComparedPeriod): ResolvedRange => {
  if (period === 'previous') return previousRange(range);
  return { from: addYears(range.from, -1), to: addYears(range.to, -1) };
};
