import type { Named } from './named.ts';
import { blinded as headers, ids, lookupApi, names } from './testing/lookup-api.ts';

const { api, ask } = lookupApi();

const companies = 'GET /api/cms/companies';
const startingWith = 'GET /api/cms/companies/by-name-or-id-starting-with';
const byIds = 'GET /api/cms/companies/by-ids';

describe('clients', () => {
  it('are found by a part of the name, whatever the case', async () => {
    const { body } = await ask(companies, 'internal', { query: { q: 'ÉLAN' } });
    expect(names(body.data)).toEqual(['Élanverre Emballage']);
    const medical = await ask(companies, 'internal', { query: { q: 'medical dev' } });
    expect(names(medical.body.data)).toEqual(['Kestrowel Medical Devices']);
  });

  it('are found by the beginning of the name or the id', async () => {
    const byId = await ask(startingWith, 'internal', { query: { q: '1' } });
    expect(ids(byId.body.data).sort()).toEqual(['1', '10']);
    const byName = await ask(startingWith, 'internal', { query: { q: 'nor' } });
    expect(names(byName.body.data)).toEqual(['Norvane Filtration']);
    const inside = await ask(startingWith, 'internal', { query: { q: 'filtration' } });
    expect(names(inside.body.data)).toEqual([]);
  });

  it.each(['%', '_', '\\', "'", "' OR 1=1 --"])('%p stands for itself', async (q) => {
    for (const call of [companies, startingWith] as const) {
      const { status, body } = await ask(call, 'internal', { query: { q } });
      expect([status, body.data]).toEqual([200, []]);
    }
  });

  it('all come without a text, by name', async () => {
    const { body } = await ask(companies, 'admin');
    expect(names(body.data)).toHaveLength(10);
    expect(names(body.data)[0]).toBe('Aurelis Bioprocess');
  });

  it('of somebody else are not there for a client user', async () => {
    const own = ['1', '3'];
    const calls = [
      ask(companies, 'client'),
      ask(startingWith, 'client'),
      ask(byIds, 'client', { query: { ids: '1,2,3,4,5' } }),
    ];
    for (const { body } of await Promise.all(calls)) expect(ids(body.data).sort()).toEqual(own);
    const asked = await ask(companies, 'client', { query: { q: 'Norvane' } });
    expect(asked.body.data).toEqual([]);
  });

  it('are named by id; ids that are none are passed over', async () => {
    const { body } = await ask(byIds, 'internal', { query: { ids: "2, 7,99,x,1;2,' OR 1=1" } });
    expect(ids(body.data).sort()).toEqual(['2', '7']);
  });
});

describe('blinded', () => {
  it('clients have stand-ins, one each, and keep their ids', async () => {
    const open = await ask(companies, 'internal');
    const first = await ask(companies, 'internal', { headers });
    const again = await ask(startingWith, 'internal', { headers });
    expect(ids(first.body.data).sort()).toEqual(ids(open.body.data).sort());
    expect(names(first.body.data).every((name) => /^Client ([1-9]\d?|100)$/.test(name))).toBe(true);
    expect(new Set(names(first.body.data)).size).toBe(10);
    expect(again.body.data).toEqual(first.body.data);
  });

  it('clients are not found by their true name, but by the stand-in', async () => {
    const byTrueName = await ask(companies, 'internal', { headers, query: { q: 'Norvane' } });
    expect(byTrueName.body.data).toEqual([]);
    const named = await ask(byIds, 'internal', { headers, query: { ids: '2' } });
    const [standIn] = named.body.data as [Named];
    const found = await ask(companies, 'internal', { headers, query: { q: standIn.name } });
    expect(found.body.data).toContainEqual(standIn);
  });
});

describe('communities', () => {
  const onlines = 'GET /api/common-lookup/onlines';

  it('have a business group', async () => {
    const { body } = await ask(onlines, 'internal');
    expect(body.data).toHaveLength(12);
    expect(body.data).toContainEqual({ id: '12', name: 'Drug Delivery Almanac', businessGroupId: '3' });
  });

  it('are those of the user, or else of the user’s clients', async () => {
    const ofUser = await ask(onlines, 'onecommunity');
    expect(ids(ofUser.body.data)).toEqual(['1']);
    const ofClients = await ask(onlines, 'client');
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
    const { body } = await ask('GET /api/activity-fields', 'internal');
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

  it('are all told to staff only', async () => {
    expect((await ask('GET /api/activity-fields', 'client')).status).toBe(403);
  });

  it('of a user are Basic ones and what was granted', async () => {
    const params = { userId: await idOf('client@demo.example') };
    const { body } = await ask(own, 'client', { params });
    expect(fieldsOf(body.data)).toEqual(expect.arrayContaining(['Clients', 'Email', 'AnalystTags']));
    expect(fieldsOf(body.data)).not.toContain('DeviceClass');
    expect(fieldsOf(body.data)).not.toContain('InternalScore');
    const staff = await ask(own, 'internal', { params });
    expect(staff.body.data).toEqual(body.data);
  });

  it('of others are for staff', async () => {
    const params = { userId: await idOf('internal@demo.example') };
    expect((await ask(own, 'client', { params })).status).toBe(403);
    expect((await ask(own, 'internal', { params: { userId: '99999' } })).status).toBe(404);
    expect((await ask(own, 'client', { params: { userId: "x' OR 1=1" } })).status).toBe(403);
  });
});
