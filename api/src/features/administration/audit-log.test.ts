import { read, utils } from 'xlsx';
import type { AuditEntry } from '@readerlens/contract';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';

describeOnOneEngine('the audit log', (db) => {
  const api = testApi({}, {}, db);
  const addEntitled = clientsWithUsers(api);
  let system: UserRow;
  let admin: UserRow;
  let target: UserRow;

  const list = async (by: UserRow, query: Record<string, string> = {}, headers = {}) => {
    const { status, body } = await api().call('GET /api/audit-events', {
      token: await api().tokenFor(by),
      query,
      headers,
    });
    expect(status).toBe(200);
    return body.data as { items: AuditEntry[]; next: string | null };
  };
  const listActions = async (by: UserRow, query?: Record<string, string>) =>
    (await list(by, query)).items.map(({ action }) => action);
  const change = async (by: UserRow, user: UserRow, body: object) =>
    api().call('PATCH /api/user/{id}', {
      token: await api().tokenFor(by),
      params: { id: String(user.id) },
      body,
    });

  beforeAll(async () => {
    system = await addUser(api().db, { role: 'SystemAdmin', first_name: 'Sys', last_name: 'Tem' });
    admin = await addUser(api().db, { role: 'Admin', first_name: 'Ada', last_name: 'Admin' });
    target = await addEntitled({ first_name: 'Tara', last_name: 'Target' }, [11]);
    await change(admin, target, { companies: ['11', '12'], viewNotifications: true });
    await change(system, admin, { lastName: 'Renamed' });
    await api().call('POST /api/auth/impersonate', {
      token: await api().tokenFor(admin),
      body: { targetUserId: String(target.id), reason: 'Zeta Labs called' },
    });
  });

  it('says who did what on whose account, with names before and after', async () => {
    const { items, next } = await list(system);
    expect(next).toBeNull();
    expect(items.map(({ action }) => action)).toEqual(['impersonation.start', 'user.update', 'user.update']);
    expect(items[0]).toMatchObject({
      actor: { id: String(admin.id), name: 'Ada Renamed', email: admin.email },
      actedAs: { id: String(target.id) },
      account: null,
      details: [{ label: 'Reason', text: 'Zeta Labs called' }],
    });
    expect(items[2]).toMatchObject({
      account: { name: 'Tara Target' },
      changes: [
        { field: 'Clients', before: 'Zeta Labs', after: 'Zeta Labs, Alpha Instruments' },
        { field: 'Enable Notification Dashboard', before: 'Off', after: 'On' },
      ],
    });
  });

  it('leaves out events about accounts of a higher role', async () => {
    expect(await listActions(admin)).toEqual(['impersonation.start', 'user.update']);
  });

  it('filters by action, person and time', async () => {
    expect(await listActions(system, { action: 'impersonation.start,user.delete' })).toEqual([
      'impersonation.start',
    ]);
    expect(await listActions(system, { person: 'tara' })).toEqual(['impersonation.start', 'user.update']);
    expect(await listActions(system, { person: 'sys tem' })).toEqual(['user.update']);
    expect(await listActions(system, { from: '2999-01-01T00:00:00Z' })).toEqual([]);
    expect(await listActions(system, { to: '2999-01-01T00:00:00Z' })).toHaveLength(3);
    const token = await api().tokenFor(system);
    const wrong: Record<string, string>[] = [{ from: 'yesterday' }, { before: 'x' }];
    for (const query of wrong) {
      expect((await api().call('GET /api/audit-events', { token, query })).status).toBe(400);
    }
  });

  it('has pages that new events do not shift', async () => {
    const first = await list(system, { size: '1' });
    await change(system, target, { firstName: 'Tamara' });
    const second = await list(system, { size: '1', before: first.next ?? '' });
    const third = await list(system, { size: '1', before: second.next ?? '' });
    expect([first, second, third].flatMap(({ items }) => items.map(({ action }) => action))).toEqual([
      'impersonation.start',
      'user.update',
      'user.update',
    ]);
    expect(third.next).toBeNull();
  });

  it('tells which accounts have been deleted since', async () => {
    const leaver = await addEntitled({ first_name: 'Lea', last_name: 'Ver' }, [11]);
    const isDeleted = async () =>
      (await list(system, { person: 'lea ver' })).items.map(({ account }) => account?.isDeleted);
    await change(system, leaver, { accessMarketingPerformance: true });
    expect(await isDeleted()).toEqual([false]);
    const token = await api().tokenFor(system);
    await api().call('DELETE /api/user/{id}', { token, params: { id: String(leaver.id) } });
    expect(await isDeleted()).toEqual([true, true]);
  });

  it('masks names in Blinded Mode', async () => {
    const { items } = await list(system, {}, { 'x-readerlens-blinded': 'true' });
    const text = JSON.stringify(items);
    expect(text).not.toMatch(/Zeta|Alpha/);
    expect(text).toContain('Client ');
  });

  it('names what events are about as it is called now, until it is deleted; the log has its id', async () => {
    const token = await api().tokenFor(system);
    const filters = [
      { field: 'RelativeDateRange', value: '-90d' },
      { field: 'Clients', value: [{ id: '11' }] },
    ];
    const body = { userId: String(target.id), name: 'Reports of Zeta Labs', filters, indices: [] };
    const added = await api().call('POST /api/saved-searches', { token, body });
    const { id } = added.body.data as { id: string };
    const details = async (headers = {}) =>
      (await list(system, { action: 'saved-search.create' }, headers)).items[0]?.details;
    const named = [
      { label: 'Name', text: 'Reports of Zeta Labs' },
      { label: 'Id', text: id },
    ];
    expect(await details()).toEqual(named);
    expect(await details({ 'x-readerlens-blinded': 'true' })).toEqual([]);
    const params = { userId: String(target.id), id };
    expect((await api().call('DELETE /api/saved-searches/{userId}/{id}', { token, params })).status).toBe(
      200,
    );
    expect(await details()).toEqual(named.slice(1));
  });

  it('exports what the filters select, and records the export', async () => {
    const answer = await api().app.inject({
      method: 'POST',
      url: '/api/audit-events/export',
      headers: { authorization: `Bearer ${await api().tokenFor(system)}` },
      // More than hexadecimal digits, which the e-mails of other accounts have.
      payload: { person: 'ada ren' },
    });
    expect(answer.headers['content-disposition']).toContain('Audit_Log.xlsx');
    const [sheet] = Object.values(read(answer.rawPayload).Sheets);
    const rows = utils.sheet_to_json<Record<string, string>>(sheet ?? {});
    expect(rows.map(({ Action }) => Action)).toEqual([
      'Started to act as user',
      'Changed user',
      'Changed user',
    ]);
    expect(rows[2]?.Changes).toBe(
      'Clients: Zeta Labs → Zeta Labs, Alpha Instruments\nEnable Notification Dashboard: Off → On',
    );
    expect((await list(system)).items[0]).toMatchObject({
      action: 'audit.export',
      details: [
        { label: 'Events', text: '3' },
        { label: 'Person', text: 'ada ren' },
      ],
    });
  });

  it('refuses to change and to delete events', async () => {
    const { kysely } = api().db;
    await expect(kysely.updateTable('audit_event').set({ action: 'x' }).execute()).rejects.toThrow(
      'append-only',
    );
    await expect(kysely.deleteFrom('audit_event').execute()).rejects.toThrow('append-only');
  });
});
