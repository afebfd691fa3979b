import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FilterModel } from '@readerlens/filters/model';
import { nameOfPersonSql } from '../../people/person-name.ts';
import { writtenNumberSql } from '../../people/blinding/written-texts.ts';
import type { Schema } from '../../platform/db/index.ts';

type Executor = Kysely<Schema> | Transaction<Schema>;

export interface SavedSearchPage {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: 'name' | 'createdOn' | 'updatedOn';
  readonly sortDir: 'asc' | 'desc';
}

const nameOrNone = (column: 'created_by' | 'updated_by') =>
  sql<string>`coalesce(${nameOfPersonSql(`saved_search.${column}`)}, '')`;

const searches = (db: Executor) =>
  db
    .selectFrom('saved_search')
    .select([
      'id',
      'user_id',
      'name',
      'description',
      'is_default',
      'filters',
      'indices',
      'created_at',
      'updated_at',
      nameOrNone('created_by').as('created_by'),
      nameOrNone('updated_by').as('updated_by'),
    ]);

export type SavedSearchRow = Awaited<ReturnType<typeof findSearch>> & object;

/** A saved search of a user. */
export const findSearch = (db: Executor, userId: number, id: string) =>
  searches(db).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

export const findDefaultSearch = (db: Executor, userId: number) =>
  searches(db).where('user_id', '=', userId).where('is_default', '=', true).executeTakeFirst();

/** The id of the owner of a search. */
export const userOfSearch = async (db: Executor, id: string): Promise<number | undefined> => {
  const row = await db.selectFrom('saved_search').select('user_id').where('id', '=', id).executeTakeFirst();
  return row?.user_id;
};

/** Locks the search until the transaction ends. */
export const lockSearch = async (trx: Transaction<Schema>, id: string): Promise<void> => {
  await trx.selectFrom('saved_search').select('id').where('id', '=', id).forUpdate().execute();
};

const sortColumns = {
  name: sql`fold_text(name)`,
  createdOn: sql`created_at`,
  updatedOn: sql`updated_at`,
} as const;

export const countSearches = async (db: Executor, userId: number): Promise<number> => {
  const { total } = await db
    .selectFrom('saved_search')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
};

export const listSearches = async (
  db: Executor,
  userId: number,
  options: SavedSearchPage,
  { blinded }: { readonly blinded: boolean },
) => {
  const { page, pageSize, sortBy, sortDir } = options;
  const total = await countSearches(db, userId);
  const rows = await searches(db)
    .where('user_id', '=', userId)
    // The order of hidden names would reveal something about them.
    .orderBy(blinded && sortBy === 'name' ? writtenNumberSql('id') : sortColumns[sortBy], sortDir)
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
};

export interface SavedSearchValues {
  readonly name: string;
  readonly description: string;
  readonly filters: FilterModel['filters'];
  readonly indices: FilterModel['indices'];
}

/** Adds a search and returns its id. */
export const addSearch = async (
  db: Executor,
  userId: number,
  { filters, indices, ...texts }: SavedSearchValues,
  by: number,
): Promise<string> => {
  const { id } = await db
    .insertInto('saved_search')
    .values({
      ...texts,
      user_id: userId,
      filters: JSON.stringify(filters),
      indices: [...indices],
      created_by: by,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Changes the given columns. */
export const changeSearch = async (
  db: Executor,
  id: string,
  { filters, indices, ...texts }: Partial<SavedSearchValues>,
  by: number,
): Promise<void> => {
  await db
    .updateTable('saved_search')
    .set({
      ...texts,
      ...(filters ? { filters: JSON.stringify(filters) } : {}),
      ...(indices ? { indices: [...indices] } : {}),
      updated_by: by,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
};

/** Deletes a search that is not the default; returns whether a row was deleted. */
export const deleteSearch = async (db: Executor, userId: number, id: string): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('saved_search')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('is_default', '=', false)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
};

/** Sets or clears the default search; returns whether the search exists. */
export const setDefault = async (
  trx: Transaction<Schema>,
  userId: number,
  id: string,
  isDefault: boolean,
): Promise<boolean> => {
  // In sequence: run in parallel, two requests could each leave a default.
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const ofUser = trx.updateTable('saved_search').where('user_id', '=', userId);
  if (isDefault)
    await ofUser.set({ is_default: false }).where('is_default', '=', true).where('id', '!=', id).execute();
  const changed = await ofUser
    .set({ is_default: isDefault })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
};
