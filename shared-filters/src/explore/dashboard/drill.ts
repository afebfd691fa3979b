// Links from a dashboard figure to the search that lists what it counts: the dashboard's filters plus the figure's
// own filter, so that the search finds as many activities as the figure shows.
import { findBucketDays } from '@readerlens/contract/buckets';
import type { Bucket } from '@readerlens/contract/buckets';
import { sequences } from '@readerlens/contract/vocabulary';
import type { DocAge, Source } from '@readerlens/contract/vocabulary';
import {
  dateRangeFilter,
  isDateFilter,
  namedCatalogue,
  prepareForQuery,
  findDateRange,
  sourceFilters,
  termsFilter,
  writeSearch,
} from '../../model/index.ts';
import type { Filter, FilterModel, TermsFilter } from '../../model/index.ts';

const searchRoute = '/analytics/search';

/** What a link narrows the search to besides its filters, by id: titles and names are not unique. */
export interface Narrowing {
  readonly documents?: readonly string[];
  readonly reader?: string;
  /** The organization of the reader at the time of the activity. */
  readonly org?: string;
  /** On the last day of the period. */
  readonly docAge?: DocAge;
}

/** The URL of the search with a model's filters, narrowed further. */
export const searchLink = (
  model: FilterModel,
  { documents = [], reader, org, docAge }: Narrowing = {},
): string => {
  const link = `${searchRoute}${writeSearch('', model)}`;
  const pairs = Object.entries({ documents: documents.join(), reader, org, docAge }).flatMap(
    ([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []),
  );
  return pairs.length === 0 ? link : `${link}${link.includes('?') ? '&' : '?'}${pairs.join('&')}`;
};

const choosesFrom =
  (field: string) =>
  (filter: Filter): boolean =>
    filter.field === field && (filter.$type !== 'Terms' || filter.op === 'Contains');

/** Replaces the selected values of a field with the figure's value, which is one of them. */
const withFilter = (model: FilterModel, filter: Filter): FilterModel => ({
  ...model,
  filters: [...model.filters.filter((other) => !choosesFrom(filter.field)(other)), filter],
});

/** Ids of a field as dashboards return them: '' means activities without a value. */
const termsOfIds = (field: string, ids: readonly string[]): TermsFilter => ({
  ...termsFilter(
    field,
    ids.filter((id) => id !== '').map((id) => ({ id })),
  ),
  allowNA: ids.includes(''),
});

export const drillToTerms = (
  model: FilterModel,
  field: string,
  ids: readonly string[],
  within?: Narrowing,
): string => searchLink(withFilter(model, termsOfIds(field, ids)), within);

/** Narrows the model's dates to a month (YYYY-MM), or to a week or day by its first day. */
export const inMonth = (
  model: FilterModel,
  key: string,
  now: Date,
  bucket: Bucket = 'month',
): FilterModel => {
  const range = findDateRange(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  const { from, to } = findBucketDays(key, bucket);
  const dates = dateRangeFilter({
    from: range && range.from > from ? range.from : from,
    to: range && range.to < to ? range.to : to,
  });
  return { ...model, filters: [...model.filters.filter((filter) => !isDateFilter(filter)), dates] };
};

interface MonthFigures {
  key: string;
  bucket?: Bucket | undefined;
  value: { primary: number; secondary: number };
}

/** The search links of a month, week or day and its parts; undefined where nothing is counted. */
export const monthDrills = (
  model: FilterModel,
  { key, bucket, value }: MonthFigures,
  now: Date,
  within?: Narrowing,
) => {
  const month = inMonth(model, key, now, bucket);
  const ofSequence = (code: number) => drillToTerms(month, 'Sequence', [String(code)], within);
  return {
    month: value.primary + value.secondary > 0 ? searchLink(month, within) : undefined,
    primary: value.primary > 0 ? ofSequence(sequences.Initial) : undefined,
    secondary: value.secondary > 0 ? ofSequence(sequences.Subsequent) : undefined,
  };
};

/** Webinars and events are activity types rather than media, so they are found by type. */
export const drillToSource = (model: FilterModel, source: Source): string => {
  const wanted = sourceFilters[source];
  if ('type' in wanted) return searchLink({ ...model, indices: [wanted.type] });
  return searchLink(withFilter(model, { $type: 'Media', field: 'MediaSource', value: [wanted.media] }));
};

/** Activities with these documents, by id because titles are not unique. */
export const drillToDocuments = (
  model: FilterModel,
  documents: readonly string[],
  within?: Narrowing,
): string => searchLink(model, { ...within, documents });
