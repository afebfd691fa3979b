import { contentTypeOf, stageOf } from '../engagements/codes.ts';
import { noName } from '../engagements/dimension-names.ts';
import type { DimensionNames } from '../engagements/dimension-names.ts';
import type { CodeCount } from '../engagements/engagement-store.ts';

export interface FieldMetric {
  /** To filter by; '' for rows without a value, which a filter finds with allowNA. */
  readonly id: string;
  readonly name: string;
  readonly value: number;
}

/** How a code reads; undefined when it stands for no value. */
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

/** Counts with names, most first. All that has no value stands in one row under the name given for it. */
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
