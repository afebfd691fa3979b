// Normalizes filters as users enter them into the canonical list that is evaluated, in memory or in SQL.
import type { FieldCatalogue } from './catalogue.ts';
import { mediaSourceOptions } from '@readerlens/contract/vocabulary';
import type { Source } from '@readerlens/contract/vocabulary';
import type { ResolvedRange } from './dates.ts';
import { normalizeDateRange, resolveRelativeRange } from './dates.ts';
import { dateRangeFilter } from './defaults.ts';
import { isEmpty } from './empty.ts';
import type {
  BoolFilter,
  DateRangeFilter,
  ExistsFilter,
  Filter,
  MediaFilter,
  NumericFilter,
  RelativeDateRangeFilter,
  TermsFilter,
  TextFilter,
} from './kinds.ts';
import { withoutHidden } from './rules.ts';
import { canonicalLine, fold } from '@readerlens/contract/text';
import { textLines } from './text.ts';

/** A filter with a value: dates have both ends, flags and numbers are not null, relative ranges are resolved. */
export type PreparedFilter =
  | TermsFilter
  | TextFilter
  | MediaFilter
  | (DateRangeFilter & { readonly value: ResolvedRange })
  | (BoolFilter & { readonly value: boolean })
  | (NumericFilter & { readonly value: number })
  | (ExistsFilter & { readonly value: boolean });

export interface PrepareContext {
  readonly now: Date;
  readonly catalogue: FieldCatalogue;
}

const isPrepared = (filter: Filter): filter is PreparedFilter => !isRelative(filter) && !isEmpty(filter);

const isRelative = (filter: Filter): filter is RelativeDateRangeFilter =>
  filter.$type === 'RelativeDateRange';

/** A relative range replaces the dates; otherwise open ends are filled. */
const withDatesResolved = (filters: readonly Filter[], now: Date): Filter[] => {
  const ranges = filters.filter(isRelative).flatMap(({ value }) => resolveRelativeRange(value, now) ?? []);
  const others = filters.filter((filter) => !isRelative(filter));
  if (ranges.length > 0)
    return [...others.filter(({ $type }) => $type !== 'DateRange'), ...ranges.map(dateRangeFilter)];
  return others.map((filter) =>
    filter.$type === 'DateRange' ? { ...filter, value: normalizeDateRange(filter.value, now) } : filter,
  );
};

const toCanonical = (filter: Filter): Filter => {
  switch (filter.$type) {
    case 'Terms': {
      // The ids of states are texts, and older filters have them as they were stored then.
      const all = filter.value.flatMap(({ id }) => [id, canonicalLine(id) || id]);
      const ids = [...new Set(all)].sort();
      return {
        ...filter,
        value: ids.map((id) => ({ id })),
        allowNA: filter.op === 'Contains' && filter.allowNA,
      };
    }
    case 'Text':
      return { ...filter, value: [...new Set(textLines(filter.value).map(fold))].sort().join('\n') };
    case 'Media':
      return { ...filter, value: [...new Set(filter.value)].sort() };
    default:
      return filter;
  }
};

/** A key independent of property order, which differs between literals and stored JSON. */
const buildFilterKey = (filter: Filter): string =>
  JSON.stringify([
    filter.field,
    'op' in filter ? filter.op : '',
    filter.value,
    'allowNA' in filter && filter.allowNA,
  ]);

/**
 * The canonical, minimal list of filters: hidden and empty ones are dropped, dates have both ends, terms are sorted
 * ids without names, those that are texts also in the form in which texts are stored, text entries are folded, duplicates
 * are removed, and the order is fixed. Idempotent. A row must satisfy every filter.
 */
export const prepareForQuery = (
  filters: readonly Filter[],
  { now, catalogue }: PrepareContext,
): PreparedFilter[] => {
  const shown = withoutHidden(filters, catalogue);
  const full = withDatesResolved(shown, now).map(toCanonical);
  const byKey = new Map(full.map((filter) => [buildFilterKey(filter), filter]));
  return [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, filter]) => filter)
    .filter(isPrepared);
};

/** The distinct sources that a media filter's names stand for. */
export const listMediaSources = (names: readonly string[]): Source[] => [
  ...new Set(names.flatMap((name) => mediaSourceOptions[name] ?? [])),
];

/** The resolved date range of a list, if it has one; the intersection if it has several. */
export const findDateRange = (prepared: readonly PreparedFilter[]): ResolvedRange | undefined => {
  const ranges = prepared.flatMap((filter) => (filter.$type === 'DateRange' ? [filter.value] : []));
  return ranges.reduce<ResolvedRange | undefined>(
    (shared, { from, to }) => ({
      from: shared && shared.from > from ? shared.from : from,
      to: shared && shared.to < to ? shared.to : to,
    }),
    undefined,
  );
};
