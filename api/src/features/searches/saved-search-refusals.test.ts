import { addUser, describeOnOneEngine } from '../../platform/testing/index.ts';
import { clients, lastYear, savedSearchWorld } from './testing/saved-search-world.ts';

describeOnOneEngine('a saved search is refused', (db) => {
  const { api, staff, post, saved, patch, read, actAs } = savedSearchWorld(db);

  const manyTerms = Array.from({ length: 2001 }, (_, id) => ({ id: String(id) }));
  it.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'name', 'Search Name Is Required'],
    ['a blank name', { name: ' \t ' }, 'name', 'Search Name Is Required'],
    [
      'a name of 61 characters',
      { name: 'x'.repeat(61) },
      'name',
      'Search Name must not be longer than 60 characters',
    ],
    ['no filters', { filters: [] }, 'filters', 'At least one filter is required'],
    [
      'empty filters only',
      { filters: [{ field: 'City', value: '' }] },
      'filters',
      'At least one filter is required',
    ],
    ['no clients', { filters: [lastYear] }, 'filters', 'Clients Is Required'],
    [
      'a client of somebody else',
      { filters: [lastYear, clients(1, 3)] },
      'filters.1.value',
      'User does not have claim(s) for Called 3',
    ],
    [
      'an unknown field',
      { filters: [clients(1), { field: 'Colour', value: 1 }] },
      'filters.1.field',
      'Unknown filter field.',
    ],
    [
      'a wrong operator',
      { filters: [{ ...clients(1), op: 'NotContains' }] },
      'filters.0.op',
      'Clients does not have this operator.',
    ],
    [
      'too many terms',
      { filters: [clients(1), { field: 'Onlines', value: manyTerms }] },
      'filters.1.value',
      'At most 2000 options are allowed.',
    ],
    ['an unknown activity type', { indices: ['Lunch'] }, 'indices.0', 'Unknown activity type.'],
  ])('with %s', async (_, body, path, message) => {
    const complete = { name: 'Named', filters: [clients(1)], ...body };
    const { status, body: answer } = await post(complete);
    expect([status, answer.details]).toEqual([400, [{ path, message }]]);
    expect(['invalid_input', 'invalid_filter']).toContain(answer.code);
    const search = await saved({});
    const patched = await patch(search.id, complete);
    expect([patched.status, patched.body.details]).toEqual([400, [{ path, message }]]);
    expect((await read(search.id)).body.data).toEqual(search);
  });

  it('with filters by other fields only, which are named', async () => {
    const { status, body } = await post({ name: 'Named', filters: [{ field: 'Revenue', value: 5 }] });
    expect([status, body.message, body.details]).toEqual([
      400,
      'At least one filter is required',
      [
        { path: 'filters', message: 'At least one filter is required' },
        { path: 'filters', message: 'Revenue was not saved: this user may not search by it.' },
      ],
    ]);
  });

  it('with a body that is none', async () => {
    for (const body of [
      { name: 1, filters: [] },
      { filters: 'x' },
      { filters: [], colour: 1 },
      { filters: [1] },
    ])
      expect((await post(body)).body.code).toBe('invalid_input');
  });

  const taken = 'A saved search with this name already exists';
  const refusal = { status: 409, body: { code: 'conflict', details: [{ path: 'name', message: taken }] } };

  it('with a name that another one of the user has, ignoring case and blanks around it', async () => {
    const first = await saved({ name: 'Größe' });
    const second = await saved({ name: 'Other' });
    const filters = [clients(1)];
    for (const name of ['Größe', ' GRÖßE', 'größe ']) {
      expect(await post({ name, filters })).toMatchObject(refusal);
      expect(await post({ name, filters }, staff())).toMatchObject(refusal);
      expect(await patch(second.id, { name })).toMatchObject(refusal);
    }
    expect((await read(second.id)).body.data).toEqual(second);
    expect((await patch(first.id, { name: 'GRÖße' })).status).toBe(200);
    await actAs();
    expect((await saved({ name: 'Größe' })).name).toBe('Größe');
  });

  it('if two requests save the same name at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post({ name: 'At once', filters: [clients(1)] })));
    const countStatus = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([countStatus(200), countStatus(409)]).toEqual([1, 2]);
  });

  it('if the user has two hundred', async () => {
    const { userId } = await saved({ name: 'First' });
    const values = Array.from({ length: 199 }, (_, index) => ({
      user_id: Number(userId),
      name: `Search ${index}`,
      filters: '[]',
      indices: [],
      created_by: Number(userId),
      updated_by: Number(userId),
    }));
    await db().kysely.insertInto('saved_search').values(values).execute();
    const { status, body } = await post({ name: 'One more', filters: [clients(1)] });
    expect([status, body.message]).toEqual([
      409,
      'There can be 200 saved searches. Delete one that is no longer used.',
    ]);
    await actAs();
    expect((await saved({ name: 'Of another user' })).name).toBe('Of another user');
  });

  it('but a name of 60 characters is good', async () => {
    expect((await saved({ name: '€'.repeat(60) })).name).toHaveLength(60);
    expect((await saved({ name: ` ${'x'.repeat(60)} ` })).name).toHaveLength(60);
  });

  it('and staff need no clients for themselves, but for a client user', async () => {
    const internal = await addUser(db(), { role: 'Internal' });
    const own = { userId: String(internal.id), name: 'Everybody', filters: [lastYear] };
    expect((await post(own, await api().tokenFor(internal))).status).toBe(200);
    expect((await post({ filters: [lastYear] }, staff())).body.message).toBe('Clients Is Required');
    const foreign = await post({ filters: [clients(3)] }, staff());
    expect([foreign.status, foreign.body.message]).toEqual([400, 'User does not have claim(s) for Called 3']);
  });
});
