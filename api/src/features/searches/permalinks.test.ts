import { addUser, describeOnEachEngine, testApi } from '../../platform/testing/index.ts';

const create = 'POST /api/permalinks';
const resolve = 'GET /api/permalinks/{id}';

describeOnEachEngine('short links', (db) => {
  const api = testApi({}, {}, db);
  let token: string;
  beforeAll(async () => {
    token = await api().tokenFor(await addUser(db()));
  });

  const idOf = async (path: string, search: string): Promise<string> => {
    const { status, body } = await api().call(create, { token, body: { path, search } });
    expect(status).toBe(200);
    return (body.data as { id: string }).id;
  };
  const open = (id: string, as: string | undefined = token) =>
    api().call(resolve, { token: as, params: { id } });

  it('open the page they were created for, for every signed-in user', async () => {
    const search = `?f=Clients:1;Title.Contains:${encodeURIComponent('Größer & "Söhne" 語')}&page=2`;
    const id = await idOf('/analytics/search', search);
    expect(id).toMatch(/^[\w-]{10,}$/);
    const other = await api().tokenFor(await addUser(db()));
    expect((await open(id, other)).body.data).toEqual({ path: '/analytics/search', search });
    expect((await api().call(resolve, { params: { id } })).status).toBe(401);
    expect((await api().call(create, { body: { path: '/', search: '' } })).status).toBe(401);
  });

  it('are the same for the same page, even when created concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => idOf('/analytics/search', '?f=a')));
    expect(new Set(ids).size).toBe(1);
    expect(await idOf('/analytics/search', '?f=b')).not.toBe(ids[0]);
    expect(await idOf('/analytics', '?f=a')).not.toBe(ids[0]);
  });

  it('may be long', async () => {
    const search = `?f=${'x'.repeat(59_000)}`;
    const id = await idOf('/analytics/search', search);
    expect(id.length).toBeLessThan(30);
    expect((await open(id)).body.data).toEqual({ path: '/analytics/search', search });
  });

  it.each(['unknown', 'x'.repeat(64), "' OR 1=1"])('with an unknown id are not found: %p', async (id) => {
    const { status, body } = await open(id);
    expect([status, body.code, body.message]).toEqual([404, 'not_found', 'There is no such link.']);
  });

  it.each([
    ['//evil.example', ''],
    ['/\\evil.example', ''],
    ['/\t/evil.example', ''],
    ['https://evil.example', ''],
    ['javascript:alert(1)', ''],
    ['analytics', ''],
    ['', ''],
    ['/a/../../b', ''],
    ['/a?b', ''],
    ['/a', 'b'],
    ['/a', '?b#c'],
    ['/a', '?b\n'],
    ['/a', `?${'x'.repeat(60_001)}`],
  ])('do not point outside of the product: %j %j', async (path, search) => {
    const { status, body } = await api().call(create, { token, body: { path, search } });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });
});
