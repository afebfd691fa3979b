import type { MonthPoint } from '@readerlens/ui/charts';
import {
  addDays,
  addYears,
  dateRangeFilter,
  namedCatalogue,
  prepareForQuery,
  rangeOf,
} from '../../model/index.ts';
import type { FilterModel, ResolvedRange } from '../../model/index.ts';

const dayMs = 86_400_000;

/** How many years a range is long, when it is whole years, its last day counted or not. */
const wholeYears = ({ from, to }: ResolvedRange): number | undefined =>
  [1, 2, 3].find((years) => {
    const end = addYears(from, years);
    return to === end || to === addDays(end, -1);
  });

/** The days before a range, as many as it has; whole years go back whole years. */
export const previousRange = (range: ResolvedRange): ResolvedRange => {
  const years = wholeYears(range);
  const days = (Date.parse(range.to) - Date.parse(range.from)) / dayMs + 1;
  const from = years === undefined ? addDays(range.from, -days) : addYears(range.from, -years);
  return { from, to: addDays(range.from, -1) };
};

/** The same filters for the period before, or undefined when they have no dates. */
export const previousModel = (model: FilterModel, now: Date): FilterModel | undefined => {
  const range = rangeOf(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  if (!range) return undefined;
  const others = model.filters.filter(({ $type }) => $type !== 'DateRange' && $type !== 'RelativeDateRange');
  return { ...model, filters: [...others, dateRangeFilter(previousRange(range))] };
};

/** Months with what they had a period before: the last beside the last, and so on back. */
export const withPrevious = (
  months: readonly MonthPoint[],
  before: readonly MonthPoint[] | undefined,
): MonthPoint[] =>
  months.map((month, at) => {
    const match = before?.[at + before.length - months.length];
    return match ? { ...month, previous: match.value.primary + match.value.secondary } : month;
  });
