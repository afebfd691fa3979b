import type { CallInput, Calls } from '@readerlens/contract/client';
import type { FilterModel } from './kinds.ts';

/** Filters and activity types, as every call about engagements takes them. */
export type FilterRequest = CallInput<Calls['POST /api/client-dashboard/stats']>['body'];

/** A model as part of a call's body: terms as their ids; no activity types means all and is omitted. */
export const toRequest = ({ filters, indices }: FilterModel): FilterRequest => ({
  filters: filters.map((filter) =>
    filter.$type === 'Terms' ? { ...filter, value: filter.value.map(({ id }) => id) } : filter,
  ),
  ...(indices.length > 0 ? { activityTypes: [...indices] } : {}),
});
