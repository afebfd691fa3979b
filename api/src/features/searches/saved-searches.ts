import type { CallData, CallInput, Calls, DroppedFilter, SavedSearch } from '@readerlens/contract';
import { defaultSearchMessage } from '@readerlens/contract/searches/messages';
import { canonicalLine, canonicalParagraphs } from '@readerlens/contract/text';
import {
  normalizeModel,
  readStoredModel,
  savedFiltersProblem,
  searchNameProblem,
} from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { invalidFilter } from '../../activities/filter-problems.ts';
import { DatabaseError } from '../../platform/db/index.ts';
import { AppError, badRequest, conflict, noSuchThing } from '../../platform/http/errors.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import type { Owner } from '../../people/owner.ts';
import { changedTexts, shownTexts } from '../../people/blinding/written-texts.ts';
import {
  answerWith,
  checkedWithout,
  readModel,
  searchableBy,
} from '../../activities/searches/filter-input.ts';
import {
  addSearch,
  changeSearch,
  countSearches,
  deleteSearch,
  findSearch,
  listSearches,
  lockSearch,
  setDefault,
  userOfSearch,
} from '../../activities/searches/saved-search.store.ts';
import type {
  SavedSearchPage,
  SavedSearchRow,
  SavedSearchValues,
} from '../../activities/searches/saved-search.store.ts';
import { settingsAudit } from './audit-settings.ts';
import { accessToChange, createShownModels, splitMasked } from '../../activities/searches/shown-model.ts';
import type { ShownModel } from '../../activities/searches/shown-model.ts';
import { findActorId } from '../../people/session.ts';
import { isUuid } from '@readerlens/contract/guards';
import type { SettingsRequest } from './audit-settings.ts';

type NewSearch = CallInput<Calls['POST /api/saved-searches']>['body'];
type SavedAnswer = CallData<Calls['POST /api/saved-searches']>;
type SearchChange = CallInput<Calls['PATCH /api/saved-searches/{id}']>['body'];

/** The owner of a search and the caller. */
const noSuchSearch = () => noSuchThing('saved search');

/** Accepts the ids of user and search in either order: user ids are numbers, search ids never are. */
export const parseIds = (a: { userId: string; id: string }): { userId: string; id: string } =>
  isUuid(a.userId) ? { userId: a.id, id: a.userId } : a;

const showTexts = (row: SavedSearchRow, session: Session) => shownTexts('Saved search', row.id, row, session);

const shownSearch = (
  row: SavedSearchRow,
  { filters, indices }: ShownModel,
  session: Session,
): SavedSearch => ({
  id: row.id,
  userId: String(row.user_id),
  ...showTexts(row, session),
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
  return canonicalLine(name);
};

const maxSearches = 200;

/** Simultaneous requests may exceed the number by a few. */
const checkNumber = async ({ db }: Services, { user }: Owner): Promise<void> => {
  if ((await countSearches(db.kysely, user.id)) < maxSearches) return;
  throw conflict(`There can be ${maxSearches} saved searches. Delete one that is no longer used.`);
};

const nameIndex = 'saved_search_name';
const takenMessage = 'A saved search with this name already exists';

/** Runs a change of a name; the index decides, because two requests may save the same name at once. */
const refusingTakenName = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== nameIndex) throw error;
    throw new AppError(409, 'conflict', takenMessage, { details: [{ path: 'name', message: takenMessage }] });
  }
};

const checkFilters = (filters: FilterModel['filters'], { user }: Owner): void => {
  const problem = savedFiltersProblem(filters, { role: user.role, searchFields: user.activity_fields });
  if (problem) throw invalidFilter(problem.message, [{ path: '/filters', message: problem.message }]);
};

interface Changes {
  readonly values: Partial<SavedSearchValues>;
  readonly dropped: readonly DroppedFilter[];
}

/** The values set by a change. A blinded caller keeps filters on hidden texts, and texts, without seeing them. */
const listChanges = (
  body: SearchChange,
  stored: SavedSearchRow,
  { owner, session }: SettingsRequest,
  catalogue: FieldCatalogue,
): Changes => {
  const { blinded } = session;
  const { name, description } = changedTexts(stored, showTexts(stored, session), body);
  const { model: read, dropped } = readModel(
    { filters: body.filters ?? [], indices: body.indices },
    { owner, catalogue, blinded },
  );
  const unseen = blinded ? splitMasked(readStoredModel(stored, catalogue).filters, catalogue).hidden : [];
  const { filters } = normalizeModel({ ...read, filters: [...read.filters, ...unseen] }, catalogue);
  if (body.filters) checkedWithout(dropped, () => checkFilters(filters, owner));
  const values = {
    ...(name === undefined ? {} : { name: name === stored.name ? name : checkedName(name) }),
    ...(description === undefined ? {} : { description: canonicalParagraphs(description) }),
    ...(body.filters ? { filters } : {}),
    ...(body.indices ? { indices: read.indices } : {}),
  };
  return { values, dropped };
};

