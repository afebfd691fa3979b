import type { Named } from '../../people/named.ts';
import { blinded as headers, ids, lookupApi, names } from './testing/lookup-api.ts';

const { api, send } = lookupApi();

const companies = 'GET /api/cms/companies';
const startingWith = 'GET /api/cms/companies/by-name-or-id-starting-with';
const byIds = 'GET /api/cms/companies/by-ids';

describe('clients', () => {
  it('are found by part of the name, ignoring case', async () => {
    const { body } = await send(companies, 'internal', { query: { q: 'ÉLAN' } });
    expect(names(body.data)).toEqual(['Élanverre Emballage']);
    const medical = await send(companies, 'internal', { query: { q: 'medical dev' } });
    expect(names(medical.body.data)).toEqual(['Kestrowel Medical Devices']);
  });

  it('are found by the beginning of the name or the id', async () => {
    const byId = await send(startingWith, 'internal', { query: { q: '1' } });
    expect(ids(byId.body.data).sort()).toEqual(['1', '10']);
    const byName = await send(startingWith, 'internal', { query: { q: 'nor' } });
    expect(names(byName.body.data)).toEqual(['Norvane Filtration']);
    const inside = await send(startingWith, 'internal', { query: { q: 'filtration' } });
    expect(names(inside.body.data)).toEqual([]);
  });

  it.each(['%', '_', '\\', "'", "' OR 1=1 --"])('%p is matched literally', async (q) => {
    for (const call of [companies, startingWith] as const) {
      const { status, body } = await send(call, 'internal', { query: { q } });
      expect([status, body.data]).toEqual([200, []]);
    }
  });

  it('are all listed by name without a query', async () => {
    const { body } = await send(companies, 'admin');
    expect(names(body.data)).toHaveLength(10);
    expect(names(body.data)[0]).toBe('Aurelis Bioprocess');
  });

  it('of other users are hidden from a client user', async () => {
    const own = ['1', '3'];
    const calls = [
      send(companies, 'client'),
      send(startingWith, 'client'),
      send(byIds, 'client', { query: { ids: '1,2,3,4,5' } }),
    ];
    for (const { body } of await Promise.all(calls)) expect(ids(body.data).sort()).toEqual(own);
    const asked = await send(companies, 'client', { query: { q: 'Norvane' } });
    expect(asked.body.data).toEqual([]);
  });

  it('are returned by id; invalid ids are skipped', async () => {
    const { body } = await send(byIds, 'internal', { query: { ids: "2, 7,99,x,1;2,' OR 1=1" } });
    expect(ids(body.data).sort()).toEqual(['2', '7']);
  });
});

describe('blinded', () => {
  it('clients have distinct pseudonyms and keep their ids', async () => {
    const open = await send(companies, 'internal');
    const first = await send(companies, 'internal', { headers });
    const again = await send(startingWith, 'internal', { headers });
    expect(ids(first.body.data).sort()).toEqual(ids(open.body.data).sort());
    expect(names(first.body.data).every((name) => /^Client ([1-9]\d?|100)$/.test(name))).toBe(true);
    expect(new Set(names(first.body.data)).size).toBe(10);
    expect(again.body.data).toEqual(first.body.data);
  });

  it('clients are found by pseudonym, not by real name', async () => {
    const byTrueName = await send(companies, 'internal', { headers, query: { q: 'Norvane' } });
    expect(byTrueName.body.data).toEqual([]);
    const named = await send(byIds, 'internal', { headers, query: { ids: '2' } });
    const [pseudonym] = named.body.data as [Named];
    const found = await send(companies, 'internal', { headers, query: { q: pseudonym.name } });
    expect(found.body.data).toContainEqual(pseudonym);
  });
});

describe('communities', () => {
  const onlines = 'GET /api/common-lookup/onlines';

  it('have a business group', async () => {
    const { body } = await send(onlines, 'internal');
    expect(body.data).toHaveLength(12);
    expect(body.data).toContainEqual({ id: '12', name: 'Drug Delivery Almanac', businessGroupId: '3' });
  });

  it('are those of the user, or else of the user’s clients', async () => {
    const ofUser = await send(onlines, 'onecommunity');
    expect(ids(ofUser.body.data)).toEqual(['1']);
    const ofClients = await send(onlines, 'client');
    expect(
      ids(ofClients.body.data)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual([1, 2, 3, 5, 10, 11, 12]);
  });

  describe('of given clients', () => {
    const of = async (account: Parameters<typeof send>[1], companyIds: string) =>
      ids((await send(onlines, account, { query: { companyIds } })).body.data)
        .map(Number)
        .sort((a, b) => a - b);

    it('are those of any of them', async () => {
      const [first, third] = [await of('internal', '1'), await of('internal', '3')];
      expect(first).toEqual([1, 2, 3, 5]);
      expect(await of('internal', '1,3')).toEqual([...new Set([...first, ...third])].sort((a, b) => a - b));
      expect(await of('internal', '')).toEqual([]);
    });

    it('are those of visible clients only', async () => {
      expect(await of('client', '1')).toEqual([1, 2, 3, 5]);
      expect(await of('client', '2')).toEqual([]);
    });
  });
});

describe('filter fields', () => {
  const listFields = (data: unknown): string[] => (data as { field: string }[]).map(({ field }) => field);
  const own = 'GET /api/activity-fields/{userId}';
  const findId = async (email: string) => String((await api().services.users.findByEmail(email))?.id);

  it('include organization questions', async () => {
    const { body } = await send('GET /api/activity-fields', 'internal');
    expect(listFields(body.data)).toEqual(
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

  it('are listed completely for staff only', async () => {
    expect((await send('GET /api/activity-fields', 'client')).status).toBe(403);
  });

  it('of a user are Basic and granted ones', async () => {
    const params = { userId: await findId('client@demo.example') };
    const { body } = await send(own, 'client', { params });
    expect(listFields(body.data)).toEqual(expect.arrayContaining(['Clients', 'Email', 'AnalystTags']));
    expect(listFields(body.data)).not.toContain('DeviceClass');
    expect(listFields(body.data)).not.toContain('InternalScore');
    const staff = await send(own, 'internal', { params });
    expect(staff.body.data).toEqual(body.data);
  });

  it('of others are for staff', async () => {
    const params = { userId: await findId('internal@demo.example') };
    expect((await send(own, 'client', { params })).status).toBe(403);
    expect((await send(own, 'internal', { params: { userId: '99999' } })).status).toBe(404);
    expect((await send(own, 'client', { params: { userId: "x' OR 1=1" } })).status).toBe(403);
  });
});
