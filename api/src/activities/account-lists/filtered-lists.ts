// The lists of organizations that filters name. They are read before the SQL is built: a statement has the ids of
// organizations or the rule, so that a list that has changed gives another statement, and kept rows are those of the same list.
import { isRecord, isUuid } from '@readerlens/contract/guards';
import { accountListsField } from '@readerlens/filters/model';
import type { PreparedFilter, TermsFilter } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DataScope } from '../../people/policy.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { ListedOrganisations } from '../selection.ts';
import { mayUseRule, selectByRule, storedRuleSql } from './list-rule.ts';
import type { RuleViewer, StoredRule } from './list-rule.ts';

export interface KnownList {
  readonly id: string;
  readonly clientId: number;
  readonly ownerId: number;
  readonly name: string;
  readonly isShared: boolean;
  /** None of a list with a rule. */
  readonly organisationIds: readonly number[];
  readonly rule: StoredRule | null;
}

/** The lists that exist, by id, whoever may see them. */
export type KnownLists = ReadonlyMap<string, KnownList>;

/** For filters that name no list. */
export const noLists: KnownLists = new Map();

const listIds = (filters: unknown): string[] =>
  (Array.isArray(filters) ? (filters as unknown[]) : []).flatMap((filter) => {
    if (!isRecord(filter) || filter['field'] !== accountListsField || !Array.isArray(filter['value']))
      return [];
    return (filter['value'] as unknown[]).flatMap((term) => {
      const id = isRecord(term) ? term['id'] : term;
      return typeof id === 'string' && isUuid(id) ? [id] : [];
    });
  });

/** Reads the lists that filters name, as received or as stored. Without any, nothing is read. */
export const readNamedLists = async (
  kysely: Kysely<Schema>,
  filters: readonly unknown[],
): Promise<KnownLists> => {
  const ids = [...new Set(filters.flatMap(listIds))];
  if (ids.length === 0) return noLists;
  const { rows } = await sql<KnownList>`
    SELECT l.id, l.client_id AS "clientId", l.owner_id AS "ownerId", l.name, l.is_shared AS "isShared",
      ARRAY(SELECT o.organisation_id FROM account_list_organisation AS o WHERE o.list_id = l.id ORDER BY 1) AS "organisationIds",
      ${storedRuleSql('l')} AS rule
    FROM account_list AS l WHERE l.id = ANY(${ids}::uuid[])`.execute(kysely);
  return new Map(rows.map((list) => [list.id, list]));
};

/** Whether someone may see a list: it is of a client in their scope, and their own or shared. */
export const seesList = (
  { clientId, ownerId, isShared }: Pick<KnownList, 'clientId' | 'ownerId' | 'isShared'>,
  { clientIds, userId }: DataScope,
): boolean =>
  (clientIds === 'all' || clientIds.includes(clientId)) &&
  (isShared || (userId !== undefined && ownerId === userId));

/** Whether a list has organizations for someone: its rule, if it has one, may not use more than what they may search by. */
export const mayUseList = (list: KnownList, viewer: RuleViewer): boolean =>
  seesList(list, viewer.scope) && (!list.rule || mayUseRule(list.rule, viewer));

/** What is left of filters by lists. */
interface ListedFilters {
  readonly filters: PreparedFilter[];
  /** The filters by lists with a rule. */
  readonly listed: ListedOrganisations[];
}

const filterByOrganisations = (filter: TermsFilter, ids: readonly number[]): PreparedFilter => {
  // A filter without a value would be ignored; no organization has the id 0.
  const value = (ids.length > 0 ? ids : [0]).map((id) => ({ id: String(id) }));
  return { ...filter, field: 'ReaderOrgs', value };
};

/**
 * Replaces lists by their organizations or rules. A list that does not exist or may not be used has none, as the ids of
 * organizations that may not be seen match nothing.
 */
export const withOrganisations = (
  filters: readonly PreparedFilter[],
  lists: KnownLists,
  viewer: RuleViewer,
): ListedFilters => {
  const listed: ListedOrganisations[] = [];
  const replaced = filters.flatMap((filter) => {
    if (filter.$type !== 'Terms' || filter.field !== accountListsField) return [filter];
    const named = filter.value.flatMap(({ id }) => {
      const list = lists.get(id);
      return list && mayUseList(list, viewer) ? [list] : [];
    });
    const ids = [...new Set(named.flatMap(({ organisationIds }) => organisationIds))].sort((a, b) => a - b);
    const rules = named.flatMap(({ clientId, rule }) => (rule ? [selectByRule(rule, clientId, viewer)] : []));
    if (rules.length === 0) return [filterByOrganisations(filter, ids)];
    listed.push({ ids, rules, negative: filter.op === 'NotContains', allowNA: filter.allowNA });
    return [];
  });
  return { filters: replaced, listed };
};
