import type { CallInput, Calls } from '@readerlens/contract/client';
import type { FilterModel } from './kinds.ts';

/** Filters and activity types in the form that all engagement calls accept. */
export type FilterRequest = CallInput<Calls['POST /api/client-dashboard/stats']>['body'];

/** Converts a model to part of a request body: terms become ids, and empty activity types (all) are omitted. */
export const toRequest = ({ filters, indices }: FilterModel): FilterRequest => ({
  filters: filters.map((filter) =>
    filter.$type === 'Terms' ? { ...filter, value: filter.value.map(({ id }) => id) } : filter,
  ),
  ...(indices.length > 0 ? { activityTypes: [...indices] } : {}),
});
