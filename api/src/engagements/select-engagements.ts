import { activityTypes as allActivityTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import {
  foreignClientProblems,
  parseActivityTypes,
  parseFilters,
  prepareForQuery,
  rangeOf,
  requiredMessage,
  termsOf,
  withDefaultDateRange,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, PreparedFilter, Problem } from '@readerlens/filters/model';
import { badRequest, forbidden } from '../platform/errors.ts';
import { idOf } from '../platform/ids.ts';
import type { DataScope } from '../platform/policy.ts';
import type { EngagementSelection } from './selection.ts';

/** What a caller asks for, as it came. */
export interface EngagementRequest {
  readonly filters: unknown;
  readonly activityTypes?: unknown;
}

export interface SelectOptions {
  readonly scope: DataScope;
  readonly catalogue: FieldCatalogue;
  readonly now: Date;
  /** Dashboards must name clients, whoever asks; elsewhere only callers with clients of their own must. */
  readonly form: 'dashboard' | 'search';
}

/** The filter model points into the body; the API names places with dots. */
const dotted = ({ path, message }: Problem): Problem => ({
  path: path.slice(1).replaceAll('/', '.'),
  message,
});

const invalid = (message: string, problems: readonly Problem[]) =>
  badRequest(message, 'invalid_filter', problems.map(dotted));

const readFilters = (
  { filters: input }: EngagementRequest,
  { catalogue, scope }: SelectOptions,
): Filter[] => {
  const parsed = parseFilters(input, catalogue);
  if (!parsed.ok) throw invalid('Some filters are not valid.', parsed.problems);
  // Only what the caller may search by counts.
  return parsed.filters.filter(({ field }) => scope.searchFields.has(field));
};

const readActivityTypes = (
  { activityTypes: input }: EngagementRequest,
  { scope }: SelectOptions,
): ActivityType[] => {
  const parsed = parseActivityTypes(input);
  if (!parsed.ok) throw invalid('Some activity types are not valid.', parsed.problems);
  const asked = parsed.activityTypes.length > 0 ? parsed.activityTypes : allActivityTypes;
  return asked.filter((type) => scope.activityTypes.includes(type));
};

const checkClients = (filters: readonly Filter[], { scope, form }: SelectOptions): void => {
  const isRequired = form === 'dashboard' || scope.clientIds !== 'all';
  if (isRequired && termsOf(filters, 'Clients').length === 0) {
    const message = requiredMessage(form === 'dashboard' ? 'Companies' : 'Clients');
    throw invalid(message, [{ path: '/filters', message }]);
  }
  if (scope.clientIds === 'all') return;
  const [foreign] = foreignClientProblems(filters, new Set(scope.clientIds.map(String)));
  if (foreign) throw forbidden(foreign.message);
};

const isClients = (filter: PreparedFilter) => filter.$type === 'Terms' && filter.field === 'Clients';

/** The clients that all Clients filters name. Ids that no client can have are left out. */
const clientIdsOf = (prepared: readonly PreparedFilter[]): number[] | 'all' => {
  const lists = prepared.filter(isClients).map((filter) => termsOf([filter], 'Clients').map(({ id }) => id));
  const [first, ...others] = lists;
  if (!first) return 'all';
  return first.filter((id) => others.every((ids) => ids.includes(id))).flatMap((id) => idOf(id) ?? []);
};

/**
 * From a request to the activities it asks for, within what the caller may see. Filters by fields that the caller
 * may not search are left out, and so are activity types without a claim.
 * @throws AppError 400 for filters that cannot be read or lack clients, 403 for clients that are not the caller's.
 */
export const selectEngagements = (
  request: EngagementRequest,
  options: SelectOptions,
): EngagementSelection => {
  const { catalogue, now, scope } = options;
  const filters = readFilters(request, options);
  const activityTypes = readActivityTypes(request, options);
  checkClients(filters, options);
  const prepared = prepareForQuery(withDefaultDateRange(filters, now), { now, catalogue });
  const range = rangeOf(prepared);
  if (!range) throw new Error('A prepared list of filters has no dates.');
  return {
    // Foreign clients were refused above; a caller without a filter and with own clients never comes here.
    clientIds: clientIdsOf(prepared),
    communityIds: scope.communityIds,
    activityTypes,
    range,
    filters: prepared.filter((filter) => !isClients(filter) && filter.$type !== 'DateRange'),
    catalogue,
  };
};
