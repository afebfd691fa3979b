import { isAtLeast } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { demoApi } from '../dashboard/testing/demo-api.ts';
import { demoUsers } from '../demo/demo-users.ts';
import { describeOnEachEngine } from '../platform/testing/index.ts';

interface Named {
  id: string;
  name: string;
}
interface Question {
  id: string;
  field: string;
  kind: string;
  group: string;
  businessGroupId: string | null;
  options: Named[];
}

const names = (data: unknown): string[] => (data as Named[]).map(({ name }) => name);
const ids = (data: unknown): string[] => (data as Named[]).map(({ id }) => id);
const byName = (list: readonly string[]): string[] =>
  [...list].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
const blinded = { 'x-readerlens-blinded': 'true' };

const tags = 'POST /api/filter-lookups/cms/tags';
const proxy = 'GET /api/user-proxy';
const buckets = 'client/client-org-buckets-by-client-ids';
const readerOrgs = 'POST /api/program-performance/roi/reader-orgs';

describeOnEachEngine('option lookups', (db) => {
  const api = demoApi(db);

  const ask = async (
    call: CallKey,
    email: string,
    parts: {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: unknown;
      headers?: Record<string, string>;
    } = {},
  ) => api().call(call, { ...parts, token: await api().tokenOf(`${email}@demo.example`) });

  const stored = async (table: 'organisation' | 'newsletter' | 'country') =>
    db().kysely.selectFrom(table).select(['id', 'name']).execute();

  it.each<[CallKey, number, string[]]>([
    ['GET /api/common-lookup/countries', 20, ['Germany']],
    ['GET /api/common-lookup/states', 5, ['CA']],
    ['GET /api/common-lookup/newsletters', 3, []],
    ['GET /api/common-lookup/businessgroups', 3, []],
    ['GET /api/common-lookup/regions', 3, []],
    ['GET /api/filter-lookups/document-types', 3, []],
    ['GET /api/filter-lookups/content-topics', 5, []],
  ])('%s answers names in order', async (call, least, known) => {
    const { status, body } = await ask(call, 'client');
    expect(status).toBe(200);
    expect(names(body.data).length).toBeGreaterThanOrEqual(least);
    expect(names(body.data)).toEqual(byName(names(body.data)));
    expect(new Set(ids(body.data)).size).toBe(ids(body.data).length);
    expect(names(body.data)).toEqual(expect.arrayContaining(known));
  });

  it('media sources are those that filters know', async () => {
    const { body } = await ask('GET /api/filter-lookups/media-sources', 'client');
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

  it('nobody is answered without a session', async () => {
    for (const call of [tags, proxy, readerOrgs, 'GET /api/common-lookup/states'] as const)
      expect((await api().call(call, { query: { path: 'personas' }, body: {} })).status).toBe(401);
  });

  it('newsletters have stand-ins while blinded, in an order of their own', async () => {
    const { body } = await ask('GET /api/common-lookup/newsletters', 'internal', { headers: blinded });
    const numbers = names(body.data).map((name) => Number(/^Newsletter (\d{1,4})$/.exec(name)?.[1]));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(ids(body.data).sort()).toEqual((await stored('newsletter')).map(({ id }) => String(id)).sort());
  });

  describe('analyst tags', () => {
    const tagsOf = async (email: string, body: object) =>
      (await ask(tags, email, { body: { field: 'AnalystTags', ...body } })).body.data;
    const nameOf = async (id: number) =>
      (await db().kysely.selectFrom('client').select('name').where('id', '=', id).executeTakeFirstOrThrow())
        .name;
    const clientsOf = async (data: unknown) => {
      const rows = await db().kysely.selectFrom('analyst_tag').select(['id', 'client_id']).execute();
      const owner = new Map(rows.map(({ id, client_id }) => [String(id), client_id]));
      return [...new Set(ids(data).map((id) => owner.get(id) ?? 0))].sort((a, b) => a - b);
    };

    it('are those of the clients that are asked for, under either name', async () => {
      expect(await clientsOf(await tagsOf('internal', { cIds: ['2', '4'] }))).toEqual([2, 4]);
      expect(await clientsOf(await tagsOf('internal', { ids: ['5'] }))).toEqual([5]);
      expect(await clientsOf(await tagsOf('internal', { cIds: ['2'], ids: ['5'] }))).toEqual([2, 5]);
      expect(await tagsOf('internal', {})).toEqual([]);
      expect(await tagsOf('internal', { cIds: ['0', 'x', "1' OR 1=1", '99999999999'] })).toEqual([]);
    });

    it('say whose they are where clients have tags of the same name', async () => {
      const ambiguous = names(await tagsOf('client', { cIds: ['1'] }));
      expect(ambiguous).toContain(`Key account (${await nameOf(1)})`);
      const plain = names(await tagsOf('onecommunity', { cIds: ['1'] }));
      expect(plain).toContain('Key account');
    });

    it('have stand-ins while blinded', async () => {
      const body = { field: 'AnalystTags', cIds: ['2'] };
      const { body: answer } = await ask(tags, 'internal', { body, headers: blinded });
      expect(names(answer.data)).toEqual(ids(answer.data).map((id) => `Tag ${id}`));
      expect(names(answer.data).length).toBeGreaterThan(1);
    });

    it('of somebody else’s clients are not there', async () => {
      expect(await clientsOf(await tagsOf('client', { cIds: ['1', '2', '3'] }))).toEqual([1, 3]);
      expect(await tagsOf('client', { cIds: ['2'] })).toEqual([]);
    });

    it('can be had all at once, as far as the caller sees them', async () => {
      const call = 'GET /api/filter-lookups/cms/tags/{field}';
      const params = { field: 'AnalystTags' };
      expect(await clientsOf((await ask(call, 'client', { params })).body.data)).toEqual([1, 3]);
      expect(await clientsOf((await ask(call, 'internal', { params })).body.data)).toEqual([
        1, 2, 3, 4, 5, 6,
      ]);
      const other = await ask(call, 'internal', { params: { field: 'Clients' } });
      expect([other.status, other.body.code]).toEqual([404, 'not_found']);
    });

    it('need the field AnalystTags', async () => {
      const { status, body } = await ask(tags, 'internal', { body: { field: 'Clients', cIds: ['1'] } });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
    });
  });

  describe('the user proxy', () => {
    const get = (email: string, query: Record<string, string>, headers = {}) =>
      ask(proxy, email, { query, headers });

    it('answers personas and service offerings', async () => {
      for (const path of ['personas', 'service-offerings']) {
        const { status, body } = await get('client', { path });
        expect(status).toBe(200);
        expect(names(body.data).length).toBeGreaterThan(2);
        expect(names(body.data)).toEqual(byName(names(body.data)));
      }
    });

    it.each([
      'users',
      'user/1',
      '../auth',
      'PERSONAS',
      'personas/',
      '__proto__',
      'constructor',
      buckets,
      ' ',
    ])('has nothing at %p', async (path) => {
      const { status, body } = await get('internal', { path });
      expect([status, body]).toEqual([
        404,
        {
          success: false,
          code: 'not_found',
          message: 'There is nothing at this address.',
          requestId: expect.any(String),
        },
      ]);
      const post = await ask('POST /api/user-proxy', 'internal', {
        query: { path: path === buckets ? 'personas' : path },
        body: [],
      });
      expect([post.status, post.body.code]).toEqual([404, 'not_found']);
    });

    it('answers the business groups of clients, of those the caller sees', async () => {
      const ask2 = async (email: string, body: unknown) =>
        ask('POST /api/user-proxy', email, { query: { path: buckets }, body });
      const [group] = names((await ask2('internal', ['1'])).body.data);
      expect(group).toEqual(expect.any(String));
      expect((await ask2('client', ['2', 'x'])).body.data).toEqual([]);
      expect((await ask2('internal', [])).body.data).toEqual([]);
      const own = names((await ask2('onecommunity', ['1'])).body.data);
      expect(own).toHaveLength(1);
    });

    describe('questions to organisations', () => {
      const questions = async (email: string) =>
        new Map(
          ((await get(email, { path: 'organization-questions' })).body.data as Question[]).map((row) => [
            row.field,
            row,
          ]),
        );

      it('come with the answers so far', async () => {
        const all = await questions('internal');
        expect(all.get('DeviceClass')).toMatchObject({
          label: 'Device Class',
          group: 'FirmographicMedicalDevices',
          kind: 'Terms',
          businessGroupId: '3',
          internalOnly: false,
          options: ['I', 'IIa', 'IIb', 'III'].map((name) => ({ id: name, name })),
        });
        expect(all.get('DeviceProductCount')).toMatchObject({ kind: 'Numeric', options: [] });
        expect(all.get('InternalScore')).toMatchObject({ internalOnly: true, businessGroupId: null });
        expect(all.get('OrgType')?.options.length).toBeGreaterThan(1);
        expect(all.get('ProductCategory')?.options.length).toBeGreaterThan(1);
      });

      it('tell answers only to those who may search by them, and internal ones to nobody else', async () => {
        const premium = await questions('premium');
        expect(premium.get('DeviceClass')?.options).toHaveLength(4);
        expect(premium.get('OrgType')?.options.length).toBeGreaterThan(1);
        expect(premium.get('DeviceCategory')).toMatchObject({ label: 'Device Category', options: [] });
        const client = await questions('client');
        expect([...client.values()].flatMap(({ options }) => options)).toEqual([]);
        expect(client.has('InternalScore') || premium.has('InternalScore')).toBe(false);
      });
    });

    describe('reader organisations', () => {
      const path = 'reader-orgs';
      const found = async (email: string, query: Record<string, string>, headers = {}) =>
        (await get(email, { path, ...query }, headers)).body.data as Named[];

      it('are found by a part of their name, those that begin with it first', async () => {
        const all = await stored('organisation');
        const word = all[0]?.name.slice(0, 3).toLowerCase() ?? '';
        const expected = all.filter(({ name }) => name.toLowerCase().includes(word));
        const answer = await found('internal', { q: ` ${word.toUpperCase()} ` });
        expect(ids(answer).sort()).toEqual(expected.map(({ id }) => String(id)).sort());
        const begins = answer.map(({ name }) => name.toLowerCase().startsWith(word));
        expect(begins.indexOf(false) === -1 || !begins.slice(begins.indexOf(false)).includes(true)).toBe(
          true,
        );
        expect(await found('internal', { q: '%' })).toEqual([]);
        expect(await found('internal', {})).toHaveLength(100);
      });

      it('are named by id', async () => {
        const all = await stored('organisation');
        const some = all.slice(3, 6).map(({ id, name }) => ({ id: String(id), name }));
        const answer = await found('internal', { ids: `${some.map(({ id }) => id).join(',')},999999,x` });
        expect(ids(answer).sort()).toEqual(ids(some).sort());
        expect(some).toEqual(expect.arrayContaining(answer));
      });

      it('of a user with clients are those that read these clients', async () => {
        const rows = await db()
          .kysely.selectFrom('engagement')
          .select('organisation_id')
          .distinct()
          .where('client_id', '=', 2)
          .where('status', 'in', [1, 4])
          .execute();
        const own = new Set(rows.map(({ organisation_id }) => String(organisation_id)));
        const all = (await stored('organisation')).map(({ id }) => String(id));
        expect(own.size).toBeLessThan(all.length);
        const answered = ids(await found('premium', { ids: all.join(',') }));
        expect(answered.every((id) => own.has(id))).toBe(true);
        expect(answered.length).toBeGreaterThan(0);
        expect(ids(await found('premium', {})).every((id) => own.has(id))).toBe(true);
      });

      it('are not for those who may not search by them', async () => {
        expect(await found('client', { q: '' })).toEqual([]);
        expect(await found('client', { ids: '1,2,3' })).toEqual([]);
      });

      it('have stand-ins while blinded, by which alone they are found', async () => {
        const [first] = await stored('organisation');
        const answer = await found('internal', { ids: String(first?.id) }, blinded);
        expect(names(answer)).toEqual([expect.stringMatching(/^Company \d{1,4}$/)]);
        const [standIn] = answer as [Named];
        expect(await found('internal', { q: standIn.name }, blinded)).toContainEqual(standIn);
        expect(await found('internal', { q: first?.name ?? '' }, blinded)).toEqual([]);
      });
    });
  });

  describe('the lookup of reader organisations by name', () => {
    const lookUp = async (email: string, Names: unknown, headers = {}) =>
      ask(readerOrgs, email, { body: { Names }, headers });

    it('takes whole names, whatever their case and the blanks around them', async () => {
      const [first, second] = await stored('organisation');
      const upper = first?.name.toUpperCase() ?? '';
      const given = [
        ` ${upper}\t`,
        'Nobody & Sons',
        first?.name ?? '',
        '  ',
        `${second?.name}`,
        '%',
        "x' OR 1=1",
      ];
      const { status, body } = await lookUp('internal', given);
      expect(status).toBe(200);
      const named = [first, second].map((row) => ({ id: String(row?.id), name: row?.name }));
      expect(body.data).toEqual({ lookups: named, unmatchedNames: ['Nobody & Sons', '%', "x' OR 1=1"] });
      expect([body.lookups, body.unmatchedNames]).toEqual([named, ['Nobody & Sons', '%', "x' OR 1=1"]]);
    });

    it('answers all of one name', async () => {
      const [first] = await stored('organisation');
      const { id } = await db()
        .kysely.insertInto('organisation')
        .values({ name: first?.name ?? '' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { body } = await lookUp('internal', [first?.name]);
      await db().kysely.deleteFrom('organisation').where('id', '=', id).execute();
      expect(ids(body.lookups)).toEqual([String(first?.id), String(id)]);
    });

    it('takes 2,000 names and no more', async () => {
      const many = Array.from({ length: 2000 }, (_, index) => `Organisation of the number ${index}`);
      const { body } = await lookUp('internal', many);
      expect(body.unmatchedNames).toEqual(many);
      const long = Array.from({ length: 2000 }, (_, index) => `${index}`.padEnd(300, '語'));
      expect((await lookUp('internal', long)).status).toBe(200);
      const refused = await lookUp('internal', [...many, 'One']);
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
    });

    it('is for users who have it', async () => {
      for (const { email, role, activityFields = [] } of demoUsers) {
        const { status } = await lookUp(email.split('@')[0] ?? '', ['x']);
        const may = isAtLeast(role, 'Internal') || activityFields.includes('ReaderOrgsLookup');
        expect([email, status]).toEqual([email, may ? 200 : 403]);
      }
    });

    it('matches stand-ins only while blinded', async () => {
      const all = await stored('organisation');
      const { body } = await lookUp('internal', [all[0]?.name, 'company 1', 'Company 2'], blinded);
      expect(body.unmatchedNames).toContain(all[0]?.name);
      const proxied = await ask(proxy, 'internal', {
        query: { path: 'reader-orgs', ids: String(all[7]?.id) },
        headers: blinded,
      });
      const [standIn] = proxied.body.data as [Named];
      const named = await lookUp('internal', [standIn.name.toUpperCase()], blinded);
      expect(named.body.lookups).toContainEqual(standIn);
      expect(named.body.unmatchedNames).toEqual([]);
    });
  });
});
