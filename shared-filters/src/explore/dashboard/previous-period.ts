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

/** The model for the previous period, or undefined if it has no dates. */
export const previousModel = (model: FilterModel, now: Date): FilterModel | undefined => {
  const range = rangeOf(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  if (!range) return undefined;
  const others = model.filters.filter(({ $type }) => $type !== 'DateRange' && $type !== 'RelativeDateRange');
  return { ...model, filters: [...others, dateRangeFilter(previousRange(range))] };
};

/** Adds the previous period's values to months, aligned from the last month backwards. */
export const withPrevious = (
  months: readonly MonthPoint[],
  before: readonly MonthPoint[] | undefined,
): MonthPoint[] =>
  months.map((month, at) => {
    const match = before?.[at + before.length - months.length];
    if (!match) return month;
    const { key, value } = match;
    return { ...month, previous: { key, value: value.primary + value.secondary } };
  });
