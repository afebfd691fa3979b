// The lists of organizations that filters name. They are read before the SQL is built: a statement has the ids of
// organizations, so that a list that has changed gives another statement, and kept rows are those of the same organizations.
import { isRecord, isUuid } from '@readerlens/contract/guards';
import { accountListsField } from '@readerlens/filters/model';
import type { PreparedFilter } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DataScope } from '../../people/policy.ts';
import type { Schema } from '../../platform/db/index.ts';

export interface KnownList {
  readonly id: string;
  readonly clientId: number;
  readonly ownerId: number;
  readonly isShared: boolean;
  readonly organisationIds: readonly number[];
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
    SELECT l.id, l.client_id AS "clientId", l.owner_id AS "ownerId", l.is_shared AS "isShared",
      ARRAY(SELECT o.organisation_id FROM account_list_organisation AS o WHERE o.list_id = l.id ORDER BY 1) AS "organisationIds"
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

/**
 * Replaces lists by their organizations. A list that does not exist or may not be seen has none, as the ids of organizations
 * that may not be seen match nothing.
 */
export const withOrganisations = (
  filters: readonly PreparedFilter[],
  lists: KnownLists,
  scope: DataScope,
): PreparedFilter[] =>
  filters.map((filter) => {
    if (filter.$type !== 'Terms' || filter.field !== accountListsField) return filter;
    const ids = filter.value.flatMap(({ id }) => {
      const list = lists.get(id);
      return list && seesList(list, scope) ? list.organisationIds : [];
    });
    const distinct = [...new Set(ids)].sort((a, b) => a - b);
    // A filter without a value would be ignored; no organization has the id 0.
    const value = (distinct.length > 0 ? distinct : [0]).map((id) => ({ id: String(id) }));
    return { ...filter, field: 'ReaderOrgs', value };
  });
