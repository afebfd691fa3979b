import { completeColumns, exportColumns } from '@readerlens/contract/explorer';
import type { ExportColumnDefinition } from '@readerlens/contract/explorer';
import { anyContains } from '@readerlens/contract/text';

/** The column names of an export: available ones, deduplicated, and all mandatory ones. */
export const completeNames = (
  names: readonly string[],
  available?: readonly ExportColumnDefinition[],
): string[] => completeColumns(names, available).map(({ field }) => field);

const defaultPosition = new Map<string, number>(exportColumns.map(({ field }, place) => [field, place]));

/** Appends or removes a column; mandatory columns stay. */
export const withColumn = (names: readonly string[], field: string, on: boolean): string[] =>
  completeNames(on ? [...names, field] : names.filter((name) => name !== field));

/** Appends several columns in their default order, or removes them. */
export const withColumns = (names: readonly string[], fields: readonly string[], on: boolean): string[] => {
  const more = fields.toSorted((a, b) => (defaultPosition.get(a) ?? 0) - (defaultPosition.get(b) ?? 0));
  return completeNames(on ? [...names, ...more] : names.filter((name) => !fields.includes(name)));
};

/** Moves a column; positions beyond the ends are clamped. */
export const moveColumn = (names: readonly string[], from: number, to: number): string[] => {
  const field = names[from];
  if (field === undefined) return [...names];
  const others = names.filter((_, place) => place !== from);
  return others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, field);
};

/** The columns whose heading contains a text. */
export const columnsMatching = (
  text: string,
  columns: readonly ExportColumnDefinition[],
): ExportColumnDefinition[] => columns.filter(({ label }) => anyContains([label], text));
