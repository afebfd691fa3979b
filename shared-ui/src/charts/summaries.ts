import { countText } from '@readerlens/contract/numbers';
import { sumValues } from './categories.ts';
import type { CategoryPoint, MonthPoint, Unit } from './chart-model.ts';
import { formatChange, formatShare } from './format.ts';
import { formatTimeInText } from './time-keys.ts';
import type { TimeKey } from './time-keys.ts';
import { formatCount } from '../format.ts';

const counted = (value: number, unit: Unit) => countText(value, unit.one, unit.many);

export const monthTotal = ({ value }: MonthPoint) => value.primary + value.secondary;

const span = (points: readonly MonthPoint[]) => {
  const [first, last]: [TimeKey, TimeKey] = [points[0] ?? { key: '' }, points.at(-1) ?? { key: '' }];
  if (first.key !== last.key) return `from ${formatTimeInText(first)} to ${formatTimeInText(last)}`;
  return `${first.bucket === 'day' ? 'on' : 'in'} ${formatTimeInText(first)}`;
};

/** ', 12% more than the 17,600 in the period before', or '' without a previous period. */
const formatPeriodChange = (points: readonly MonthPoint[], total: number): string => {
  const before = points.reduce((sum, { previous }) => sum + (previous?.value ?? 0), 0);
  if (before === 0) return '';
  const change = formatChange(total, before);
  if (!change) return `, compared with ${formatCount(before)} in the period before`;
  const { text, direction } = change;
  if (direction === 'same') return `, about as many as the ${formatCount(before)} in the period before`;
  const compared = direction === 'up' ? 'more' : 'less';
  return `, ${text.slice(1)} ${compared} than the ${formatCount(before)} in the period before`;
};

/** ' (1,200 in the period before)', or ''. */
const formatPreviousValue = ({ previous }: MonthPoint): string =>
  previous ? ` (${formatCount(previous.value)} in the period before)` : '';

/** ' Nov 2025 from Nov 22, Nov 2026 to Nov 22.', or '' if all of them are complete. */
const partialText = (points: readonly MonthPoint[]): string => {
  const parts = points.flatMap((point) =>
    point.partial ? `${formatTimeInText(point)} ${point.partial}` : [],
  );
  return parts.length > 0 ? ` Partial: ${parts.join(', ')}.` : '';
};

/**
 * '12,345 engagements from Dec 2025 to Nov 2026; highest Mar 2026 with 1,402.'
 * `additive` is false when months cannot be added up: the same person may be a unique reader of two months.
 */
export const monthsSummary = (points: readonly MonthPoint[], unit: Unit, additive = true): string => {
  const best = points.reduce<MonthPoint | undefined>(
    (top, point) => (top && monthTotal(top) >= monthTotal(point) ? top : point),
    undefined,
  );
  if (!best || monthTotal(best) === 0) return `No ${unit.many}.`;
  const total = points.reduce((sum, point) => sum + monthTotal(point), 0);
  const head = additive ? counted(total, unit) : `${capital(unit.many)} by ${best.bucket ?? 'month'}`;
  const change = additive ? formatPeriodChange(points, total) : '';
  const partial = partialText(points);
  if (points.length === 1) return `${head} ${span(points)}${change}.${partial}`;
  const highest = `${formatTimeInText(best)} with ${formatCount(monthTotal(best))}${formatPreviousValue(best)}`;
  return `${head} ${span(points)}${change}; highest ${highest}.${partial}`;
};

interface CategoriesOptions {
  /** False when categories overlap. Default true. */
  additive?: boolean;
  /** Parts of the whole that are not drawn. */
  omitted?: readonly CategoryPoint[];
}

/** 'Unclassified 1,200 (9.7%), Other 40 (0.32%)'. */
export const partsText = (points: readonly CategoryPoint[], whole: number): string =>
  points.map(({ name, value }) => `${name} ${formatCount(value)} (${formatShare(value, whole)})`).join(', ');

/**
 * 'Webinar leads with 4,210 of 12,345 engagements (34%), then Article (21%) and Brochure (9.0%). Not shown: Unclassified
 * 1,200 (9.7%).'
 */
export const categoriesSummary = (
  points: readonly CategoryPoint[],
  unit: Unit,
  { additive = true, omitted = [] }: CategoriesOptions = {},
): string => {
  const sorted = points.filter((point) => point.value > 0).sort((a, b) => b.value - a.value);
  const [first, ...others] = sorted;
  const total = sumValues([...sorted, ...omitted]);
  if (!first && total > 0) return `${counted(total, unit)}, all of them unclassified.`;
  if (!first) return `No ${unit.many}.`;
  const figure = (point: CategoryPoint) =>
    additive ? formatShare(point.value, total) : formatCount(point.value);
  const lead = additive
    ? `${first.name} leads with ${formatCount(first.value)} of ${counted(total, unit)} (${figure(first)})`
    : `${first.name} leads with ${counted(first.value, unit)}`;
  const next = others.slice(0, 2).map((point) => `${point.name} (${figure(point)})`);
  const rest = omitted.length > 0 ? ` Not shown: ${partsText(omitted, total)}.` : '';
  const before =
    first.previous === undefined
      ? ''
      : ` In the period before, ${first.name} had ${formatCount(first.previous)}.`;
  return `${lead}${next.length > 0 ? `, then ${next.join(' and ')}` : ''}.${before}${rest}`;
};

/** '340 documents; most Early, 0-3 months with 42.' */
export const cellsSummary = (
  cells: readonly { row: string; column: string; value: number }[],
  unit: Unit,
): string => {
  const total = sumValues(cells);
  if (total === 0) return `No ${unit.many}.`;
  const best = cells.reduce((top, cell) => (cell.value > top.value ? cell : top));
  return `${counted(total, unit)}; most in ${best.row}, ${best.column} with ${formatCount(best.value)}.`;
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Accessible name of the link behind a value: 'Webinar: 250 engagements'. */
export const linkLabel = ({ name, value }: Pick<CategoryPoint, 'name' | 'value'>, unit: Unit): string =>
  `${name}: ${countText(value, unit.one, unit.many)}`;
