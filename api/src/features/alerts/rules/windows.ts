import type { AlertSchedule } from '@readerlens/contract';
import { daysOfMonth, daysOfWeek } from '@readerlens/contract/alerts';
import { addMonths } from '@readerlens/filters/model';
import { cutOff } from '../../../platform/jobs/index.ts';
import type { DateRule, Weekday } from '../../../platform/db/index.ts';

/** Half-open; empty if both instants are the same. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

export interface Windows {
  readonly current: Window;
  /** What the current window is compared with; null for alerts that compare nothing. */
  readonly baseline: Window | null;
}

/** The local time of every run: transactions that began before its cut-off, at midnight, have six hours to commit. */
const slotTime = '06:00';

export const buildSlotRule = ({ frequency, dayOfWeek, dayOfMonth }: AlertSchedule): DateRule => {
  switch (frequency) {
    case 'Daily':
      return { every: 'day', at: slotTime };
    case 'Weekly':
      return { every: 'week', days: [(daysOfWeek.indexOf(dayOfWeek) + 1) as Weekday], at: slotTime };
    case 'Monthly':
      return { every: 'month', day: daysOfMonth[dayOfMonth], at: slotTime };
  }
};

/** The local date on which the current window starts. */
export const currentStart = ({ activityMonths }: { readonly activityMonths: number }, date: string): string =>
  addMonths(date, -activityMonths);

/**
 * The window that a slot counts in. Months are counted back from the slot's date each time: month by month, the 31st would
 * become the 28th for good.
 */
export const countedWindow = (
  rule: { readonly activityMonths: number },
  { date, timeZone }: { readonly date: string; readonly timeZone: string },
): Window => ({ from: cutOff(currentStart(rule, date), timeZone), to: cutOff(date, timeZone) });
