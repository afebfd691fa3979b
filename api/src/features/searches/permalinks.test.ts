import { blindedHeader } from '@readerlens/contract';
import type { Session } from '../../people/session.ts';
import { addUser, describeOnOneEngine, setDate, testApi } from '../../platform/testing/index.ts';
import { createPermalinks } from './permalinks.ts';

const create = 'POST /api/permalinks';
const resolve = 'GET /api/permalinks/{id}';

describeOnOneEngine('short links', (db) => {
  const api = testApi({}, {}, db);
  afterEach(() => jest.useRealTimers());
  let token: string;
  beforeAll(async () => {
    token = await api().tokenFor(await addUser(db()));
  });

  const createId = async (path: string, search: string): Promise<string> => {
    const { status, body } = await api().call(create, { token, body: { path, search } });
    expect(status).toBe(200);
    return (body.data as { id: string }).id;
  };
  const open = (id: string, as: string | undefined = token) =>
    api().call(resolve, { token: as, params: { id } });

  it('open the page they were created for, for every signed-in user', async () => {
    const search = `?f=Clients:1;Title.Contains:${encodeURIComponent('Größer & "Söhne" 語')}&page=2`;
    const id = await createId('/analytics/search', search);
    expect(id).toMatch(/^[\w-]{10,}$/);
    const other = await api().tokenFor(await addUser(db()));
    expect((await open(id, other)).body.data).toEqual({
      path: '/analytics/search',
      search: '?page=2&f=Clients:1;Title.Contains:Gr%C3%B6%C3%9Fer+%26+%22S%C3%B6hne%22+%E8%AA%9E',
    });
    expect((await api().call(resolve, { params: { id } })).status).toBe(401);
    expect((await api().call(create, { body: { path: '/', search: '' } })).status).toBe(401);
  });

  it('are the same for the same search, even when created concurrently', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => createId('/analytics/search', '?f=Clients:1;Title:cell')),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await createId('/analytics/search', '?f=Title%3Acell%3BClients%3A1')).toBe(ids[0]);
    expect(await createId('/analytics/search', '?f=Clients:1')).not.toBe(ids[0]);
    expect(await createId('/analytics', '?f=Clients:1;Title:cell')).not.toBe(ids[0]);
    const [one, other] = ['?page=2&sort=date&f=Clients:1', '?f=Clients:1&sort=date&page=2'];
    expect(await createId('/analytics/search', one)).toBe(await createId('/analytics/search', other));
  });

  it('may be long, but not endless', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => 10_000 + index).join();
    const search = `?f=Clients:${ids(1900)}`;
    const id = await createId('/analytics/search', search);
    expect(id.length).toBeLessThan(30);
    expect((await open(id)).body.data).toEqual({ path: '/analytics/search', search });
    const tooLong = `?query=${'x'.repeat(30_000)}`;
    const { status, body } = await api().call(create, { token, body: { path: '/', search: tooLong } });
    expect([status, body.message]).toEqual([
      400,
      'This search is too long for a link. You can save it instead.',
    ]);
  });

  it('neither store nor return typed text in Blinded Mode', async () => {
    const headers = { [blindedHeader]: 'true' };
    const search =
      '?query=Zenobia&page=2&email=contains:z&f=Clients:1;Email.Contains:zenobia;Title.Contains:cell';
    const plain = await createId('/analytics/search', search);
    const safe = { path: '/analytics/search', search: '?page=2&f=Clients:1;Title.Contains:cell' };
    const opened = await api().call(resolve, { token, params: { id: plain }, headers });
    expect(opened.body.data).toEqual(safe);
    expect(JSON.stringify((await open(plain)).body.data)).toContain('zenobia');
    const { body } = await api().call(create, { token, headers, body: { path: safe.path, search } });
    expect((await open((body.data as { id: string }).id)).body.data).toEqual(safe);
  });

  it('lead to existing screens only', async () => {
    const screens = createPermalinks(api().services, { isScreen: async (path) => path === '/' });
    const session = { blinded: false, user: await addUser(db()) } as Session;
    await expect(screens.add({ path: '/', search: '' }, session)).resolves.toMatch(/./);
    await expect(screens.add({ path: '/nothing', search: '' }, session)).rejects.toMatchObject({
      status: 400,
      message: 'This is not a page of this product.',
    });
  });

  it('are limited per user and hour; existing ones can be copied again', async () => {
    const busy = await api().tokenFor(await addUser(db()));
    setDate(Date.now());
    const make = (page: number) =>
      api().call(create, { token: busy, body: { path: '/', search: `?page=${page}` } });
    for (let page = 1; page <= 60; page += 1) expect((await make(page)).status).toBe(200);
    const { status, body } = await make(61);
    expect([status, body.message]).toEqual([
      429,
      'You created 60 links in the last hour. Please try again in 60 minutes.',
    ]);
    expect((await make(1)).status).toBe(200);
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