/** The rules for saved searches. Throws AppError: 404 if the owner has no such search, 400 for invalid input. */
export const createSavedSearches = (services: Services) => {
  const { db, catalogue } = services;
  const shownModels = createShownModels(services);
  const record = settingsAudit(services);

  /** Without filters on fields that the owner may no longer search by: they do not apply. */
  const usable = (row: SavedSearchRow, { scope }: Owner, fields: FieldCatalogue): FilterModel => {
    const { filters, indices } = readStoredModel(row, fields);
    return { filters: searchableBy(filters, scope), indices };
  };

  const shown = async (
    rows: readonly SavedSearchRow[],
    { owner, session }: SettingsRequest,
  ): Promise<SavedSearch[]> => {
    const fields = await catalogue();
    const used = rows.map((row) => usable(row, owner, fields));
    const models = await shownModels(used, session, accessToChange(owner, session));
    const unknown: ShownModel = { filters: [], indices: [] };
    return rows.map((row, index) => shownSearch(row, models[index] ?? unknown, session));
  };

  const find = async (id: string, { owner }: SettingsRequest): Promise<SavedSearchRow> => {
    const row = isUuid(id) ? await findSearch(db.kysely, owner.user.id, id) : undefined;
    if (!row) throw noSuchSearch();
    return row;
  };

  const get = async (id: string, request: SettingsRequest): Promise<SavedSearch> => {
    const [search] = await shown([await find(id, request)], request);
    if (!search) throw noSuchSearch();
    return search;
  };

  /** The id of the owner of a search. */
  const findOwnerId = async (id: string): Promise<string> => {
    const userId = isUuid(id) ? await userOfSearch(db.kysely, id) : undefined;
    if (userId === undefined) throw noSuchSearch();
    return String(userId);
  };

  return {
    get,
    findOwnerId,
    async list(options: SavedSearchPage, request: SettingsRequest) {
      const { rows, total } = await listSearches(db.kysely, request.owner.user.id, options, request.session);
      const { page, pageSize } = options;
      return { items: await shown(rows, request), total, page, pageSize };
    },
    async add(body: NewSearch, request: SettingsRequest): Promise<SavedAnswer> {
      const { owner, session } = request;
      const name = checkedName(body.name);
      const context = { owner, catalogue: await catalogue(), blinded: session.blinded };
      const { model, dropped } = readModel(body, context);
      checkedWithout(dropped, () => checkFilters(model.filters, owner));
      const values = { name, description: canonicalParagraphs(body.description ?? ''), ...model };
      await checkNumber(services, owner);
      const id = await refusingTakenName(() =>
        db.transaction(async (trx) => {
          const added = await addSearch(trx, owner.user.id, values, findActorId(session));
          await record(trx, 'saved-search.create', request, { id: added });
          return added;
        }),
      );
      return answerWith(await get(id, request), dropped);
    },
    async change(id: string, body: SearchChange, request: SettingsRequest): Promise<SavedAnswer> {
      if (!isUuid(id)) throw noSuchSearch();
      const fields = await catalogue();
      const dropped = await refusingTakenName(() =>
        db.transaction(async (trx) => {
          await lockSearch(trx, id);
          const stored = await findSearch(trx, request.owner.user.id, id);
          if (!stored) throw noSuchSearch();
          const changes = listChanges(body, stored, request, fields);
          await changeSearch(trx, id, changes.values, findActorId(request.session));
          await record(trx, 'saved-search.update', request, { id });
          return changes.dropped;
        }),
      );
      return answerWith(await get(id, request), dropped);
    },
    async remove(id: string, request: SettingsRequest): Promise<void> {
      await find(id, request);
      await db.transaction(async (trx) => {
        if (!(await deleteSearch(trx, request.owner.user.id, id))) throw conflict(defaultSearchMessage);
        await record(trx, 'saved-search.delete', request, { id });
      });
    },
    async setDefault(id: string, isDefault: boolean, request: SettingsRequest): Promise<void> {
      await find(id, request);
      await db.transaction(async (trx) => {
        if (!(await setDefault(trx, request.owner.user.id, id, isDefault))) throw noSuchSearch();
        await record(trx, 'saved-search.default', request, { id, default: isDefault });
      });
    },
  };
};
