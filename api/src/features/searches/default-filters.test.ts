import type { DefaultFilters, SavedSearch } from '@readerlens/contract';
import { addYears, formatDay } from '@readerlens/filters/model';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import type { NewUser } from '../../platform/testing/index.ts';

const get = 'GET /api/default-filters/{userId}';
const ofSearch = 'GET /api/default-filters/{userId}/{savedSearchId}';
const put = 'PUT /api/default-filters';

const terms = (field: string, ...ids: number[]) => ({ field, value: ids.map((id) => ({ id: String(id) })) });
const quality = terms('Quality', 3);
const blinded = { 'x-readerlens-blinded': 'true' };

describeOnOneEngine('default filters', (db) => {
  const api = testApi({}, {}, db);
  let user: UserRow;
  let token: string;
  let staff: string;

  beforeAll(async () => {
    const { kysely } = db();
    await kysely
      .insertInto('client')
      .values([1, 2, 3].map((id) => ({ id, name: `True Name ${id}` })))
      .execute();
    await kysely
      .insertInto('analyst_tag')
      .values([1, 2, 3].map((id) => ({ id, client_id: id, name: `Tag ${id}` })))
      .execute();
    staff = await api().tokenFor(await addUser(db(), { role: 'Internal' }));
  });

  const signIn = async (columns: NewUser = {}, clientIds: readonly number[] = [1, 2]) => {
    user = await addUser(db(), { role: 'Client', activity_fields: ['AnalystTags'], ...columns });
    const rows = clientIds.map((client_id) => ({ user_id: user.id, client_id }));
    if (rows.length > 0) await db().kysely.insertInto('user_client').values(rows).execute();
    token = await api().tokenFor(user);
  };
  beforeEach(() => signIn());

  const userId = () => String(user.id);
  const read = async (as = token, headers = {}) => {
    const { status, body } = await api().call(get, { token: as, params: { userId: userId() }, headers });
    expect(status).toBe(200);
    return body.data as DefaultFilters;
  };
  const brief = ({ filters }: DefaultFilters) =>
    filters.map(({ field, value }) => [
      field,
      Array.isArray(value) ? (value as { id: string }[]).map(({ id }) => id) : value,
    ]);
  const save = async (filters: readonly object[], isDefault = true): Promise<SavedSearch> => {
    const { body } = await api().call('POST /api/saved-searches', {
      token,
      body: { userId: userId(), name: 'Saved', filters, indices: ['Event'] },
    });
    const search = body.data as SavedSearch;
    const params = { userId: userId(), id: search.id };
    if (isDefault) await api().call('POST /api/saved-searches/set-default/{userId}/{id}', { token, params });
    return search;
  };
  const store = (filters: readonly object[], as = token, more = {}) =>
    api().call(put, { token: as, body: { userId: userId(), filters, ...more } });
  const twelveMonths = () => {
    const to = formatDay(new Date());
    return { from: addYears(to, -1), to };
  };

  describe('that are built in', () => {
    it('with own clients, their tags, and the last twelve months', async () => {
      expect(await read()).toEqual({
        filters: [
          {
            $type: 'Terms',
            field: 'Clients',
            op: 'Contains',
            value: [
              { id: '1', name: 'True Name 1' },
              { id: '2', name: 'True Name 2' },
            ],
            allowNA: false,
          },
          { $type: 'DateRange', field: 'DateRange', value: twelveMonths() },
          {
            $type: 'Terms',
            field: 'AnalystTags',
            op: 'Contains',
            value: [
              { id: '1', name: 'Tag 1' },
              { id: '2', name: 'Tag 2' },
            ],
            allowNA: true,
          },
        ],
        indices: [],
      });
    });

    it.each<[string, NewUser, number[]]>([
      ['for users who may not search by tags', { activity_fields: [] }, [1]],
      ['for staff', { role: 'Internal' }, []],
      ['for users whose clients have no tags', {}, []],
    ])('without tags %s', async (_, columns, clientIds) => {
      await signIn(columns, clientIds);
      const own = clientIds.map(String);
      expect(brief(await read())).toEqual([
        ...(own.length > 0 ? [['Clients', own]] : []),
        ['DateRange', twelveMonths()],
      ]);
    });
  });

  describe('that are stored', () => {
    it('replace the built-in ones until they are removed', async () => {
      const answer = await store([quality, terms('Clients', 1)], token, { indices: ['Webinar'] });
      expect(answer.status).toBe(200);
      const stored = await read();
      expect(answer.body.data).toEqual(stored);
      expect(brief(stored)).toEqual([
        ['Clients', ['1']],
        ['Quality', ['3']],
      ]);
      expect(stored.indices).toEqual(['Webinar']);
      await store([quality]);
      expect(await read()).toMatchObject({
        filters: [{ field: 'Clients' }, { field: 'Quality' }],
        indices: [],
      });
      await store([]);
      expect(brief(await read()).map(([field]) => field)).toEqual(['Clients', 'DateRange', 'AnalystTags']);
    });

    it.each([
      [[terms('Clients', 3)], 'filters.0.value', 'User does not have claim(s) for 3'],
      [[quality, { field: 'Colour', value: 1 }], 'filters.1.field', 'Unknown filter field.'],
      [[{ field: 'Quality', value: 'all' }], 'filters.0.value', 'Expected a list of options.'],
    ])('are refused with their path: %j', async (filters, path, message) => {
      const { status, body } = await store(filters);
      expect([status, body.code, body.details]).toEqual([400, 'invalid_filter', [{ path, message }]]);
      expect(brief(await read()).map(([field]) => field)).toEqual(['Clients', 'DateRange', 'AnalystTags']);
    });
  });

  describe('of the default saved search', () => {
    it('take precedence over stored ones', async () => {
      await store([quality]);
      const { id } = await save([terms('Clients', 2), terms('Sequence', 1)]);
      const started = await read();
      expect(brief(started)).toEqual([
        ['Clients', ['2']],
        ['Sequence', ['1']],
      ]);
      expect(started.indices).toEqual(['Event']);
      const params = { userId: userId(), id };
      await api().call('POST /api/saved-searches/remove-default/{userId}/{id}', { token, params });
      expect(brief(await read())).toEqual([
        ['Clients', ['1', '2']],
        ['Quality', ['3']],
      ]);
    });

    it('lose fields that the user may no longer search', async () => {
      await save([terms('Clients', 1, 2), terms('AnalystTags', 1, 2), quality]);
      const { kysely } = db();
      await kysely
        .deleteFrom('user_client')
        .where('user_id', '=', user.id)
        .where('client_id', '=', 2)
        .execute();
      expect(brief(await read())).toEqual([
        ['Clients', ['1']],
        ['Quality', ['3']],
        ['AnalystTags', ['1']],
      ]);
      await kysely.updateTable('app_user').set({ activity_fields: [] }).where('id', '=', user.id).execute();
      expect(brief(await read()).map(([field]) => field)).toEqual(['Clients', 'Quality']);
    });
  });

  it('are accepted by the search and the dashboards as they are, whatever their origin', async () => {
    const send = async (as: string, { filters, indices }: DefaultFilters) =>
      Promise.all(
        (['POST /api/analytics/search', 'POST /api/client-dashboard/stats'] as const).map(
          async (call) =>
            (await api().call(call, { token: as, body: { filters, activityTypes: indices } })).status,
        ),
      );
    expect(await send(token, await read())).toEqual([200, 200]);
    await store([quality]);
    expect(await send(token, await read())).toEqual([200, 200]);
    await save([terms('Clients', 2), quality]);
    expect(await send(token, await read())).toEqual([200, 200]);
    await db().kysely.deleteFrom('user_client').where('client_id', '=', 2).execute();
    const started = await read();
    expect(brief(started)[0]).toEqual(['Clients', ['1']]);
    expect(await send(token, started)).toEqual([200, 200]);
  });

  it('can be those of any saved search of the user', async () => {
    const { id } = await save([terms('Clients', 1), quality], false);
    const send = (savedSearchId: string, as = token, of = userId()) =>
      api().call(ofSearch, { token: as, params: { userId: of, savedSearchId } });
    const { body } = await send(id, staff);
    expect(brief(body.data as DefaultFilters)).toEqual([
      ['Clients', ['1']],
      ['Quality', ['3']],
    ]);
    expect((await send('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await send('x')).status).toBe(404);
    const other = await addUser(db());
    expect((await send(id, await api().tokenFor(other), String(other.id))).status).toBe(404);
  });

  it('are private, except to staff', async () => {
    const other = await api().tokenFor(await addUser(db()));
    const params = { userId: userId() };
    expect((await api().call(get, { token: other, params })).status).toBe(403);
    expect((await store([quality], other)).status).toBe(403);
    expect((await store([quality], staff)).status).toBe(200);
    expect(brief(await read(staff))).toEqual([
      ['Clients', ['1', '2']],
      ['Quality', ['3']],
    ]);
    expect((await api().call(get, { token: staff, params: { userId: '999999' } })).status).toBe(404);
  });

  it('have no hidden names and texts in Blinded Mode', async () => {
    const email = { field: 'Email', op: 'Contains', value: 'zq@secret.example' };
    await save([terms('Clients', 1), quality, email]);
    const started = await read(token, blinded);
    expect(brief(started)).toEqual([
      ['Clients', ['1']],
      ['Quality', ['3']],
    ]);
    expect(JSON.stringify(started)).toMatch(/"Client \d{1,3}"/);
    for (const secret of ['True Name', 'zq@secret.example'])
      expect(JSON.stringify(started)).not.toContain(secret);
  });
});
