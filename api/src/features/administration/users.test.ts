import type { Role } from '@readerlens/contract';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import type { NewUser } from '../../platform/testing/index.ts';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';

describeOnOneEngine('users', (db) => {
  const api = testApi({}, {}, db);
  const addEntitled = clientsWithUsers(api);

  describe('GET /api/users', () => {
    interface Listed {
      email: string;
      companies: { id: string; name: string }[];
    }
    const list = async (query: Record<string, string>, role: Role = 'SystemAdmin', headers = {}) => {
      const asking = await addUser(api().db, { role, first_name: 'Zz', last_name: 'Asking' });
      const token = await api().tokenFor(asking);
      const { status, body } = await api().call('GET /api/users', { token, query, headers });
      expect(status).toBe(200);
      return body.data as { items: Listed[]; total: number; totalPages: number };
    };
    const listEmails = async (query: Record<string, string>, role?: Role) =>
      (await list(query, role)).items.map(({ email }) => email);

    beforeAll(async () => {
      const add = (email: string, first_name: string, more: NewUser = {}, clients: number[] = []) =>
        addEntitled({ email, first_name, last_name: 'Listed', ...more }, clients);
      await add('a@list.example', 'Ångström', {}, [11, 12]);
      await add('b@list.example', 'Bela', { role: 'Internal' });
      await add('c@list.example', 'Čapek', {}, [12]);
      await add('d@list.example', 'Dora', { role: 'Admin' });
      await add('e@list.example', 'Gone', { is_active: false }, [12]);
      await add('f%@list.example', 'Percent');
    });

    it('finds users by a part of the e-mail or the name, in order of their names', async () => {
      const all = ['a', 'b', 'c', 'd', 'f%'].map((name) => `${name}@list.example`);
      expect(await listEmails({ query: '@LIST.' })).toEqual(all);
      expect(await listEmails({ query: ' angstrom list ' })).toEqual([all[0]]);
      expect(await listEmails({ query: '%@list' })).toEqual([all[4]]);
      expect(await listEmails({ query: 'no such name' })).toEqual([]);
    });

    it('filters by clients, and names those of each user', async () => {
      expect(await listEmails({ query: 'list.example', companyIds: '11' })).toEqual(['a@list.example']);
      expect(await listEmails({ query: 'list.example', companyIds: '11,12' })).toHaveLength(2);
      expect(await listEmails({ query: 'list.example', companyIds: '13' })).toEqual([]);
      expect(await listEmails({ companyIds: 'none' })).toEqual([]);
      const [first] = (await list({ query: 'a@list.example' })).items;
      expect(first).toEqual({
        id: expect.stringMatching(/^\d+$/),
        firstName: 'Ångström',
        lastName: 'Listed',
        email: 'a@list.example',
        role: 'Client',
        isRegistered: false,
        companies: [
          { id: '12', name: 'Alpha Instruments' },
          { id: '11', name: 'Zeta Labs' },
        ],
      });
    });

    it('has pages that neither repeat nor miss a user', async () => {
      const query = { query: 'list.example', pageSize: '2' };
      const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ ...query, page })));
      for (const { total, totalPages } of pages) expect([total, totalPages]).toEqual([5, 3]);
      const emails = pages.flatMap(({ items }) => items.map(({ email }) => email));
      expect(emails).toEqual(await listEmails({ query: 'list.example' }));
    });

    it('hides accounts of higher roles', async () => {
      expect(await listEmails({ query: 'list.example' }, 'Internal')).not.toContain('d@list.example');
      expect(await listEmails({ query: 'list.example' }, 'Admin')).toContain('d@list.example');
    });

    it('has pseudonyms of the clients in Blinded Mode', async () => {
      const blinded = { 'x-readerlens-blinded': 'true' };
      expect((await list({ query: 'a@list.example' }, 'Internal', blinded)).items).toEqual([]);
      const { items } = await list({ companyIds: '12' }, 'Internal', blinded);
      expect(items[0]?.companies.map(({ id }) => id)).toEqual(['11', '12']);
      for (const { name } of items[0]?.companies ?? []) expect(name).toMatch(/^Client \d+$/);
    });
  });

  describe('GET /api/user/{id}', () => {
    const read = async (id: string, by: UserRow, headers = {}) =>
      api().call('GET /api/user/{id}', { token: await api().tokenFor(by), params: { id }, headers });

    it('returns the account with its settings', async () => {
      const user = await addEntitled(
        { activity_fields: ['Revenue'], analyst_tags: [4], notification_claim_level: 'Basic' },
        [11, 12],
        [3],
      );
      const staff = await addUser(api().db, { role: 'Internal' });
      const { status, body } = await read(String(user.id), staff);
      expect([status, body.data]).toEqual([
        200,
        {
          id: String(user.id),
          firstName: 'Uma',
          lastName: 'User',
          email: user.email,
          role: 'Client',
          isRegistered: user.registered_at !== null,
          companies: [
            { id: '12', name: 'Alpha Instruments', onlines: [{ id: '3', name: 'Pharma' }] },
            {
              id: '11',
              name: 'Zeta Labs',
              onlines: [
                { id: '1', name: 'Biotech' },
                { id: '3', name: 'Pharma' },
              ],
            },
          ],
          communities: [{ id: '3', name: 'Pharma' }],
          activityFields: ['Revenue'],
          analystTags: ['4'],
          reviewActivities: false,
          accessMarketingPerformance: false,
          enableApiAccess: false,
          apiClientId: null,
          notificationClaimLevel: 'Basic',
          viewNotifications: false,
          areaClaims: [],
          claims: expect.arrayContaining(['manageNotifications', 'cr-engagement-read']),
          searchFields: expect.arrayContaining(['Revenue', 'Clients']),
          version: 1,
        },
      ]);
      expect(
        JSON.stringify((await read(String(user.id), staff, { 'x-readerlens-blinded': 'true' })).body),
      ).not.toMatch(/Zeta|Alpha/);
    });

    it.each(['Client', 'Premium', 'Internal', 'Admin', 'SystemAdmin'] as const)(
      'lets %s see accounts up to their role, and the others as if they did not exist',
      async (role) => {
        const by = await addUser(api().db, { role });
        expect((await read(String(by.id), by)).status).toBe(200);
        const answers = new Map<Role, string>();
        for (const each of ['Client', 'Premium', 'Internal', 'Admin', 'SystemAdmin'] as const) {
          const answer = await read(String((await addUser(api().db, { role: each })).id), by);
          answers.set(each, answer.status === 200 ? 'seen' : `${answer.status} ${answer.body.message}`);
        }
        const seen = {
          Client: [],
          Premium: [],
          Internal: ['Client', 'Premium', 'Internal'],
          Admin: ['Client', 'Premium', 'Internal', 'Admin'],
          SystemAdmin: ['Client', 'Premium', 'Internal', 'Admin', 'SystemAdmin'],
        }[role] as Role[];
        for (const [each, answer] of answers)
          expect([each, answer]).toEqual([each, seen.includes(each) ? 'seen' : '404 There is no such user.']);
        const gone = await addUser(api().db, { is_active: false });
        for (const id of ['999999', 'x', String(gone.id)]) expect((await read(id, by)).status).toBe(404);
      },
    );
  });

  describe('GET /api/users/lookups', () => {
    const lookup = async (query: string, role: Role = 'SystemAdmin') => {
      const token = await api().tokenFor(
        await addUser(api().db, { role, first_name: 'Asking', last_name: 'Person' }),
      );
      return api().call('GET /api/users/lookups', { token, query: { query } });
    };
    const lookUpEmails = async (query: string, role?: Role) =>
      ((await lookup(query, role)).body.data as { email: string }[]).map(({ email }) => email);

    beforeAll(async () => {
      const add = (email: string, first_name: string, last_name: string, more: NewUser = {}) =>
        addUser(api().db, { email, first_name, last_name, ...more });
      await add('grace.hopper@navy.example', 'Grace', 'Hopper', { password: 'x' });
      await add('h100%@navy.example', 'Percent', 'Sign');
      await add('h100_@navy.example', 'Under', 'Score', { role: 'Internal' });
      await add('gone@navy.example', 'Grace', 'Gone', { is_active: false });
      await add('root@navy.example', 'Grace', 'Root', { role: 'SystemAdmin' });
    });

    it('finds users by the beginning of an e-mail, a first or a last name, in any case', async () => {
      for (const text of ['GRACE.h', 'hOPPer'])
        expect(await lookUpEmails(text)).toEqual(['grace.hopper@navy.example']);
      expect(await lookUpEmails('grace')).toEqual(['grace.hopper@navy.example', 'root@navy.example']);
      expect(await lookUpEmails('opper')).toEqual([]);
    });

    it('returns the displayed data of a user', async () => {
      const { body } = await lookup('grace.hopper');
      expect(body.data).toEqual([
        {
          userId: expect.stringMatching(/^\d+$/),
          displayText: 'Grace Hopper (grace.hopper@navy.example)',
          email: 'grace.hopper@navy.example',
          role: 'Client',
          isRegistered: true,
          viewsNotifications: false,
        },
      ]);
    });

    it.each([
      ['h100%', ['h100%@navy.example']],
      ['h100_', ['h100_@navy.example']],
      ['%', []],
      ['_', []],
      ['\\', []],
      ["'; DROP TABLE app_user; --", []],
    ])('treats %s as text, not as a pattern', async (text, expected) => {
      expect(await lookUpEmails(text)).toEqual(expected);
    });

    it('hides users with a higher role', async () => {
      expect(await lookUpEmails('grace', 'Internal')).toEqual(['grace.hopper@navy.example']);
      expect(await lookUpEmails('h100', 'Internal')).toEqual(['h100%@navy.example', 'h100_@navy.example']);
    });

    it('returns at most twenty', async () => {
      for (let index = 0; index < 25; index += 1)
        await addUser(api().db, { first_name: 'Twenty', last_name: `N${index}` });
      expect(await lookUpEmails('twenty')).toHaveLength(20);
      expect(await lookUpEmails('')).toHaveLength(20);
    });

    it('finds the next page, and users of certain clients', async () => {
      const { kysely } = api().db;
      await kysely.insertInto('client').values({ id: 77, name: 'Paged' }).execute();
      for (let index = 0; index < 22; index += 1) {
        const { id } = await addUser(api().db, { first_name: 'Paged', last_name: `N${index + 10}` });
        await kysely.insertInto('user_client').values({ user_id: id, client_id: 77 }).execute();
      }
      await addUser(api().db, { first_name: 'Paged', last_name: 'Elsewhere' });
      const token = await api().tokenFor(await addUser(api().db, { role: 'SystemAdmin' }));
      const lookUpNames = async (query: Record<string, string>) => {
        const { body } = await api().call('GET /api/users/lookups', {
          token,
          query: { query: 'paged', companyIds: '77', ...query },
        });
        return (body.data as { displayText: string }[]).map(({ displayText }) => displayText.split(' (')[0]);
      };
      expect(await lookUpNames({})).toHaveLength(20);
      expect(await lookUpNames({ page: '2' })).toEqual(['Paged N30', 'Paged N31']);
      expect(await lookUpNames({ query: 'Paged E' })).toEqual([]);
      expect(await lookUpNames({ query: 'paged n1', page: '1' })).toHaveLength(10);
    });

    it('shows clients only people of clients that they share', async () => {
      const { kysely } = api().db;
      await kysely
        .insertInto('client')
        .values([81, 82].map((id) => ({ id, name: `Shared ${id}` })))
        .execute();
      const add = async (last_name: string, clientId: number, role: Role = 'Client') => {
        const user = await addUser(api().db, { role, first_name: 'Sharing', last_name });
        await kysely.insertInto('user_client').values({ user_id: user.id, client_id: clientId }).execute();
        return user;
      };
      const asking = await add('Asking', 81);
      await add('Colleague', 81, 'Premium');
      await add('Stranger', 82);
      await add('Staff', 81, 'Internal');
      const token = await api().tokenFor(asking);
      const { status, body } = await api().call('GET /api/users/lookups', {
        token,
        query: { query: 'sharing' },
      });
      const names = (body.data as { displayText: string }[]).map(({ displayText }) => displayText);
      expect([status, names.map((name) => name.split(' (')[0])]).toEqual([
        200,
        ['Sharing Asking', 'Sharing Colleague'],
      ]);
    });
  });
});
