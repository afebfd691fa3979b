// A day is the milliseconds of its start in UTC.
import type { Random } from './random.ts';
import { dayMilliseconds } from '../../platform/time.ts';

export const day = dayMilliseconds;

export const toDay = (at: number): number => Math.floor(at / day) * day;
export const addDays = (at: number, days: number): number => at + days * day;

/** The same day some months before, or the last day of a shorter month. */
export const monthsBefore = (at: number, months: number): number => {
  const date = new Date(toDay(at));
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return date.getTime();
};

const weekdayWeight = [0.15, 0.95, 1.3, 1.3, 1, 0.8, 0.15];

/** How busy a day is: peaks on Tuesday and Wednesday, calm weekends, August, late December, a January rebound. */
export const dayWeight = (at: number): number => {
  const date = new Date(at);
  const month = date.getUTCMonth();
  const dayOfMonth = date.getUTCDate();
  const weekday = weekdayWeight[date.getUTCDay()] ?? 1;
  if (month === 7) return weekday * 0.8;
  if (month === 11 && dayOfMonth >= 20) return weekday * 0.4;
  if (month === 0 && dayOfMonth >= 6) return weekday * 1.25;
  return weekday;
};

export const isoDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A time of the day, mostly around early afternoon UTC, never after `now`. */
export const timeOfDay = (dayStart: number, random: Random, now: number): number => {
  const hours = Math.min(23.9, Math.max(0, random.around(14, 7)));
  const at = dayStart + Math.floor(hours * 3_600_000);
  return at <= now
    ? at
    : dayStart + Math.floor(random.next() * Math.max(1, Math.min(now, addDays(dayStart, 1)) - dayStart));
};
