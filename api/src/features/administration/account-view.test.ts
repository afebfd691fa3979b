import type { AccountView } from '@readerlens/contract';
import type { UserRow } from '../../people/tables.ts';
import { addUser, testApi } from '../../platform/testing/index.ts';
import { loadDemo } from '../../data/demo/load-demo.ts';

const api = testApi();

describe('POST /api/users/view', () => {
  let staff: UserRow;
  let client: UserRow;
  beforeAll(async () => {
    await loadDemo(api().db, { now: new Date(), scale: 'small' });
    staff = await addUser(api().db, { role: 'Internal' });
    client = await api()
      .db.kysely.selectFrom('app_user')
      .selectAll()
      .where('email', '=', 'client@demo.example')
      .executeTakeFirstOrThrow();
  });

  const view = async (id: string | undefined, user: object, by = staff, headers = {}) => {
    const { status, body } = await api().call('POST /api/users/view', {
      token: await api().tokenFor(by),
      body: { ...(id === undefined ? {} : { id }), user },
      headers,
    });
    return { status, data: body.data as { before: AccountView | null; after: AccountView } };
  };
  /** What the person's own dashboard counts. */
  const ownStats = async (user: UserRow) => {
    const token = await api().tokenFor(user);
    const session = await api().call('GET /api/session', { token });
    const { companies } = session.body.data as { companies: { id: string }[] };
    const { body } = await api().call('POST /api/client-dashboard/stats', {
      token,
      body: {
        filters: [
          { field: 'Clients', value: companies.map(({ id }) => ({ id })) },
          { field: 'RelativeDateRange', value: '-1y' },
        ],
      },
    });
    return body.data as { totalEngagements: number };
  };

  it('counts what the person counts, before and after the change, and again once it is saved', async () => {
    const kept = (await view(String(client.id), {})).data.before?.clients?.[0];
    const { data } = await view(String(client.id), { companies: [kept?.id], viewNotifications: true });
    const own = await ownStats(client);
    expect(Object.values(own)).toContain(data.before?.activities);
    expect(data.after.clients).toEqual([kept]);
    expect(data.after.activities).toBeLessThan(data.before?.activities ?? 0);
    expect(data.after.claims).toContain('viewNotifications');
    const patched = await api().call('PATCH /api/user/{id}', {
      token: await api().tokenFor(staff),
      params: { id: String(client.id) },
      body: { companies: [kept?.id] },
    });
    expect([patched.status, patched.body.details]).toEqual([200, undefined]);
    const saved = await api()
      .db.kysely.selectFrom('app_user')
      .selectAll()
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(Object.values(await ownStats(saved))).toContain(data.after.activities);
  });

  it('says what a new account would see', async () => {
    const none = await view(undefined, {});
    expect(none.data).toMatchObject({ before: null, after: { clients: [], activities: 0, readers: 0 } });
    const all = await view(undefined, { role: 'Internal' });
    expect(all.data.after.clients).toBeNull();
    expect(all.data.after.activities).toBeGreaterThan(0);
  });

  it('is about accounts that the caller may see, and masks clients in Blinded Mode', async () => {
    const admin = await addUser(api().db, { role: 'Admin' });
    expect((await view(String(admin.id), {})).status).toBe(404);
    const { data } = await view(String(client.id), {}, staff, { 'x-readerlens-blinded': 'true' });
    for (const { name } of data.after.clients ?? []) expect(name).toMatch(/^Client \d+$/);
  });
});
