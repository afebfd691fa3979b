// Numbers and dates as people read them: pages, files and mails write them alike.
const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 12345 -> '12,345'. */
export const formatCount = (value: number): string => counts.format(value);

/** '1 activity', '2,000 activities'. */
export const countText = (count: number, one: string, several = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : several}`;

/** '1 activity', '2,000 activities'. */
export const countActivities = (count: number): string => countText(count, 'activity', 'activities');

/** In percent; changes up to this are neither good nor bad. */
const mostMinor = 2;

/** Percentages of smaller numbers, and larger percentages, say less than the numbers do. */
const leastCompared = 5;
const mostPercent = 1000;

interface Change {
  text: string;
  direction: 'up' | 'down' | 'same';
  /** Whether it is more than 2 %, as shown. */
  isNotable: boolean;
}

/** From `before`, which is not 0, to `now`, in whole percents. */
export const changeInPercent = (now: number, before: number): number => Math.round((now / before - 1) * 100);

/** From `before` to `now`: '+12%', '−3%', '0%'. Whole percents; undefined where only the numbers say something. */
export const formatChange = (now: number, before: number): Change | undefined => {
  const percent = changeInPercent(now, before);
  if (before < leastCompared || percent > mostPercent) return undefined;
  if (percent === 0) return { text: '0%', direction: 'same', isNotable: false };
  return {
    text: `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}%`,
    direction: percent > 0 ? 'up' : 'down',
    isNotable: Math.abs(percent) > mostMinor,
  };
};

const days = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** '2026-03-10' -> 'Mar 10, 2026'. */
export const formatDay = (day: string): string => days.format(new Date(day));

/** 'Mar 10 – 12, 2026', or one date. */
export const formatDays = (from: string, to: string): string =>
  days.formatRange(new Date(from), new Date(to));
