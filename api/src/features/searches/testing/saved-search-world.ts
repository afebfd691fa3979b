import type { SavedSearch } from '@readerlens/contract';
import type { Database } from '../../../platform/db/index.ts';
import type { UserRow } from '../../../people/tables.ts';
import { addUser, testApi } from '../../../platform/testing/index.ts';
import type { NewUser, TestResponse } from '../../../platform/testing/index.ts';

export const calls = {
  list: 'GET /api/saved-searches/{userId}',
  one: 'GET /api/saved-searches/{userId}/{id}',
  add: 'POST /api/saved-searches',
  change: 'PATCH /api/saved-searches/{id}',
  remove: 'DELETE /api/saved-searches/{userId}/{id}',
  setDefault: 'POST /api/saved-searches/set-default/{userId}/{id}',
  removeDefault: 'POST /api/saved-searches/remove-default/{userId}/{id}',
} as const;

export const clients = (...ids: number[]) => ({
  field: 'Clients',
  value: ids.map((id) => ({ id: String(id), name: `Called ${id}` })),
});
export const lastYear = { field: 'RelativeDateRange', value: '-1y' };
export const email = { field: 'Email', op: 'Contains', value: 'zq@secret.example' };
export const blinded = { 'x-readerlens-blinded': 'true' };
/** An id that no search has. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

const addDimensions = async ({ kysely }: Database): Promise<void> => {
  const clientNames = ['Norvane Filtration', 'Aurelis', 'Foreign'];
  await kysely
    .insertInto('client')
    .values(clientNames.map((name, index) => ({ id: index + 1, name })))
    .execute();
  await kysely.insertInto('newsletter').values({ id: 7, name: 'Secret Weekly' }).execute();
  const tags = [
    { id: 1, client_id: 1, name: 'Key Account' },
    { id: 3, client_id: 3, name: 'Foreign Tag' },
  ];
  await kysely.insertInto('analyst_tag').values(tags).execute();
};

/** Adds a user with the first two of the three clients. */
const addClientUser = async (db: Database, columns: NewUser = {}): Promise<UserRow> => {
  const added = await addUser(db, { role: 'Client', first_name: 'Clio', last_name: 'C', ...columns });
  const rows = [1, 2].map((client_id) => ({ user_id: added.id, client_id }));
  await db.kysely.insertInto('user_client').values(rows).execute();
  return added;
};

type Headers = Record<string, string>;

/** The API with three clients, a staff user, and a new client user for each test. */
export const savedSearchWorld = (db: () => Database) => {
  const api = testApi({}, {}, db);
  let user: UserRow;
  let token = '';
  let staff = '';
  let count = 0;
  const actAs = async (columns: NewUser = {}) => {
    user = await addClientUser(db(), columns);
    token = await api().tokenFor(user);
  };
  beforeAll(async () => {
    await addDimensions(db());
    staff = await api().tokenFor(
      await addUser(db(), { role: 'Internal', first_name: 'Inga', last_name: 'I' }),
    );
  });
  beforeEach(() => actAs());

  const userId = (): string => String(user.id);
  const post = (body: object, as = token, headers: Headers = {}): Promise<TestResponse> =>
    api().call(calls.add, { token: as, headers, body: { userId: userId(), name: 'Mine', ...body } });
  const all = (query: Headers = {}, as = token): Promise<TestResponse> =>
    api().call(calls.list, { token: as, params: { userId: userId() }, query });
  return {
    api,
    token: () => token,
    staff: () => staff,
    userId,
    /** Replaces the client user that the calls are about. */
    actAs,
    addClientUser: (columns: NewUser = {}) => addClientUser(db(), columns),
    post,
    all,
    saved: async (body: object, as = token, headers: Headers = {}): Promise<SavedSearch> => {
      const answer = await post(
        { name: `Mine ${(count += 1)}`, filters: [clients(1), lastYear], ...body },
        as,
        headers,
      );
      if (answer.status !== 200) throw new Error(answer.body.message);
      return answer.body.data as SavedSearch;
    },
    patch: (id: string, body: object, as = token, headers: Headers = {}) =>
      api().call(calls.change, { token: as, params: { id }, body, headers }),
    read: (id: string, as = token, headers: Headers = {}) =>
      api().call(calls.one, { token: as, params: { userId: userId(), id }, headers }),
    on: (call: 'remove' | 'setDefault' | 'removeDefault', id: string, as = token) =>
      api().call(calls[call], { token: as, params: { userId: userId(), id } }),
    defaults: async (): Promise<SavedSearch[]> => {
      const { items } = (await all()).body.data as { items: SavedSearch[] };
      return items.filter(({ isDefault }) => isDefault);
    },
  };
};
