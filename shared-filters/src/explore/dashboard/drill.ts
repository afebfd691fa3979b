// From a figure of a dashboard to the search that lists what it counts: the dashboard's filters, and the one that the
// figure stands for. The search then finds as many activities as the figure says.
import { sequences } from '@readerlens/contract/vocabulary';
import type { ActivityType, Source } from '@readerlens/contract/vocabulary';
import {
  dateRangeFilter,
  namedCatalogue,
  prepareForQuery,
  rangeOf,
  termsFilter,
  writeSearch,
} from '../../model/index.ts';
import type { Filter, FilterModel, TermsFilter } from '../../model/index.ts';

export const searchRoute = '/analytics/search';

/** The search with a model's filters. */
export const searchLink = (model: FilterModel): string => `${searchRoute}${writeSearch('', model)}`;

const isDates = ({ $type }: Filter) => $type === 'DateRange' || $type === 'RelativeDateRange';

const isChoiceOf =
  (field: string) =>
  (filter: Filter): boolean =>
    filter.field === field && (filter.$type !== 'Terms' || filter.op === 'Contains');

/** Replaces the chosen values of a field by the figure's value, which is one of them. */
const withFilter = (model: FilterModel, filter: Filter): FilterModel => ({
  ...model,
  filters: [...model.filters.filter((other) => !isChoiceOf(filter.field)(other)), filter],
});

/** Ids of a field as dashboards return them: '' means activities without a value. */
const termsOfIds = (field: string, ids: readonly string[]): TermsFilter => ({
  ...termsFilter(
    field,
    ids.filter((id) => id !== '').map((id) => ({ id })),
  ),
  allowNA: ids.includes(''),
});

export const drillToTerms = (model: FilterModel, field: string, ids: readonly string[]): string =>
  searchLink(withFilter(model, termsOfIds(field, ids)));

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** A month within the dates of the model. */
const inMonth = (model: FilterModel, month: string, now: Date): FilterModel => {
  const range = rangeOf(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  const [first, last] = [`${month}-01`, lastDayOf(month)];
  const dates = dateRangeFilter({
    from: range && range.from > first ? range.from : first,
    to: range && range.to < last ? range.to : last,
  });
  return { ...model, filters: [...model.filters.filter((filter) => !isDates(filter)), dates] };
};

interface MonthFigures {
  key: string;
  value: { primary: number; secondary: number };
}

/** The searches behind a month and its parts, as far as there is anything behind them. */
export const monthDrills = (model: FilterModel, { key, value }: MonthFigures, now: Date) => {
  const month = inMonth(model, key, now);
  const ofSequence = (code: number) => drillToTerms(month, 'Sequence', [String(code)]);
  return {
    month: value.primary + value.secondary > 0 ? searchLink(month) : undefined,
    primary: value.primary > 0 ? ofSequence(sequences.Initial) : undefined,
    secondary: value.secondary > 0 ? ofSequence(sequences.Subsequent) : undefined,
  };
};

const sourceFilters: Record<Source, { media: string } | { type: ActivityType }> = {
  organic: { media: 'Non-newsletter' },
  customNewsletter: { media: 'Custom Newsletters' },
  editorial: { media: 'Regular Newsletters' },
  leadNurtureCampaign: { media: 'Lead Nurture Campaign Newsletters' },
  streamNL: { media: 'Stream NL' },
  webinar: { type: 'Webinar' },
  event: { type: 'Event' },
};

/** Webinars and events are kinds of activity and no media: those are found by their type. */
export const drillToSource = (model: FilterModel, source: Source): string => {
  const wanted = sourceFilters[source];
  if ('type' in wanted) return searchLink({ ...model, indices: [wanted.type] });
  return searchLink(withFilter(model, { $type: 'Media', field: 'MediaSource', value: [wanted.media] }));
};

/** Activities with these documents. By their ids: several documents may have one title. */
export const drillToDocuments = (model: FilterModel, ids: readonly string[]): string => {
  const link = searchLink(model);
  return `${link}${link.includes('?') ? '&' : '?'}documents=${encodeURIComponent(ids.join())}`;
};
