// Which filters count as set by someone.
import { isEmpty } from './empty.ts';
import type { Filter, FilterModel, TermsFilter } from './kinds.ts';

/** The field name of the activity types, which a model keeps outside of its filters. */
export const activityTypesField = 'ActivityTypes';

/** Whether undated filters of an alert have the second one that it needs besides its activity types. */
export const hasSecondFilter = (filters: readonly Filter[]): boolean =>
  filters.some((filter) => filter.field !== activityTypesField && !isEmpty(filter));

/** Every search has clients and dates. */
const always: ReadonlySet<string> = new Set(['Clients', 'DateRange', 'RelativeDateRange']);

const joinTermIds = ({ value }: TermsFilter): string =>
  value
    .map(({ id }) => id)
    .toSorted()
    .join();

/** Whether a filter is a default that lets everything pass: all tags of the user's companies, and none. */
const isAllDefault = (filter: Filter, defaults: FilterModel): boolean =>
  filter.field === 'AnalystTags' &&
  filter.$type === 'Terms' &&
  filter.op === 'Contains' &&
  filter.allowNA &&
  defaults.filters.some(
    (other) =>
      other.field === filter.field &&
      other.$type === 'Terms' &&
      other.allowNA &&
      joinTermIds(other) === joinTermIds(filter),
  );

/** The fields that narrow a search beyond its clients and dates: the activity types first, then in the model's order. */
export const usedFields = ({ filters, indices }: FilterModel, defaults: FilterModel): string[] => {
  const used = filters.filter(
    (filter) => !always.has(filter.field) && !isEmpty(filter) && !isAllDefault(filter, defaults),
  );
  const types = indices.length > 0 ? [activityTypesField] : [];
  return [...new Set([...types, ...used.map(({ field }) => field)])];
};
