// The eight kinds of filter. `$type` names the kind; parsers infer it from the field if it is missing.
import { relativeRanges } from '@readerlens/contract/vocabulary';
import type { ActivityType, FilterKind, RelativeRange } from '@readerlens/contract/vocabulary';

/** An option, identified by its id. The name is only for display and may be unknown (links contain ids only). */
export interface Term {
  readonly id: string;
  readonly name?: string;
}

export const termsOps = ['Contains', 'NotContains'] as const;
export type TermsOp = (typeof termsOps)[number];

export const textOps = ['Equals', 'Contains', 'Like', 'NotEqual', 'NotContains', 'NotLike'] as const;
export type TextOp = (typeof textOps)[number];

export const numericOps = [
  'LessThan',
  'LessThanOrEquals',
  'Equals',
  'GreaterThan',
  'GreaterThanOrEquals',
] as const;
export type NumericOp = (typeof numericOps)[number];

/** Rows with any (NotContains: none) of the values. A row without a value passes NotContains, or with `allowNA`. */
export interface TermsFilter {
  readonly $type: 'Terms';
  readonly field: string;
  readonly op: TermsOp;
  readonly value: readonly Term[];
  readonly allowNA: boolean;
}

/** One entry per line: matches any of them (positive operators) or none of them (negative ones), ignoring case. */
export interface TextFilter {
  readonly $type: 'Text';
  readonly field: string;
  readonly op: TextOp;
  readonly value: string;
}

/** null is 'both'. `allowNA` also keeps rows without a value. */
export interface BoolFilter {
  readonly $type: 'Bool';
  readonly field: string;
  readonly value: boolean | null;
  readonly allowNA: boolean;
}

/** Days as YYYY-MM-DD, UTC; `to` runs to the end of its day. */
export interface DateRangeValue {
  readonly from: string | null;
  readonly to: string | null;
}

export interface DateRangeFilter {
  readonly $type: 'DateRange';
  readonly field: string;
  readonly value: DateRangeValue;
}

export interface NumericFilter {
  readonly $type: 'Numeric';
  readonly field: string;
  readonly op: NumericOp;
  readonly value: number | null;
}

/** Names of `mediaSourceOptions`. */
export interface MediaFilter {
  readonly $type: 'Media';
  readonly field: string;
  readonly value: readonly string[];
}

export interface RelativeDateRangeFilter {
  readonly $type: 'RelativeDateRange';
  readonly field: string;
  readonly value: RelativeRange;
}

/** Whether there is a value at all; null is 'either'. */
export interface ExistsFilter {
  readonly $type: 'Exists';
  readonly field: string;
  readonly value: boolean | null;
}

export type Filter =
  | TermsFilter
  | TextFilter
  | BoolFilter
  | DateRangeFilter
  | NumericFilter
  | MediaFilter
  | RelativeDateRangeFilter
  | ExistsFilter;

/** The model as stored and as encoded in links. `indices` are the selected activity types; empty means all. */
export interface FilterModel {
  readonly filters: readonly Filter[];
  readonly indices: readonly ActivityType[];
}

/** The codes of relative ranges, Custom first. */
export const relativeCodes: readonly RelativeRange[] = Object.keys(relativeRanges).filter(
  (code): code is RelativeRange => Object.hasOwn(relativeRanges, code),
);

export const emptyModel: FilterModel = { filters: [], indices: [] };

/** The operators of each kind, the default first; empty for kinds with a fixed operator. */
export const operatorsByKind: Record<FilterKind, readonly string[]> = {
  Terms: termsOps,
  Text: textOps,
  Numeric: ['Equals', ...numericOps.filter((op) => op !== 'Equals')],
  Bool: [],
  DateRange: [],
  Media: [],
  RelativeDateRange: [],
  Exists: [],
};

/** Whether a filter is about the dates of activities. */
export const isDateFilter = ({ $type }: Pick<Filter, '$type'>): boolean =>
  $type === 'DateRange' || $type === 'RelativeDateRange';
