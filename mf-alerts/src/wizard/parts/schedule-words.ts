import { daysOfMonth } from '@readerlens/contract/alerts';
import type { AlertSchedule } from '@readerlens/contract/alerts';

const ordinals: Readonly<Record<keyof typeof daysOfMonth, string>> = { First: '1st', Mid: '15th' };

export const dayOfMonthOptions = (Object.keys(daysOfMonth) as (keyof typeof daysOfMonth)[]).map((value) => ({
  value,
  label: `The ${ordinals[value]}`,
}));

/** 'Runs every Monday at 06:00 (Europe/Berlin).' */
export const scheduleWords = (
  { frequency, dayOfWeek, dayOfMonth }: AlertSchedule,
  timeZone: string,
): string => {
  const days = {
    Daily: 'every day',
    Weekly: `every ${dayOfWeek}`,
    Monthly: `on the ${ordinals[dayOfMonth]} of every month`,
  };
  return `Runs ${days[frequency]} at 06:00 (${timeZone}).`;
};
