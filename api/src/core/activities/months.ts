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
