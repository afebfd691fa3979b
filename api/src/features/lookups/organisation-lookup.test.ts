import { isAtLeast } from '@readerlens/contract';
import { demoUsers } from '../../data/demo/demo-users.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Named } from '../../people/named.ts';
import { blinded, ids, lookupApi, names } from './testing/lookup-api.ts';

const proxy = 'GET /api/user-proxy';
const readerOrgs = 'POST /api/program-performance/roi/reader-orgs';

describeOnOneEngine('organization lookup', (db) => {
  const { send } = lookupApi(db);
  const stored = async () => db().kysely.selectFrom('organisation').select(['id', 'name']).execute();

  describe('reader organizations', () => {
    const path = 'reader-orgs';
    const found = async (email: string, query: Record<string, string>, headers = {}) =>
      (await send(proxy, email, { query: { path, ...query }, headers })).body.data as Named[];

    it('are found by part of their name, prefix matches first', async () => {
      const all = await stored();
      const word = all[0]?.name.slice(0, 3).toLowerCase() ?? '';
      const expected = all.filter(({ name }) => name.toLowerCase().includes(word));
      const answer = await found('internal', { q: ` ${word.toUpperCase()} ` });
      expect(ids(answer).sort()).toEqual(expected.map(({ id }) => String(id)).sort());
      const begins = answer.map(({ name }) => name.toLowerCase().startsWith(word));
      expect(begins.indexOf(false) === -1 || !begins.slice(begins.indexOf(false)).includes(true)).toBe(true);
      expect(await found('internal', { q: '%' })).toEqual([]);
      expect(await found('internal', {})).toHaveLength(100);
    });

    it('are named by id', async () => {
      const all = await stored();
      const some = all.slice(3, 6).map(({ id, name }) => ({ id: String(id), name }));
      const answer = await found('internal', { ids: `${some.map(({ id }) => id).join(',')},999999,x` });
      expect(ids(answer).sort()).toEqual(ids(some).sort());
      expect(some).toEqual(expect.arrayContaining(answer));
    });

    it('of a user with clients are those with activities of these clients', async () => {
      const rows = await db()
        .kysely.selectFrom('engagement')
        .select('organisation_id')
        .distinct()
        .where('client_id', '=', 2)
        .where('status', 'in', [1, 4])
        .execute();
      const own = new Set(rows.map(({ organisation_id }) => String(organisation_id)));
      const all = (await stored()).map(({ id }) => String(id));
      expect(own.size).toBeLessThan(all.length);
      const answered = ids(await found('premium', { ids: all.join(',') }));
      expect(answered.every((id) => own.has(id))).toBe(true);
      expect(answered.length).toBeGreaterThan(0);
      expect(ids(await found('premium', {})).every((id) => own.has(id))).toBe(true);
    });

    it('are refused to users who may not search by them', async () => {
      expect(await found('client', { q: '' })).toEqual([]);
      expect(await found('client', { ids: '1,2,3' })).toEqual([]);
    });

    it('have pseudonyms in Blinded Mode, and are found only by these', async () => {
      const [first] = await stored();
      const answer = await found('internal', { ids: String(first?.id) }, blinded);
      expect(names(answer)).toEqual([expect.stringMatching(/^Company \d{1,4}$/)]);
      const [pseudonym] = answer as [Named];
      expect(await found('internal', { q: pseudonym.name }, blinded)).toContainEqual(pseudonym);
      expect(await found('internal', { q: first?.name ?? '' }, blinded)).toEqual([]);
    });
  });

  describe('the lookup of reader organizations by name', () => {
    const lookUp = async (email: string, Names: unknown, headers = {}) =>
      send(readerOrgs, email, { body: { Names }, headers });

    it('matches full names, ignoring case and surrounding spaces', async () => {
      const [first, second] = await stored();
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

    it('returns all organizations with the same name', async () => {
      const [first] = await stored();
      const { id } = await db()
        .kysely.insertInto('organisation')
        .values({ name: first?.name ?? '' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { body } = await lookUp('internal', [first?.name]);
      await db().kysely.deleteFrom('organisation').where('id', '=', id).execute();
      expect(ids(body.lookups)).toEqual([String(first?.id), String(id)]);
    });

    it('accepts up to 2,000 names', async () => {
      const many = Array.from({ length: 2000 }, (_, index) => `Organisation of the number ${index}`);
      const { body } = await lookUp('internal', many);
      expect(body.unmatchedNames).toEqual(many);
      const long = Array.from({ length: 2000 }, (_, index) => `${index}`.padEnd(300, '語'));
      expect((await lookUp('internal', long)).status).toBe(200);
      const refused = await lookUp('internal', [...many, 'One']);
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
    });

    it('requires the field', async () => {
      for (const { email, role, activityFields = [] } of demoUsers) {
        const { status } = await lookUp(email.split('@')[0] ?? '', ['x']);
        const may = isAtLeast(role, 'Internal') || activityFields.includes('ReaderOrgsLookup');
        expect([email, status]).toEqual([email, may ? 200 : 403]);
      }
    });

    it('matches pseudonyms only while blinded', async () => {
      const all = await stored();
      const { body } = await lookUp('internal', [all[0]?.name, 'company 1', 'Company 2'], blinded);
      expect(body.unmatchedNames).toContain(all[0]?.name);
      const proxied = await send(proxy, 'internal', {
        query: { path: 'reader-orgs', ids: String(all[7]?.id) },
        headers: blinded,
      });
      const [pseudonym] = proxied.body.data as [Named];
      const named = await lookUp('internal', [pseudonym.name.toUpperCase()], blinded);
      expect(named.body.lookups).toContainEqual(pseudonym);
      expect(named.body.unmatchedNames).toEqual([]);
    });
  });
});
