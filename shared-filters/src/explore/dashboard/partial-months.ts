import { findBucketDays } from '@readerlens/contract/buckets';
import type { MonthPoint } from '@readerlens/ui/charts';
import { formatDay, namedCatalogue, prepareForQuery, findDateRange } from '../../model/index.ts';
import type { FilterModel, ResolvedRange } from '../../model/index.ts';

const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Which part of a month or week a range has: 'from Nov 22', 'to Nov 22', 'Nov 5 – 22'; undefined if it has all of it. */
const formatCoveredPart = (
  { key, bucket = 'month' }: MonthPoint,
  { from, to }: ResolvedRange,
): string | undefined => {
  const { from: first, to: last } = findBucketDays(key, bucket);
  const [startsLater, endsEarlier] = [from > first && from <= last, to < last && to >= first];
  if (startsLater && endsEarlier) return days.formatRange(new Date(from), new Date(to));
  if (startsLater) return `from ${days.format(new Date(from))}`;
  return endsEarlier ? `to ${days.format(new Date(to))}` : undefined;
};

/** Marks the months or weeks that the dates of a model, or today, cut. */
export const withPartial = (months: readonly MonthPoint[], model: FilterModel, now: Date): MonthPoint[] => {
  const range = findDateRange(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  if (!range) return [...months];
  const today = formatDay(now);
  const counted = { from: range.from, to: range.to < today ? range.to : today };
  return months.map((month) => ({ ...month, partial: formatCoveredPart(month, counted) }));
};
