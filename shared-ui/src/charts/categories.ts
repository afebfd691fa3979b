import type { CategoryPoint, ColorSlot } from './chart-model.ts';

const unnamed = new Set(['unclassified', '-1']);

/** Whether a category means 'unknown'; category pies leave those out. */
const isUnclassified = (point: Pick<CategoryPoint, 'name'>): boolean =>
  unnamed.has(point.name.trim().toLowerCase());

const byValue = (a: CategoryPoint, b: CategoryPoint) =>
  b.value - a.value || a.name.localeCompare(b.name, 'en-US');

/** The `limit` largest named categories, largest first. */
export const namedCategories = (points: readonly CategoryPoint[], limit = 8): CategoryPoint[] =>
  points
    .filter((point) => point.value > 0 && !isUnclassified(point))
    .sort(byValue)
    .slice(0, limit);

interface SegmentOptions {
  limit?: number;
  /** Link to the list of the segments combined in 'Other'. */
  hrefOfRest?: ((rest: readonly CategoryPoint[]) => string) | undefined;
}

/** The `limit` (8) largest segments, and the rest as 'Other', so that the total stays the same. */
export const topSegments = (
  points: readonly CategoryPoint[],
  { limit = 8, hrefOfRest }: SegmentOptions = {},
): CategoryPoint[] => {
  const sorted = points.filter((point) => point.value > 0).sort(byValue);
  const rest = sorted.slice(limit);
  if (rest.length === 0) return sorted;
  return [...sorted.slice(0, limit), { name: 'Other', value: totalOf(rest), href: hrefOfRest?.(rest) }];
};

export const totalOf = (points: readonly { value: number }[]): number =>
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
export const slotOf = (name: string, index: number): ColorSlot =>
  fixedSlots[name] ?? wheel[index % wheel.length] ?? 'c1';
