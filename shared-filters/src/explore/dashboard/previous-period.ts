import { moveBucket } from '@readerlens/contract/buckets';
import type { ComparedPeriod } from '@readerlens/contract/marketing';
import type { CategoryPoint, MonthPoint } from '@readerlens/ui/charts';
import {
  comparedRange,
  dateRangeFilter,
  namedCatalogue,
  prepareForQuery,
  findDateRange,
} from '../../model/index.ts';
import type { FilterModel } from '../../model/index.ts';

/** The model for the period that it is compared with, or undefined if it has no dates. */
export const previousModel = (
  model: FilterModel,
  now: Date,
  period: ComparedPeriod = 'previous',
): FilterModel | undefined => {
  const range = findDateRange(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  if (!range) return undefined;
  const others = model.filters.filter(({ $type }) => $type !== 'DateRange' && $type !== 'RelativeDateRange');
  return { ...model, filters: [...others, dateRangeFilter(comparedRange(range, period))] };
};

/** Adds the previous period's values to categories. Those without any then have 0. */
export const withPreviousValues = <T extends CategoryPoint>(
  points: readonly T[],
  before: readonly CategoryPoint[] | undefined,
): (Pick<CategoryPoint, 'previous'> & T)[] => {
  if (!before) return [...points];
  const previousValues = new Map(before.map(({ id, name, value }) => [id ?? name, value]));
  return points.map((point) => ({ ...point, previous: previousValues.get(point.id ?? point.name) ?? 0 }));
};

/** The months, weeks or days before one, the last one last. */
const monthsBefore = ({ key, bucket }: MonthPoint, count: number): MonthPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    key: moveBucket(key, bucket ?? 'month', at - count),
    ...(bucket ? { bucket } : {}),
    value: { primary: 0, secondary: 0 },
  }));

/**
 * Adds the previous period's values to months, weeks or days, aligned from the last one backwards. A previous period with
 * more of them adds some before the first one, without values of their own, so that nothing of it is left out.
 */
export const withPrevious = (
  months: readonly MonthPoint[],
  loaded: readonly MonthPoint[] = [],
): MonthPoint[] => {
  const [first] = months;
  if (!first) return [];
  // Neither is mixed with the other while one of them loads in other steps.
  const before = loaded.filter(({ bucket }) => bucket === first.bucket);
  const aligned = [...monthsBefore(first, Math.max(0, before.length - months.length)), ...months];
  return aligned.map((month, at) => {
    const match = before[at + before.length - aligned.length];
    if (!match) return month;
    const { key, value } = match;
    return { ...month, previous: { key, value: value.primary + value.secondary } };
  });
};
