// Days are 'YYYY-MM-DD' in UTC and compare as strings. `now` is always a parameter.
import type { RelativeRange } from '@readerlens/contract/vocabulary';
import type { DateRangeValue } from './kinds.ts';

export type ResolvedRange = { readonly from: string; readonly to: string };

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

export const formatDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The last day of a month such as '2026-02'. */
export const findLastDay = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return formatDay(new Date(Date.UTC(year, number, 0)));
};

const isSaneDay = (day: string): boolean => day >= '1900-01-01' && day <= '2199-12-31';

/** Parses a calendar day; an instant becomes its day in UTC. Undefined if invalid. */
export const calendarDay = (input: unknown): string | undefined => {
  if (typeof input !== 'string') return undefined;
  if (!dayPattern.test(input) && !instantPattern.test(input)) return undefined;
  // Date rolls 2023-02-30 over into March, so check that the day round-trips.
  if (!isCalendarDay(input.slice(0, 10))) return undefined;
  const time = Date.parse(input);
  return Number.isNaN(time) ? undefined : formatDay(new Date(time));
};

/** Parses a calendar day between 1900 and 2199. */
export const parseDay = (input: unknown): string | undefined => {
  const day = calendarDay(input);
  return day !== undefined && isSaneDay(day) ? day : undefined;
};

const isCalendarDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && formatDay(date) === day;
};

export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00.000Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return formatDay(date);
};

/** The same day in another year; February 29 becomes the 28th in common years. */
export const addYears = (day: string, years: number): string => {
  const moved = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  return isCalendarDay(moved) ? moved : `${moved.slice(0, 8)}28`;
};

/** The same day in another month, or its last day if that is earlier. */
export const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const moved = formatDay(new Date(Date.UTC(year, month - 1 + months, 1))).slice(0, 7);
  const last = findLastDay(moved);
  const same = `${moved}${day.slice(7)}`;
  return same < last ? same : last;
};

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

/** The last twelve months. */
export const defaultDateRange = (now: Date): ResolvedRange => ({
  from: addYears(formatDay(now), -1),
  to: formatDay(now),
});

/**
 * Fills a range's open ends. With an end only, it starts a year earlier; with a start only, it ends a year later but
 * not after today (nor before its start); with neither, it is the last year.
 */
export const normalizeDateRange = ({ from, to }: DateRangeValue, now: Date): ResolvedRange => {
  if (from !== null && to !== null) return { from, to };
  if (to !== null) return { from: addYears(to, -1), to };
  if (from !== null) return { from, to: later(from, earlier(addYears(from, 1), formatDay(now))) };
  return defaultDateRange(now);
};

/** The first and last day of a relative range; null for Custom. */
export const resolveRelativeRange = (code: RelativeRange, now: Date): ResolvedRange | null => {
  const today = formatDay(now);
  if (code === 'custom') return null;
  const [, calendar, digits = '0', unit] = /^(\/y)?-(\d+)([dy])$/.exec(code) ?? [];
  const count = Number(digits);
  if (calendar) {
    const year = Number(today.slice(0, 4));
    return { from: `${year - count}-01-01`, to: `${year - 1}-12-31` };
  }
  const from = unit === 'd' ? addDays(today, -count) : addYears(today, -count);
  return { from, to: today };
};

/** The first day of the quarter that starts `quarters` after the one of `day`. */
const quarterStart = (day: string, quarters = 0): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return formatDay(new Date(Date.UTC(year, (Math.floor((month - 1) / 3) + quarters) * 3, 1)));
};

export interface DatePreset extends ResolvedRange {
  readonly name: string;
}

/** Calendar months and quarters, the current ones until today. Unlike relative ranges they are saved as dates. */
export const datePresets = (now: Date): DatePreset[] => {
  const today = formatDay(now);
  const month = `${today.slice(0, 8)}01`;
  const lastMonthEnd = addDays(month, -1);
  const quarter = quarterStart(today);
  return [
    { name: 'This month', from: month, to: today },
    { name: 'Last month', from: `${lastMonthEnd.slice(0, 8)}01`, to: lastMonthEnd },
    { name: 'This quarter', from: quarter, to: today },
    { name: 'Last quarter', from: quarterStart(today, -1), to: addDays(quarter, -1) },
  ];
};

const dayMs = 86_400_000;

/** The number of days of a range, its last one included. */
export const countRangeDays = ({ from, to }: ResolvedRange): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** A range as half-open instants, for a store that compares timestamps: from <= t < before. */
export const toInstants = (range: ResolvedRange): { readonly from: string; readonly before: string } => ({
  from: `${range.from}T00:00:00.000Z`,
  before: `${addDays(range.to, 1)}T00:00:00.000Z`,
});
