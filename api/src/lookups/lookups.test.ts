import type { CallKey } from '@readerlens/contract';
import { demoApi } from '../dashboard/testing/demo-api.ts';

const api = demoApi();

interface Named {
  id: string;
  name: string;
}

const get = async (
  call: CallKey,
  email: string,
  parts: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    headers?: Record<string, string>;
  } = {},
) => api().call(call, { ...parts, token: await api().tokenOf(email) });
const names = (data: unknown): string[] => (data as Named[]).map(({ name }) => name);
const ids = (data: unknown): string[] => (data as Named[]).map(({ id }) => id);

const companies = 'GET /api/cms/companies';
const startingWith = 'GET /api/cms/companies/by-name-or-id-starting-with';
const byIds = 'GET /api/cms/companies/by-ids';

describe('clients', () => {
  it('are found by a part of the name, whatever the case', async () => {
    const { body } = await get(companies, 'internal@demo.example', { query: { q: 'ÉLAN' } });
    expect(names(body.data)).toEqual(['Élanverre Emballage']);
    const medical = await get(companies, 'internal@demo.example', { query: { q: 'medical dev' } });
    expect(names(medical.body.data)).toEqual(['Kestrowel Medical Devices']);
  });

  it('are found by the beginning of the name or the id', async () => {
    const byId = await get(startingWith, 'internal@demo.example', { query: { q: '1' } });
    expect(ids(byId.body.data).sort()).toEqual(['1', '10']);
    const byName = await get(startingWith, 'internal@demo.example', { query: { q: 'nor' } });
    expect(names(byName.body.data)).toEqual(['Norvane Filtration']);
    const inside = await get(startingWith, 'internal@demo.example', { query: { q: 'filtration' } });
    expect(names(inside.body.data)).toEqual([]);
  });

  it.each(['%', '_', '\\', "'", "' OR 1=1 --"])('%p stands for itself', async (q) => {
    for (const call of [companies, startingWith] as const) {
      const { status, body } = await get(call, 'internal@demo.example', { query: { q } });
      expect([status, body.data]).toEqual([200, []]);
    }
  });

  it('all come without a text, by name', async () => {
    const { body } = await get(companies, 'admin@demo.example');
    expect(names(body.data)).toHaveLength(10);
    expect(names(body.data)[0]).toBe('Aurelis Bioprocess');
  });

  it('of somebody else are not there for a client user', async () => {
    const own = ['1', '3'];
    const calls = [
      get(companies, 'client@demo.example'),
      get(startingWith, 'client@demo.example'),
      get(byIds, 'client@demo.example', { query: { ids: '1,2,3,4,5' } }),
    ];
    for (const { body } of await Promise.all(calls)) expect(ids(body.data).sort()).toEqual(own);
    const asked = await get(companies, 'client@demo.example', { query: { q: 'Norvane' } });
    expect(asked.body.data).toEqual([]);
  });

  it('are named by id; ids that are none are passed over', async () => {
    const { body } = await get(byIds, 'internal@demo.example', { query: { ids: "2, 7,99,x,1;2,' OR 1=1" } });
    expect(ids(body.data).sort()).toEqual(['2', '7']);
  });
});

describe('blinded', () => {
  const headers = { 'x-readerlens-blinded': 'true' };

  it('clients have stand-ins, one each, and keep their ids', async () => {
    const open = await get(companies, 'internal@demo.example');
    const first = await get(companies, 'internal@demo.example', { headers });
    const again = await get(startingWith, 'internal@demo.example', { headers });
    expect(ids(first.body.data).sort()).toEqual(ids(open.body.data).sort());
    expect(names(first.body.data).every((name) => /^Client ([1-9]\d?|100)$/.test(name))).toBe(true);
    expect(new Set(names(first.body.data)).size).toBe(10);
    expect(again.body.data).toEqual(first.body.data);
  });

  it('clients are not found by their true name, but by the stand-in', async () => {
    const byTrueName = await get(companies, 'internal@demo.example', { headers, query: { q: 'Norvane' } });
    expect(byTrueName.body.data).toEqual([]);
    const named = await get(byIds, 'internal@demo.example', { headers, query: { ids: '2' } });
    const [standIn] = named.body.data as [Named];
    const found = await get(companies, 'internal@demo.example', { headers, query: { q: standIn.name } });
    expect(found.body.data).toContainEqual(standIn);
  });
});

describe('communities', () => {
  const onlines = 'GET /api/common-lookup/onlines';

  it('have a business group', async () => {
    const { body } = await get(onlines, 'internal@demo.example');
    expect(body.data).toHaveLength(12);
    expect(body.data).toContainEqual({ id: '12', name: 'Drug Delivery Almanac', businessGroupId: '3' });
  });

  it('are those of the user, or else of the user’s clients', async () => {
    const ofUser = await get(onlines, 'onecommunity@demo.example');
    expect(ids(ofUser.body.data)).toEqual(['1']);
    const ofClients = await get(onlines, 'client@demo.example');
    expect(
      ids(ofClients.body.data)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual([1, 2, 3, 5, 10, 11, 12]);
  });
});

describe('filter fields', () => {
  const fieldsOf = (data: unknown): string[] => (data as { field: string }[]).map(({ field }) => field);
  const own = 'GET /api/activity-fields/{userId}';
  const idOf = async (email: string) => String((await api().services.users.findByEmail(email))?.id);

  it('include those of organisation questions', async () => {
    const { body } = await get('GET /api/activity-fields', 'internal@demo.example');
    expect(fieldsOf(body.data)).toEqual(
      expect.arrayContaining(['Clients', 'DeviceClass', 'ReaderOrgsLookup']),
    );
    expect(body.data).toContainEqual({
      field: 'InternalScore',
      label: 'Account Score',
      group: 'FirmographicGeneral',
      accessLevel: 'Internal',
      searchable: true,
      internalOnly: true,
    });
  });

  it('of a user are Basic ones and what was granted', async () => {
    const params = { userId: await idOf('client@demo.example') };
    const { body } = await get(own, 'client@demo.example', { params });
    expect(fieldsOf(body.data)).toEqual(expect.arrayContaining(['Clients', 'Email', 'AnalystTags']));
    expect(fieldsOf(body.data)).not.toContain('DeviceClass');
    expect(fieldsOf(body.data)).not.toContain('InternalScore');
    const staff = await get(own, 'internal@demo.example', { params });
    expect(staff.body.data).toEqual(body.data);
  });

  it('of others are for staff', async () => {
    const params = { userId: await idOf('internal@demo.example') };
    expect((await get(own, 'client@demo.example', { params })).status).toBe(403);
    expect((await get(own, 'internal@demo.example', { params: { userId: '99999' } })).status).toBe(404);
    expect((await get(own, 'client@demo.example', { params: { userId: "x' OR 1=1" } })).status).toBe(403);
  });
});
