import { sql } from 'kysely';
import {
  defaultFilters,
  emptyModel,
  keepValidTerms,
  normalizeModel,
  readStoredModel,
} from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { named } from '../lookups/named.ts';
import { analystTags } from '../lookups/tag-lookup.ts';
import type { Database } from '../platform/db/index.ts';
import type { Services } from '../platform/services.ts';
import { searchableBy } from '../saved-searches/filter-input.ts';
import { findDefaultSearch } from '../saved-searches/saved-search.store.ts';
import type { StoredModel } from '../saved-searches/shown-model.ts';
import type { Owner } from './owner.ts';

/** Names are not needed here: whoever reads the model gets those that they may read. */
const tagsOf = ({ scope }: Owner, { db }: Services) => analystTags(db, {}, { scope, blinded: false });

const isSome = ({ filters, indices }: FilterModel): boolean => filters.length + indices.length > 0;

/** A stored model as far as its user may still search by it: fields, clients and tags that are gone are left out. */
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
  const tags = await tagsOf(owner, services);
  const own = keepValidTerms(searchable, 'Clients', new Set(scope.clientIds.map(String)));
  const ownTags = keepValidTerms(own, 'AnalystTags', new Set(tags.map(({ id }) => String(id))));
  return normalizeModel({ filters: ownTags, indices }, fields);
};

/** What everybody starts from: the last twelve months, and for users with clients these clients' analyst tags. */
const builtInModel = async (owner: Owner, services: Services, now: Date): Promise<FilterModel> => {
  const { user, scope } = owner;
  const tags = scope.clientIds === 'all' ? [] : await tagsOf(owner, services);
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

/**
 * What a user's filter panel starts from: the default saved search, else what was stored, else the built-in defaults.
 * One of which nothing may be used any more counts as none.
 */
export const startModel = async (owner: Owner, services: Services, now: Date): Promise<FilterModel> => {
  const { db } = services;
  for (const find of [findDefaultSearch, findStored]) {
    const stored = await find(db.kysely, owner.user.id);
    const model = stored ? await usableModel(stored, owner, services) : emptyModel;
    if (isSome(model)) return model;
  }
  return builtInModel(owner, services, now);
};

/** Stores what a user's filter panel starts from; an empty model gives the built-in defaults back. */
export const storeStartModel = async (
  { kysely }: Database,
  userId: number,
  model: FilterModel,
): Promise<void> => {
  const values = { filters: JSON.stringify(model.filters), indices: [...model.indices] };
  await kysely
    .insertInto('default_filters')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
};
