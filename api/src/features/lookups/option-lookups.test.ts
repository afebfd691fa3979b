import type { CallKey } from '@readerlens/contract';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { blinded, byName, ids, lookupApi, names } from './testing/lookup-api.ts';
import type { CallOptions } from './testing/lookup-api.ts';

const tags = 'POST /api/filter-lookups/cms/tags';

describeOnOneEngine('option lookups', (db) => {
  const { api, send } = lookupApi(db);

  beforeAll(() =>
    db()
      .kysely.updateTable('app_user')
      .set({ activity_fields: ['AnalystTags'] })
      .where('email', '=', 'onecommunity@demo.example')
      .execute(),
  );

  it.each<[CallKey, number, string[]]>([
    ['GET /api/common-lookup/countries', 20, ['Germany']],
    ['GET /api/common-lookup/states', 5, ['CA']],
    ['GET /api/common-lookup/newsletters', 3, []],
    ['GET /api/common-lookup/businessgroups', 3, []],
    ['GET /api/common-lookup/regions', 3, []],
    ['GET /api/filter-lookups/document-types', 3, []],
    ['GET /api/filter-lookups/content-topics', 5, []],
  ])('%s returns names in order', async (call, least, known) => {
    const { status, body } = await send(call, 'client');
    expect(status).toBe(200);
    expect(names(body.data).length).toBeGreaterThanOrEqual(least);
    expect(names(body.data)).toEqual(byName(names(body.data)));
    expect(new Set(ids(body.data)).size).toBe(ids(body.data).length);
    expect(names(body.data)).toEqual(expect.arrayContaining(known));
    // Upstream names for 'none' are found as N/A.
    expect(names(body.data)).not.toContain('-1');
  });

  it('media sources are the same as in filters', async () => {
    const { body } = await send('GET /api/filter-lookups/media-sources', 'client');
    expect(names(body.data)).toEqual([
      'Non-newsletter',
      'All newsletters',
      'Regular Newsletters',
      'Custom Newsletters',
      'Lead Nurture Campaign Newsletters',
      'Stream NL',
    ]);
    expect(ids(body.data)).toEqual(names(body.data));
  });

  it('every lookup requires a session', async () => {
    const calls = [
      tags,
      'GET /api/user-proxy',
      'POST /api/program-performance/roi/reader-orgs',
      'GET /api/common-lookup/states',
    ] as const;
    for (const call of calls)
      expect((await api().call(call, { query: { path: 'personas' }, body: {} })).status).toBe(401);
  });

  it('newsletters have pseudonyms while blinded, sorted by pseudonym', async () => {
    const { body } = await send('GET /api/common-lookup/newsletters', 'internal', { headers: blinded });
    const numbers = names(body.data).map((name) => Number(/^Newsletter (\d{1,4})$/.exec(name)?.[1]));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    const stored = await db().kysely.selectFrom('newsletter').select('id').execute();
    expect(ids(body.data).sort()).toEqual(stored.map(({ id }) => String(id)).sort());
  });

  describe('analyst tags', () => {
    const readTags = async (email: string, body: object) =>
      (await send(tags, email, { body: { field: 'AnalystTags', ...body } })).body.data;
    const readClientName = async (id: number) =>
      (await db().kysely.selectFrom('client').select('name').where('id', '=', id).executeTakeFirstOrThrow())
        .name;
    const readTagClients = async (data: unknown) => {
      const rows = await db().kysely.selectFrom('analyst_tag').select(['id', 'client_id']).execute();
      const owner = new Map(rows.map(({ id, client_id }) => [String(id), client_id]));
      return [...new Set(ids(data).map((id) => owner.get(id) ?? 0))].sort((a, b) => a - b);
    };

    it('are limited to the given clients, with both parameter names', async () => {
      expect(await readTagClients(await readTags('internal', { cIds: ['2', '4'] }))).toEqual([2, 4]);
      expect(await readTagClients(await readTags('internal', { ids: ['5'] }))).toEqual([5]);
      expect(await readTagClients(await readTags('internal', { cIds: ['2'], ids: ['5'] }))).toEqual([2, 5]);
      expect(await readTags('internal', {})).toEqual([]);
      expect(await readTags('internal', { cIds: ['0', 'x', "1' OR 1=1", '99999999999'] })).toEqual([]);
    });

    it('include the client where several clients have tags with the same name', async () => {
      const ambiguous = names(await readTags('client', { cIds: ['1'] }));
      expect(ambiguous).toContain(`Key account (${await readClientName(1)})`);
      const plain = names(await readTags('onecommunity', { cIds: ['1'] }));
      expect(plain).toContain('Key account');
    });

    it('have pseudonyms while blinded', async () => {
      const body = { field: 'AnalystTags', cIds: ['2'] };
      const { body: answer } = await send(tags, 'internal', { body, headers: blinded });
      expect(names(answer.data)).toEqual(ids(answer.data).map((id) => `Tag ${id}`));
      expect(names(answer.data).length).toBeGreaterThan(1);
    });

    it('of other users’ clients are hidden', async () => {
      expect(await readTagClients(await readTags('client', { cIds: ['1', '2', '3'] }))).toEqual([1, 3]);
      expect(await readTags('client', { cIds: ['2'] })).toEqual([]);
    });

    it('are only for users who may search by them', async () => {
      expect(await readTags('noevents', { cIds: ['2', '4'] })).toEqual([]);
      const call = 'GET /api/filter-lookups/cms/tags/{field}';
      expect((await send(call, 'noevents', { params: { field: 'AnalystTags' } })).body.data).toEqual([]);
    });

    it('can be listed without clients, limited to visible ones', async () => {
      const call = 'GET /api/filter-lookups/cms/tags/{field}';
      const params = { field: 'AnalystTags' };
      expect(await readTagClients((await send(call, 'client', { params })).body.data)).toEqual([1, 3]);
      expect(await readTagClients((await send(call, 'internal', { params })).body.data)).toEqual([
        1, 2, 3, 4, 5, 6,
      ]);
      const other = await send(call, 'internal', { params: { field: 'Clients' } });
      expect([other.status, other.body.code]).toEqual([404, 'not_found']);
    });

    it('need the field AnalystTags', async () => {
      const { status, body } = await send(tags, 'internal', { body: { field: 'Clients', cIds: ['1'] } });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
    });
  });

  describe('for another user', () => {
    const params = { field: 'AnalystTags' };
    const asks: readonly [CallKey, (userId: string) => CallOptions][] = [
      ['GET /api/cms/companies', (userId) => ({ query: { userId } })],
      ['GET /api/cms/companies/by-name-or-id-starting-with', (userId) => ({ query: { userId } })],
      ['GET /api/cms/companies/by-ids', (userId) => ({ query: { ids: '1,2,3,4', userId } })],
      ['GET /api/common-lookup/onlines', (userId) => ({ query: { userId } })],
      [tags, (userId) => ({ body: { field: 'AnalystTags', cIds: ['1', '2', '3'], userId } })],
      ['GET /api/filter-lookups/cms/tags/{field}', (userId) => ({ params, query: { userId } })],
    ];
    const findId = async (name: string) =>
      String((await api().services.users.findByEmail(`${name}@demo.example`))?.id);

    it.each(asks)('%s returns to staff the values that the user may see', async (call, asked) => {
      const userId = await findId('onecommunity');
      const own = await send(call, 'onecommunity', asked(userId));
      const staff = await send(call, 'internal', asked(userId));
      const all = await send(call, 'internal', asked(await findId('internal')));
      expect([own.status, staff.status]).toEqual([200, 200]);
      expect(staff.body.data).toEqual(own.body.data);
      expect(ids(staff.body.data).length).toBeGreaterThan(0);
      expect(ids(all.body.data).length).toBeGreaterThan(ids(staff.body.data).length);
    });

    it.each(asks)('%s refuses callers who are not staff, and unknown users', async (call, asked) => {
      const refused = await send(call, 'client', asked(await findId('onecommunity')));
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      const missing = await send(call, 'internal', asked('999999'));
      expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
    });

    it('hides names from staff in Blinded Mode', async () => {
      const query = { userId: await findId('onecommunity') };
      const { body } = await send('GET /api/cms/companies', 'internal', { query, headers: blinded });
      expect(names(body.data).every((name) => /^Client \d+$/.test(name))).toBe(true);
    });
  });
});
