// How charts over time divide a range. Days are 'YYYY-MM-DD' in UTC, weeks start on Monday. No schema library here.

/** The parts of a range, the shortest first. */
export const buckets = ['day', 'week', 'month'] as const;
export type Bucket = (typeof buckets)[number];

/** The most days or weeks that a range may be divided into. */
export const maxBuckets = 400;

const dayMs = 86_400_000;

const shift = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** How many days after a Monday a day is. */
const findWeekday = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;

/** The key of the bucket that has a day: its month as YYYY-MM, or the first day of its week, or the day. */
export const findBucket = (day: string, bucket: Bucket): string => {
  if (bucket === 'month') return day.slice(0, 7);
  return bucket === 'week' ? shift(day, -findWeekday(day)) : day;
};

/** The key of the bucket that is `count` after one, or before it if negative. */
export const moveBucket = (key: string, bucket: Bucket, count: number): string => {
  if (bucket !== 'month') return shift(key, count * (bucket === 'week' ? 7 : 1));
  const [year = 0, month = 1] = key.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 7);
};

const findFirstDay = (key: string, bucket: Bucket): string => (bucket === 'month' ? `${key}-01` : key);

/** The first and the last day of a bucket. */
export const findBucketDays = (
  key: string,
  bucket: Bucket,
): { readonly from: string; readonly to: string } => ({
  from: findFirstDay(key, bucket),
  to: shift(findFirstDay(moveBucket(key, bucket, 1), bucket), -1),
});

/** The keys of all buckets of a range, in order. The first and the last one may begin before it and end after it. */
export const listBuckets = (
  { from, to }: { readonly from: string; readonly to: string },
  bucket: Bucket,
): string[] => {
  const keys: string[] = [];
  const last = findBucket(to, bucket);
  for (let key = findBucket(from, bucket); key <= last; key = moveBucket(key, bucket, 1)) keys.push(key);
  return keys;
};
