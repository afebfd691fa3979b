// Describes alerts for mails and screens, without side effects.
import type { AlertRule, AlertSchedule } from '@readerlens/contract';
import { rulesFor } from './alert-types.ts';

/** Describes the rule of an alert in a few sentences. */
export const ruleInWords = (rule: AlertRule): string => rulesFor(rule).ruleInWords(rule);

/** A run in a sentence, with the number of activities, readers or organizations that it reports. */
export const runInWords = (rule: AlertRule, totalMatched: number): string =>
  totalMatched === 0 ? 'Nothing matched.' : rulesFor(rule).runInWords(rule, totalMatched);

const daysInWords = { First: '1st', Mid: '15th' } as const;

/** Writes 'Weekly on Monday at 06:00 (Europe/Berlin)'. */
export const scheduleInWords = (
  { frequency, dayOfWeek, dayOfMonth }: AlertSchedule,
  timeZone: string,
): string => {
  const days = {
    Daily: 'Daily',
    Weekly: `Weekly on ${dayOfWeek}`,
    Monthly: `Monthly on the ${daysInWords[dayOfMonth]}`,
  } as const;
  return `${days[frequency]} at 06:00 (${timeZone})`;
};
