import { buckets, listBuckets } from '@readerlens/contract/buckets';
import type { Bucket } from '@readerlens/contract/buckets';
import { findDateRange, namedCatalogue, prepareForQuery } from '../../model/index.ts';
import type { FilterModel, ResolvedRange } from '../../model/index.ts';

/** The longest ranges, in days, that are divided into days and weeks without being asked: a month and a quarter. */
const longest = { day: 31, week: 92 } as const;

/** The most days or weeks that are columns of a chart. On a phone a column then has 3 pixels. */
const mostColumns = 100;

const countDays = (range: ResolvedRange): number => listBuckets(range, 'day').length;

const chooseBucket = (range: ResolvedRange): Bucket => {
  const days = countDays(range);
  if (days <= longest.day) return 'day';
  return days <= longest.week ? 'week' : 'month';
};

/** How a chart over time divides the dates of a model unless the user chooses, and what the user can choose. */
export const planBuckets = (model: FilterModel, now: Date): { automatic: Bucket; offered: Bucket[] } => {
  const range = findDateRange(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  if (!range) return { automatic: 'month', offered: ['month'] };
  const offered = buckets.filter(
    (bucket) => bucket === 'month' || listBuckets(range, bucket).length <= mostColumns,
  );
  return { automatic: chooseBucket(range), offered };
};
