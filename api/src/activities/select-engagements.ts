import { requiredMessage } from '@readerlens/contract/messages';
import { activityTypes as allActivityTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType, DocAge } from '@readerlens/contract/vocabulary';
import {
  foreignClientProblems,
  requiresClients,
  parseActivityTypes,
  parseFilters,
  prepareForQuery,
  findDateRange,
  listSelectedTerms,
  withDefaultDateRange,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, PreparedFilter } from '@readerlens/filters/model';
import { forbidden } from '../platform/http/errors.ts';
import { parseId } from '../platform/http/ids.ts';
import type { DataScope } from '../people/policy.ts';
import type { Services } from '../people/services.ts';
import type { Viewer } from '../people/session.ts';
import { invalidFilter, invalidFilters, maskedProblems, refuseExpensive } from './filter-problems.ts';
import { readNamedLists, withOrganisations } from './account-lists/filtered-lists.ts';
import type { KnownLists } from './account-lists/filtered-lists.ts';
import type { EngagementSelection } from './selection.ts';

/** A request as received. */
export interface EngagementRequest {
  readonly filters: unknown;
  readonly activityTypes?: unknown;
  /** Ids that cannot be a document match nothing. */
  readonly documentIds?: readonly string[] | undefined;
  /** Only activities of this reader; an id that cannot be a reader matches nothing. */
  readonly readerId?: string | undefined;
  /** The same for several; only one of both is given. */
  readonly readerIds?: readonly string[] | undefined;
  /** Only activities of readers of this organization; an id that cannot be one matches nothing. */
  readonly orgId?: string | undefined;
  /** The same for several; only one of both is given. */
  readonly orgIds?: readonly string[] | undefined;
  /** Only activities with documents of this age on the last day of the date range. */
  readonly docAge?: DocAge | undefined;
  /** Text of the search box. */
  readonly query?: string | undefined;
}

export interface SelectOptions {
  readonly scope: DataScope;
  /** Whether the caller requests Blinded Mode. */
  readonly blinded: boolean;
  readonly catalogue: FieldCatalogue;
  readonly now: Date;
  readonly form: 'dashboard' | 'search';
  /** The account lists that the filters name. */
  readonly lists: KnownLists;
}

const refuseMasked = (filters: readonly Filter[], { blinded, catalogue }: SelectOptions): void => {
  const problems = blinded ? maskedProblems(filters, catalogue) : [];
  const [first] = problems;
  if (first) throw invalidFilter(first.message, problems);
};

const readFilters = ({ filters: input }: EngagementRequest, options: SelectOptions): Filter[] => {
  const { catalogue, scope } = options;
  const parsed = parseFilters(input, catalogue);
  if (!parsed.ok) throw invalidFilters(parsed.problems);
  refuseMasked(parsed.filters, options);
  refuseExpensive(parsed.filters, catalogue);
  // Filters on fields that the caller may not search are ignored.
  return parsed.filters.filter(({ field }) => scope.searchFields.has(field));
};

const readActivityTypes = (
  { activityTypes: input }: EngagementRequest,
  { scope }: SelectOptions,
): ActivityType[] => {
  const parsed = parseActivityTypes(input);
  if (!parsed.ok) throw invalidFilter('Some activity types are not valid.', parsed.problems);
  const requested = parsed.activityTypes.length > 0 ? parsed.activityTypes : allActivityTypes;
  return requested.filter((type) => scope.activityTypes.includes(type));
};

const checkClients = (filters: readonly Filter[], { scope, form }: SelectOptions): void => {
  const isRequired = requiresClients(form, { seesAllClients: scope.clientIds === 'all' });
  if (isRequired && listSelectedTerms(filters, 'Clients').length === 0) {
    const message = requiredMessage(form === 'dashboard' ? 'Companies' : 'Clients');
    throw invalidFilter(message, [{ path: '/filters', message }]);
  }
  if (scope.clientIds === 'all') return;
  const [foreign] = foreignClientProblems(filters, new Set(scope.clientIds.map(String)));
  if (foreign) throw forbidden(foreign.message);
};

const parseIds = (ids: readonly string[]): number[] => ids.flatMap((id) => parseId(id) ?? []);

/** The documents, the readers, the organizations and the age of documents that a request is limited to. */
const readSubjects = ({ documentIds, readerId, readerIds, orgId, orgIds, docAge }: EngagementRequest) => ({
  ...(documentIds ? { documentIds: parseIds(documentIds) } : {}),
  ...(readerId === undefined ? {} : { readerIds: parseIds([readerId]) }),
  ...(readerIds ? { readerIds: parseIds(readerIds) } : {}),
  ...(orgId === undefined ? {} : { organisationIds: parseIds([orgId]) }),
  ...(orgIds ? { organisationIds: parseIds(orgIds) } : {}),
  ...(docAge === undefined ? {} : { docAge }),
});

const isClients = (filter: PreparedFilter) => filter.$type === 'Terms' && filter.field === 'Clients';

/** The clients in all Clients filters. Ids that cannot be a client are skipped. */
const findClientIds = (prepared: readonly PreparedFilter[]): number[] | 'all' => {
  const lists = prepared
    .filter(isClients)
    .map((filter) => listSelectedTerms([filter], 'Clients').map(({ id }) => id));
  const [first, ...others] = lists;
  if (!first) return 'all';
  return first.filter((id) => others.every((ids) => ids.includes(id))).flatMap((id) => parseId(id) ?? []);
};

/**
 * Converts a request to the selected activities, limited to what the caller may see. Drops filters on fields that the
 * caller may not search, and activity types without a claim.
 * @throws AppError 400 for filters that are invalid, lack clients, use text hidden in Blinded Mode, or cost too much,
 * 403 for clients that do not belong to the caller.
 */
export const selectEngagements = (
  request: EngagementRequest,
  options: SelectOptions,
): EngagementSelection => {
  const { catalogue, now, scope, blinded, lists } = options;
  const filters = readFilters(request, options);
  const activityTypes = readActivityTypes(request, options);
  checkClients(filters, options);
  const prepared = prepareForQuery(withDefaultDateRange(filters, now), { now, catalogue });
  const range = findDateRange(prepared);
  if (!range) throw new Error('The prepared filters have no date range.');
  return {
    // Foreign clients were refused above; a caller with own clients and no filter never gets here.
    clientIds: findClientIds(prepared),
    communityIds: scope.communityIds,
    activityTypes,
    ...readSubjects(request),
    ...(request.query === undefined ? {} : { search: { text: request.query, blinded } }),
    range,
    ...withOrganisations(
      prepared.filter((filter) => !isClients(filter) && filter.$type !== 'DateRange'),
      lists,
      options,
    ),
    catalogue,
  };
};

/** Selects the activities of a dashboard, which needs clients. */
export const dashboardSelector =
  ({ catalogue, db }: Pick<Services, 'catalogue' | 'db'>) =>
  async (request: EngagementRequest, { scope, blinded }: Viewer): Promise<EngagementSelection> =>
    selectEngagements(request, {
      scope,
      blinded,
      catalogue: await catalogue(),
      now: new Date(),
      form: 'dashboard',
      lists: await readNamedLists(db.kysely, [request.filters]),
    });
