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
import type { FieldCatalogue, Filter, PreparedFilter } from '@readerlens/filters/model';
import { forbidden } from '../platform/errors.ts';
import { idOf } from '../platform/ids.ts';
import type { DataScope } from '../platform/policy.ts';
import { invalidFilter, maskedProblems } from './filter-problems.ts';
import type { EngagementSelection } from './selection.ts';

/** What a caller asks for, as it came. */
export interface EngagementRequest {
  readonly filters: unknown;
  readonly activityTypes?: unknown;
  /** Ids that no document can have find nothing. */
  readonly documentIds?: readonly string[] | undefined;
}

export interface SelectOptions {
  readonly scope: DataScope;
  /** Whether the caller asks for answers without personal data. */
  readonly blinded: boolean;
  readonly catalogue: FieldCatalogue;
  readonly now: Date;
  /** Dashboards must name clients, whoever asks; elsewhere only callers with clients of their own must. */
  readonly form: 'dashboard' | 'search';
}

const refuseMasked = (filters: readonly Filter[], { blinded, catalogue }: SelectOptions): void => {
  const problems = blinded ? maskedProblems(filters, catalogue) : [];
  const [first] = problems;
  if (first) throw invalidFilter(first.message, problems);
};

const readFilters = ({ filters: input }: EngagementRequest, options: SelectOptions): Filter[] => {
  const { catalogue, scope } = options;
  const parsed = parseFilters(input, catalogue);
  if (!parsed.ok) throw invalidFilter('Some filters are not valid.', parsed.problems);
  refuseMasked(parsed.filters, options);
  // Only what the caller may search by counts.
  return parsed.filters.filter(({ field }) => scope.searchFields.has(field));
};

const readActivityTypes = (
  { activityTypes: input }: EngagementRequest,
  { scope }: SelectOptions,
): ActivityType[] => {
  const parsed = parseActivityTypes(input);
  if (!parsed.ok) throw invalidFilter('Some activity types are not valid.', parsed.problems);
  const asked = parsed.activityTypes.length > 0 ? parsed.activityTypes : allActivityTypes;
  return asked.filter((type) => scope.activityTypes.includes(type));
};

const checkClients = (filters: readonly Filter[], { scope, form }: SelectOptions): void => {
  const isRequired = form === 'dashboard' || scope.clientIds !== 'all';
  if (isRequired && termsOf(filters, 'Clients').length === 0) {
    const message = requiredMessage(form === 'dashboard' ? 'Companies' : 'Clients');
    throw invalidFilter(message, [{ path: '/filters', message }]);
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
 * @throws AppError 400 for filters that cannot be read, that lack clients, or that ask for text hidden in Blinded
 * Mode, 403 for clients that are not the caller's.
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
    ...(request.documentIds ? { documentIds: request.documentIds.flatMap((id) => idOf(id) ?? []) } : {}),
    range,
    filters: prepared.filter((filter) => !isClients(filter) && filter.$type !== 'DateRange'),
    catalogue,
  };
};
