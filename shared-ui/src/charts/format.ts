import { formatChange, formatCount } from '@readerlens/contract/numbers';

export { formatChange, formatDay, formatDays } from '@readerlens/contract/numbers';

const shortCounts = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat('en-US', {
  minimumSignificantDigits: 2,
  maximumSignificantDigits: 2,
});

/** 12345 -> '12.3K': for axis ticks and other narrow places. */
export const formatShortCount = (value: number): string => shortCounts.format(value);

/** A share as a percentage with two significant digits: (1, 3) -> '33%', (1, 20) -> '5.0%'. */
export const formatShare = (value: number, total: number): string =>
  value > 0 && total > 0 ? `${twoDigits.format((value / total) * 100)}%` : '0%';

/** '+12%' compared to the previous period, 'from 3' without a percentage, or 'New' if there was nothing. */
export const formatCompared = (now: number, before: number): string => {
  if (before === 0) return now > 0 ? 'New' : '';
  return formatChange(now, before)?.text ?? `from ${formatCount(before)}`;
};

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Months are read as text: a Date would shift '2026-03' into February west of Greenwich.
const findMonthName = (key: string) => monthNames[Number(key.slice(5, 7)) - 1] ?? key;

/** '2026-03' -> "Mar '26". */
export const formatMonth = (key: string): string => `${findMonthName(key)} '${key.slice(2, 4)}`;

/** '2026-03' -> 'Mar 2026': in running text. */
export const formatMonthLong = (key: string): string => `${findMonthName(key)} ${key.slice(0, 4)}`;

/** Cuts a title to `limit` characters, including the ellipsis. */
export const truncateTitle = (title: string, limit: number): string => {
  const characters = Array.from(title);
  if (characters.length <= limit) return title;
  const kept = characters.slice(0, limit - 1).join('');
  return `${kept.trimEnd()}…`;
};
