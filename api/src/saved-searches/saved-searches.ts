import type { CallInput, Calls, SavedSearch } from '@readerlens/contract';
import {
  normalizeModel,
  readStoredModel,
  savedFiltersProblem,
  searchNameProblem,
} from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { invalidFilter } from '../engagements/filter-problems.ts';
import { badRequest, conflict, notFound } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';
import type { Owner } from '../preferences/owner.ts';
import { readModel } from './filter-input.ts';
import {
  addSearch,
  changeSearch,
  deleteSearch,
  findSearch,
  listSearches,
  lockSearch,
  setDefault,
  userOfSearch,
} from './saved-search.store.ts';
import type { SavedSearchPage, SavedSearchRow, SavedSearchValues } from './saved-search.store.ts';
import { readClientMask } from './masked-texts.ts';
import type { MaskText } from './masked-texts.ts';
import { createShownModels, splitMasked } from './shown-model.ts';
import type { ShownModel } from './shown-model.ts';

type NewSearch = CallInput<Calls['POST /api/saved-searches']>['body'];
type SearchChange = CallInput<Calls['PATCH /api/saved-searches/{id}']>['body'];

/** Whose search, and who asks. */
export interface Asked {
  readonly owner: Owner;
  readonly session: Session;
}

const none = () => notFound('There is no such saved search.');

const isUuid = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);

/** A user's and a search's id in either order: one is a number, the other never is. */
export const idsInOrder = (a: { userId: string; id: string }): { userId: string; id: string } =>
  isUuid(a.userId) ? { userId: a.id, id: a.userId } : a;

const shownSearch = (row: SavedSearchRow, { filters, indices }: ShownModel, mask: MaskText): SavedSearch => ({
  id: row.id,
  userId: String(row.user_id),
  name: mask(row.name),
  description: mask(row.description),
  isDefault: row.is_default,
  filters,
  indices,
  createdOn: row.created_at.toISOString(),
  createdBy: row.created_by,
  updatedOn: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
});

const checkedName = (name: string): string => {
  const message = searchNameProblem(name);
  if (message !== undefined) throw badRequest(message, 'invalid_input', [{ path: 'name', message }]);
  return name.trim();
};

const checkFilters = (filters: FilterModel['filters'], { user }: Owner): void => {
  const problem = savedFiltersProblem(filters, { role: user.role, searchFields: user.activity_fields });
  if (problem) throw invalidFilter(problem.message, [{ path: '/filters', message: problem.message }]);
};

/** The person at the keyboard. */
const personOf = ({ user, impersonator }: Session): number => impersonator?.id ?? user.id;

const asWritten: MaskText = (text) => text;

/** What a change sets. A blinded caller neither sees nor loses filters by hidden texts, and names in words. */
const changesOf = (
  body: SearchChange,
  stored: SavedSearchRow,
  { owner, session }: Asked,
  { catalogue, mask }: { catalogue: FieldCatalogue; mask: MaskText },
): Partial<SavedSearchValues> => {
  const { blinded } = session;
  const read = readModel(
    { filters: body.filters ?? [], indices: body.indices },
    { owner, catalogue, blinded },
  );
  const unseen = blinded ? splitMasked(readStoredModel(stored, catalogue).filters, catalogue).hidden : [];
  const { filters } = normalizeModel({ ...read, filters: [...read.filters, ...unseen] }, catalogue);
  if (body.filters) checkFilters(filters, owner);
  return {
    ...(body.name === undefined || body.name === mask(stored.name) ? {} : { name: checkedName(body.name) }),
    ...(body.description === undefined || body.description === mask(stored.description)
      ? {}
      : { description: body.description.trim() }),
    ...(body.filters ? { filters } : {}),
    ...(body.indices ? { indices: read.indices } : {}),
  };
};

/** The rules of saved searches. Throws AppError: 404 for a search that is not the owner's, 400 for what breaks a rule. */
export const createSavedSearches = (services: Services) => {
  const { db, catalogue } = services;
  const shownModels = createShownModels(services);

  /** How the words of a search are shown to a caller. */
  const masksFor = async ({ blinded }: Session): Promise<(row: SavedSearchRow) => MaskText> => {
    if (!blinded) return () => asWritten;
    const [fields, maskOf] = await Promise.all([catalogue(), readClientMask(services)]);
    return (row) => maskOf(readStoredModel(row, fields));
  };

  const shown = async (rows: readonly SavedSearchRow[], session: Session): Promise<SavedSearch[]> => {
    const [models, maskOf] = await Promise.all([shownModels(rows, session), masksFor(session)]);
    const unknown: ShownModel = { filters: [], indices: [] };
    return rows.map((row, index) => shownSearch(row, models[index] ?? unknown, maskOf(row)));
  };

  const get = async (id: string, { owner, session }: Asked): Promise<SavedSearch> => {
    const row = isUuid(id) ? await findSearch(db.kysely, owner.user.id, id) : undefined;
    const [search] = await shown(row ? [row] : [], session);
    if (!search) throw none();
    return search;
  };

  /** The user whose search it is, by id. */
  const userOf = async (id: string): Promise<string> => {
    const userId = isUuid(id) ? await userOfSearch(db.kysely, id) : undefined;
    if (userId === undefined) throw none();
    return String(userId);
  };

  return {
    get,
    userOf,
    async list(options: SavedSearchPage, { owner, session }: Asked) {
      const { rows, total } = await listSearches(db.kysely, owner.user.id, options);
      const { page, pageSize } = options;
      return { items: await shown(rows, session), total, page, pageSize };
    },
    async add(body: NewSearch, asked: Asked): Promise<SavedSearch> {
      const { owner, session } = asked;
      const name = checkedName(body.name);
      const model = readModel(body, { owner, catalogue: await catalogue(), blinded: session.blinded });
      checkFilters(model.filters, owner);
      const values = { name, description: (body.description ?? '').trim(), ...model };
      return get(await addSearch(db.kysely, owner.user.id, values, personOf(session)), asked);
    },
    async change(id: string, body: SearchChange, asked: Asked): Promise<SavedSearch> {
      if (!isUuid(id)) throw none();
      const [fields, maskOf] = await Promise.all([catalogue(), masksFor(asked.session)]);
      await db.transaction(async (trx) => {
        await lockSearch(trx, id);
        const stored = await findSearch(trx, asked.owner.user.id, id);
        if (!stored) throw none();
        const changes = changesOf(body, stored, asked, { catalogue: fields, mask: maskOf(stored) });
        await changeSearch(trx, id, changes, personOf(asked.session));
      });
      return get(id, asked);
    },
    async remove(id: string, asked: Asked): Promise<void> {
      if (isUuid(id) && (await deleteSearch(db.kysely, asked.owner.user.id, id))) return;
      await get(id, asked);
      throw conflict('The default saved search cannot be deleted.');
    },
    async setDefault(id: string, isDefault: boolean, { owner }: Asked): Promise<void> {
      if (!isUuid(id)) throw none();
      await db.transaction(async (trx) => {
        if (!(await setDefault(trx, owner.user.id, id, isDefault))) throw none();
      });
    },
  };
};
