import type { Bucket } from '@readerlens/contract/buckets';
import { formatDay } from '@readerlens/contract/numbers';
import { formatMonth, formatMonthLong } from './format.ts';

/** A part of a chart's time. */
export interface TimeKey {
  /** YYYY-MM of a month, or the first day of a week or day as YYYY-MM-DD. */
  key: string;
  /** Default month. It stands beside the key, so that data of other buckets is never read wrong while new data loads. */
  bucket?: Bucket | undefined;
}

const shortDays = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** On an axis: "Mar '26", or the first day of a week or day: 'Mar 2'. */
export const formatTick = ({ key, bucket = 'month' }: TimeKey): string =>
  bucket === 'month' ? formatMonth(key) : shortDays.format(new Date(key));

/** As a name: 'Mar 2026', 'Week of Mar 2, 2026', 'Mar 2, 2026'. */
export const formatTime = ({ key, bucket = 'month' }: TimeKey): string => {
  if (bucket === 'month') return formatMonthLong(key);
  return bucket === 'week' ? `Week of ${formatDay(key)}` : formatDay(key);
};

/** In a sentence: 'the week of Mar 2, 2026'. */
export const formatTimeInText = (time: TimeKey): string =>
  time.bucket === 'week' ? `the week of ${formatDay(time.key)}` : formatTime(time);

/** In a table: "Mar '26", 'Week of Mar 2, 2026', 'Mar 2, 2026'. */
export const formatTimeInTable = (time: TimeKey): string =>
  (time.bucket ?? 'month') === 'month' ? formatMonth(time.key) : formatTime(time);
