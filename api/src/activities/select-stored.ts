import type { ActivityType } from '@readerlens/contract/vocabulary';
import {
  foreignClientProblems,
  isEmpty,
  listNamedLists,
  parseFilters,
  listSelectedTerms,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, Term } from '@readerlens/filters/model';
import { mayUseList, noLists } from './account-lists/filtered-lists.ts';
import type { KnownLists } from './account-lists/filtered-lists.ts';
import { selectEngagements } from './select-engagements.ts';
import type { ListedOrganisations, UndatedSelection } from './selection.ts';
import type { DataScope } from '../people/policy.ts';

/** The filters of an alert or a report, as stored. */
export interface StoredFilters {
  readonly filters: unknown;
  /** None means all. */
  readonly activityTypes: readonly ActivityType[];
  /** The only reader. */
  readonly readerId?: string;
  /** The only organization. */
  readonly orgId?: string;
}

export interface StoredViewer {
  readonly scope: DataScope;
  readonly catalogue: FieldCatalogue;
  readonly now: Date;
  /** The account lists that the filters name. A list that is missing here is refused. */
  readonly lists?: KnownLists;
}

/** Why the owner of stored filters may no longer use them. */
export type Refusal =
  | { readonly reason: 'fields'; readonly fields: readonly string[] }
  /** They do not exist any more, or may no longer be used. */
  | { readonly reason: 'account lists'; readonly lists: readonly Term[] }
  | { readonly reason: 'clients' | 'activity types' | 'invalid filters' };

export type SelectedStored =
  | { readonly ok: true; readonly selection: UndatedSelection }
  | { readonly ok: false; readonly refusal: Refusal };

/** Who does not see every client must name some, which a former member of the staff may not have done. */
const seesClients = (filters: readonly Filter[], { clientIds }: DataScope): boolean =>
  clientIds === 'all' ||
  (listSelectedTerms(filters, 'Clients').length > 0 &&
    foreignClientProblems(filters, new Set(clientIds.map(String))).length === 0);

/** The lists that filters name, but that their owner may not use. */
const findMissingLists = (filters: readonly Filter[], viewer: StoredViewer): Term[] =>
  listNamedLists(filters).filter(({ id }) => {
    const list = viewer.lists?.get(id);
    return !list || !mayUseList(list, viewer);
  });

const findRefusal = (
  filters: readonly Filter[],
  activityTypes: readonly ActivityType[],
  viewer: StoredViewer,
): Refusal | undefined => {
  const { scope } = viewer;
  // Without such a filter the selection would be more than was asked for.
  const denied = filters.filter((filter) => !isEmpty(filter) && !scope.searchFields.has(filter.field));
  if (denied.length > 0)
    return { reason: 'fields', fields: [...new Set(denied.map(({ field }) => field))].sort() };
  const missing = findMissingLists(filters, viewer);
  if (missing.length > 0) return { reason: 'account lists', lists: missing };
  if (!seesClients(filters, scope)) return { reason: 'clients' };
  const isAllowed = (type: ActivityType) => scope.activityTypes.includes(type);
  return activityTypes.every(isAllowed) ? undefined : { reason: 'activity types' };
};

/**
 * The activities that an alert or a report is about, within the scope of its owner as it is now. Refuses if the owner may no
 * longer use a filter, which ordinary searches would drop.
 */
export const selectStored = (stored: StoredFilters, viewer: StoredViewer): SelectedStored => {
  const { catalogue, scope, now, lists = noLists } = viewer;
  const parsed = parseFilters(stored.filters, catalogue);
  if (!parsed.ok) return { ok: false, refusal: { reason: 'invalid filters' } };
  const refusal = findRefusal(parsed.filters, stored.activityTypes, viewer);
  if (refusal) return { ok: false, refusal };
  const request = { ...stored, filters: parsed.filters };
  // Its dates are ignored: alerts and reports have windows of their own.
  const selection = selectEngagements(request, {
    scope,
    catalogue,
    now,
    blinded: false,
    form: 'search',
    lists,
  });
  return { ok: true, selection };
};

type Ids = readonly number[] | 'all';

const both = (a: Ids, b: Ids): Ids => {
  if (a === 'all') return b;
  return b === 'all' ? a : a.filter((id) => b.includes(id));
};

const narrowRules = (scope: DataScope, listed: ListedOrganisations): ListedOrganisations => ({
  ...listed,
  rules: listed.rules.map((rule) => ({ ...rule, selection: narrowTo(scope, rule.selection) })),
});

/**
 * What another person may see of a selection. Its filters stay: dropping one would show more. Rules of account lists count what that
 * person sees: the members would otherwise reveal the other activities.
 */
export const narrowTo = <S extends UndatedSelection>(scope: DataScope, selection: S): S => ({
  ...selection,
  clientIds: both(selection.clientIds, scope.clientIds),
  communityIds: both(selection.communityIds, scope.communityIds),
  activityTypes: selection.activityTypes.filter((type) => scope.activityTypes.includes(type)),
  ...(selection.listed ? { listed: selection.listed.map((listed) => narrowRules(scope, listed)) } : {}),
});
