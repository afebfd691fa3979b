import { contentTypeOf, stageOf } from '../activities/codes.ts';
import { noName } from '../activities/dimension-names.ts';
import type { DimensionNames } from '../activities/dimension-names.ts';
import type { CodeCount } from '../activities/engagement-store.ts';

export interface FieldMetric {
  /** Filter value; '' for rows without a value, which a filter finds with allowNA. */
  readonly id: string;
  readonly name: string;
  readonly value: number;
}

/** Name of a code; undefined if the code has no meaning. */
export type Naming = (code: number, names: DimensionNames) => { id: string; name: string } | undefined;

const ofDimension =
  (dimension: keyof DimensionNames): Naming =>
  (code, names) => {
    const name = names[dimension].get(code);
    return name === undefined || name === noName ? undefined : { id: String(code), name };
  };

const ofCode =
  (nameOf: (code: number) => string): Naming =>
  (code) => ({ id: nameOf(code), name: nameOf(code) });

export const naming = {
  documentType: ofDimension('document_type'),
  community: ofDimension('community'),
  region: ofDimension('region'),
  stage: ofCode(stageOf),
  contentType: ofCode(contentTypeOf),
} as const;

export const byValue = (a: FieldMetric, b: FieldMetric): number =>
  b.value - a.value || a.name.localeCompare(b.name);

/** Named counts, highest first. All missing values are combined in one row with the given name. */
export const fieldMetrics = (
  counts: readonly CodeCount[],
  names: DimensionNames,
  { nameOf, missing }: { nameOf: Naming; missing: string },
): FieldMetric[] => {
  const byId = new Map<string, FieldMetric>();
  for (const { code, count } of counts) {
    const { id, name } = (code === null ? undefined : nameOf(code, names)) ?? { id: '', name: missing };
    byId.set(id, { id, name, value: (byId.get(id)?.value ?? 0) + count });
  }
  return [...byId.values()].sort(byValue);
};
