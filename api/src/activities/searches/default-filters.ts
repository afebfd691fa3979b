import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import {
  defaultFilters,
  emptyModel,
  hasContent,
  keepValidTerms,
  normalizeModel,
  readStoredModel,
  withOwnClients,
} from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { named } from '../../people/named.ts';
import { analystTags } from '../lookups/tag-lookup.ts';
import type { Database, Schema } from '../../platform/db/index.ts';
import type { Services } from '../../people/services.ts';
import { searchableBy } from './filter-input.ts';
import { findDefaultSearch } from './saved-search.store.ts';
import type { StoredModel } from './shown-model.ts';
import type { Owner } from '../../people/owner.ts';

/** Without names: they are added for each viewer. */
const findTags = ({ scope }: Owner, { db }: Services) => analystTags(db, {}, { scope, blinded: false });

/** The part of a stored model that the user may still search by; removed fields, clients and tags are dropped. */
export const usableModel = async (
  stored: StoredModel,
  owner: Owner,
  services: Services,
): Promise<FilterModel> => {
  const { scope } = owner;
  const fields = await services.catalogue();
  const { filters, indices } = readStoredModel(stored, fields);
  const searchable = searchableBy(filters, scope);
  if (scope.clientIds === 'all') return normalizeModel({ filters: searchable, indices }, fields);
  const tags = await findTags(owner, services);
  const own = keepValidTerms(searchable, 'Clients', new Set(scope.clientIds.map(String)));
  const ownTags = keepValidTerms(own, 'AnalystTags', new Set(tags.map(({ id }) => String(id))));
  return normalizeModel({ filters: ownTags, indices }, fields);
};

/** Built-in defaults: the last twelve months and, for users with clients, the analyst tags of these clients. */
const builtInModel = async (owner: Owner, services: Services, now: Date): Promise<FilterModel> => {
  const { user, scope } = owner;
  const tags = scope.clientIds === 'all' ? [] : await findTags(owner, services);
  const filterUser = { role: user.role, searchFields: [...scope.searchFields] };
  return {
    filters: defaultFilters(filterUser, { now, dates: 'range', companyTags: named(tags) }),
    indices: [],
  };
};

const findStored = (db: Database['kysely'], userId: number) =>
  db
    .selectFrom('default_filters')
    .select(['filters', 'indices'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

const ownClients = async ({ scope }: Owner, { users }: Services) =>
  scope.clientIds === 'all' ? [] : named(await users.clients(scope.clientIds));

const firstUsable = async (owner: Owner, services: Services, now: Date): Promise<FilterModel> => {
  const { db } = services;
  for (const find of [findDefaultSearch, findStored]) {
    const stored = await find(db.kysely, owner.user.id);
    const model = stored ? await usableModel(stored, owner, services) : emptyModel;
    if (hasContent(model)) return model;
  }
  return builtInModel(owner, services, now);
};

/**
 * A user's default filters: the default saved search, else the stored model, else the built-in defaults.
 * A model without any usable filter is ignored. A user who must choose clients gets all of theirs unless the model names some, so that
 * a search with exactly these filters is accepted.
 */
export const defaultModel = async (owner: Owner, services: Services, now: Date): Promise<FilterModel> => {
  const { filters, indices } = await firstUsable(owner, services, now);
  return { filters: withOwnClients(filters, await ownClients(owner, services)), indices };
};

/** Stores a user's default filters; an empty model restores the built-in defaults. */
export const storeDefaultModel = async (
  session: Kysely<Schema>,
  userId: number,
  model: FilterModel,
): Promise<void> => {
  const values = { filters: JSON.stringify(model.filters), indices: [...model.indices] };
  await session
    .insertInto('default_filters')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
};
