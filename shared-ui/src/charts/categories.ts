import type { CategoryPoint, ColorSlot } from './chart-model.ts';

const unnamed = new Set(['unclassified', '-1']);

/** Whether a category means 'unknown'; category pies leave those out. */
const isUnclassified = (point: Pick<CategoryPoint, 'name'>): boolean =>
  unnamed.has(point.name.trim().toLowerCase());

const byValue = (a: CategoryPoint, b: CategoryPoint) =>
  b.value - a.value || a.name.localeCompare(b.name, 'en-US');

interface SegmentOptions {
  limit?: number;
  /** Link to the list of the segments combined in 'Other'. */
  hrefOfRest?: ((rest: readonly CategoryPoint[]) => string) | undefined;
}

/** Whether any category has a value of the previous period. */
export const isCompared = (points: readonly CategoryPoint[]): boolean =>
  points.some(({ previous }) => previous !== undefined);

/** The values of several categories, now and, if compared, in the previous period. */
const sumCategories = (points: readonly CategoryPoint[]): Pick<CategoryPoint, 'previous' | 'value'> => ({
  value: sumValues(points),
  ...(isCompared(points) ? { previous: points.reduce((sum, { previous = 0 }) => sum + previous, 0) } : {}),
});

const mergeRest = (rest: readonly CategoryPoint[], { hrefOfRest }: SegmentOptions): CategoryPoint[] =>
  rest.length === 0 ? [] : [{ name: 'Other', ...sumCategories(rest), href: hrefOfRest?.(rest) }];

/** One category for all unknown ones. */
const mergeUnclassified = (points: readonly CategoryPoint[]): CategoryPoint[] => {
  const [first, ...others] = points.filter(isUnclassified);
  if (!first) return [];
  const href = others.length === 0 ? first.href : undefined;
  return [{ name: 'Unclassified', ...sumCategories([first, ...others]), href }];
};

/**
 * The `limit` (8) largest named categories, largest first, and what a pie of them leaves out: 'Unclassified', and the
 * smaller ones as 'Other'. Together they are the whole.
 */
export const namedCategories = (
  points: readonly CategoryPoint[],
  options: SegmentOptions = {},
): { shown: CategoryPoint[]; omitted: CategoryPoint[] } => {
  const counted = points.filter(({ value }) => value > 0).sort(byValue);
  const named = counted.filter((point) => !isUnclassified(point));
  const { limit = 8 } = options;
  return {
    shown: named.slice(0, limit),
    omitted: [...mergeRest(named.slice(limit), options), ...mergeUnclassified(counted)],
  };
};

/** The `limit` (8) largest segments, and the rest as 'Other', so that the total stays the same. */
export const topSegments = (
  points: readonly CategoryPoint[],
  options: SegmentOptions = {},
): CategoryPoint[] => {
  const { limit = 8 } = options;
  const sorted = points.filter((point) => point.value > 0).sort(byValue);
  return [...sorted.slice(0, limit), ...mergeRest(sorted.slice(limit), options)];
};

export const sumValues = (points: readonly { value: number }[]): number =>
  points.reduce((sum, point) => sum + point.value, 0);

const fixedSlots: Record<string, ColorSlot> = {
  Early: 'early',
  Middle: 'middle',
  Late: 'late',
  Unclassified: 'other',
  Other: 'other',
};
const wheel: ColorSlot[] = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'];

/** The palette slot of the category at `index`; stages and 'Other' have fixed slots. */
export const chooseColorSlot = (name: string, index: number): ColorSlot =>
  fixedSlots[name] ?? wheel[index % wheel.length] ?? 'c1';
