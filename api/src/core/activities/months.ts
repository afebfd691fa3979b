import type { ResolvedRange } from '@readerlens/filters/model';

/** 'YYYY-MM' of every month in a range, in order. */
export const monthsOf = ({ from, to }: ResolvedRange): string[] => {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; month = monthAfter(month)) months.push(month);
  return months;
};

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [nextYear, next] = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${String(nextYear).padStart(4, '0')}-${String(next).padStart(2, '0')}`;
};

export const firstInstantOf = (month: string): string => `${month}-01T00:00:00.000Z`;

/** The day a number of months earlier; the last of the month if that day does not exist. */
export const monthsBefore = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
};
