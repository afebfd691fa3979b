import { completeColumns, exportColumns } from '@readerlens/contract/explorer';
import type { ExportColumnDefinition } from '@readerlens/contract/explorer';

/** The names of columns as they are exported: known ones once each, mandatory ones always. */
export const completeNames = (names: readonly string[]): string[] =>
  completeColumns(names).map(({ field }) => field);

const placeIn = new Map(exportColumns.map(({ field }, place) => [field, place]));

/** A column more at the end, or one less; mandatory ones stay. */
export const withColumn = (names: readonly string[], field: string, on: boolean): string[] =>
  completeNames(on ? [...names, field] : names.filter((name) => name !== field));

/** Several columns more, in the order of a complete export, or less. */
export const withColumns = (names: readonly string[], fields: readonly string[], on: boolean): string[] => {
  const more = fields.toSorted((a, b) => (placeIn.get(a) ?? 0) - (placeIn.get(b) ?? 0));
  return completeNames(on ? [...names, ...more] : names.filter((name) => !fields.includes(name)));
};

/** A column moved to another place; places beyond the ends are the ends. */
export const moveColumn = (names: readonly string[], from: number, to: number): string[] => {
  const field = names[from];
  if (field === undefined) return [...names];
  const others = names.filter((_, place) => place !== from);
  return others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, field);
};

/** The columns whose heading contains a text. */
export const columnsLike = (text: string): ExportColumnDefinition[] => {
  const wanted = text.trim().toLowerCase();
  return exportColumns.filter(({ label }) => label.toLowerCase().includes(wanted));
};
