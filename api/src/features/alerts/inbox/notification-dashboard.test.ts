import type { AlertRun, AlertRunDetails } from '@readerlens/contract';
import { addUser, describeOnOneEngine } from '../../../platform/testing/index.ts';
import { alertWorld, blinded, unknownId } from '../testing/alert-world.ts';
import { storeRun } from '../testing/stored-runs.ts';

interface Page {
  readonly items: AlertRun[];
  readonly total: number;
  readonly unread: number;
}

describeOnOneEngine('the Notification Dashboard', (db) => {
  const world = alertWorld(db);
  const me = () => world.owner().id;

  const list = async (body: object = {}, options: Parameters<typeof world.call>[3] = {}): Promise<Page> =>
    (await world.call('POST /api/notification-dashboard', '', body, options)).body.data as Page;
  const listIds = async (body: object = {}) => (await list(body)).items.map(({ id }) => id);
  const unread = async (token = world.token()) =>
    (
      (await world.call('GET /api/notification-dashboard/unread-count', '', undefined, { token })).body
        .data as {
        count: number;
      }
    ).count;
  const mark = (flag: string, ids: readonly string[], token = world.token()) =>
    world.api().call('POST /api/notification-dashboard/mark-read/{flag}', {
      token,
      params: { flag },
      body: { ids },
    });
  const details = (id: string, options: Parameters<typeof world.call>[3] = {}) =>
    world.call('GET /api/notification-dashboard/{id}', id, undefined, options);

  beforeAll(async () => {
    await db()
      .kysely.insertInto('reader')
      .values(
        [1, 2].map((id) => ({ id, email: `r${id}@x.example`, first_name: `First${id}`, last_name: 'Last' })),
      )
      .execute();
  });

  it('lists what a person received, the latest first, and counts what is unread', async () => {
    const alertId = await world.complete();
    const run = (slot: string, more: object = {}) =>
      storeRun(db(), { alertId, slot, recipients: { [me()]: more } });
    const first = await run('2026-03-01', { client_ids: [1, 2], client_matches: [2, 3] });
    const read = await run('2026-03-02', { is_read: true });
    const quiet = await run('2026-03-03', { client_ids: [], client_matches: [] });
    expect(await listIds()).toEqual([read, first]);
    expect(await listIds({ quiet: true })).toEqual([quiet, read, first]);
    expect(await listIds({ unread: true })).toEqual([first]);
    expect(await listIds({ sortBy: 'totalMatched', sortDir: 'asc' })).toEqual([read, first]);
    expect(await listIds({ query: '03-02' })).toEqual([read]);
    expect(await listIds({ pageSize: 1, page: 2 })).toEqual([first]);
    expect(await listIds({ notificationId: unknownId })).toEqual([]);
    const { items, total, unread: count } = await list();
    expect([total, count, await unread()]).toEqual([2, 1, 1]);
    expect(items[1]).toMatchObject({
      notificationId: alertId,
      companies: ['Aurelis', 'Norvane Filtration'],
      totalMatched: 5,
      isRead: false,
      editable: true,
      disabled: false,
      type: 'SeriesOfActivitiesNotification',
      why: '5 readers had at least 3 activities in 1 month.',
    });
  });

  it('finds a run only under its own alert', async () => {
    const [alertId, otherId] = [await world.complete(), await world.complete()];
    const id = await storeRun(db(), { alertId, slot: '2026-03-01', recipients: { [me()]: {} } });
    const readStatus = async (notificationId: string) => {
      const options = { token: world.token(), params: { id }, query: { notificationId } };
      return (await world.api().call('GET /api/notification-dashboard/{id}', options)).status;
    };
    expect([await readStatus(alertId), await readStatus(alertId.toUpperCase())]).toEqual([200, 200]);
    expect([await readStatus(otherId), await readStatus('x')]).toEqual([404, 404]);
  });

  it('marks nothing for somebody who acts as the person', async () => {
    const alertId = await world.complete();
    const id = await storeRun(db(), { alertId, slot: '2026-03-01', recipients: { [me()]: {} } });
    const admin = await addUser(db(), { role: 'Admin' });
    const { body } = await world.api().call('POST /api/auth/impersonate', {
      token: await world.api().tokenFor(admin),
      body: { targetUserId: String(me()) },
    });
    const token = String(body.token);
    for (const flag of ['read', 'unread'] as const) {
      const answer = await mark(flag, [id], token);
      expect([answer.status, answer.body.message]).toEqual([
        403,
        'While you act as somebody else, nothing is marked as read or unread.',
      ]);
    }
    expect(await unread()).toBe(1);
  });

  it('marks runs of the person only, in every spelling of the flag', async () => {
    const other = await world.addPerson();
    const alertId = await world.complete([world.owner(), other.user]);
    const id = await storeRun(db(), {
      alertId,
      slot: '2026-03-01',
      recipients: { [me()]: {}, [other.user.id]: {} },
    });
    for (const [on, off] of [
      ['true', 'false'],
      ['read', 'unread'],
      ['1', '0'],
    ] as const) {
      expect((await mark(on, [id])).body.data).toEqual({ unread: 0 });
      expect(await unread(other.token)).toBe(1);
      expect((await mark(off, [id])).body.data).toEqual({ unread: 1 });
    }
    expect((await mark('maybe', [id])).status).toBe(400);
    expect((await mark('true', [unknownId, 'x'])).status).toBe(200);
  });

  it('explains a run', async () => {
    const alertId = await world.complete();
    const id = await storeRun(db(), {
      alertId,
      slot: '2026-03-01',
      recipients: { [me()]: {} },
      entities: [
        { entity_id: 1, outcome: 'still above', activities: 9, notified_on: '2026-02-01' },
        { entity_id: 2, activities: 4 },
      ],
    });
    const run = (await details(id)).body.data as AlertRunDetails;
    expect(run).toMatchObject({
      slot: '2026-03-01',
      timeZone: 'UTC',
      baseline: null,
      rule: 'A reader with at least 3 activities in 1 month.',
      mail: null,
      exceedsThreshold: false,
    });
    expect(run.entities.map(({ name, outcome, why, url }) => [name, outcome, why, url])).toEqual([
      ['First2 Last', 'fires', '4 activities in 1 month', '/analytics/reader-dashboard/2'],
      [
        'First1 Last',
        'still above',
        '9 activities in 1 month; reported on February 01, 2026',
        '/analytics/reader-dashboard/1',
      ],
    ]);
  });

  it('shows nothing of a client that the person has lost', async () => {
    const alertId = await world.complete();
    const both = await storeRun(db(), {
      alertId,
      slot: '2026-03-01',
      recipients: { [me()]: { client_ids: [1, 2], client_matches: [2, 3] } },
      entities: [{ entity_id: 1 }, { entity_id: 2, client_id: 2 }],
    });
    const one = await storeRun(db(), { alertId, slot: '2026-03-02', recipients: { [me()]: {} } });
    await db()
      .kysely.deleteFrom('user_client')
      .where('user_id', '=', me())
      .where('client_id', '=', 1)
      .execute();
    const { items } = await list();
    expect(items.map(({ id, totalMatched, companies }) => [id, totalMatched, companies])).toEqual([
      [both, 3, ['Aurelis']],
    ]);
    expect(await unread()).toBe(1);
    expect((await details(one)).status).toBe(404);
    const { entities } = (await details(both)).body.data as AlertRunDetails;
    expect(entities.map(({ client }) => client)).toEqual(['Aurelis']);
  });

  it('has nothing for other people', async () => {
    const stranger = await world.addPerson({ notification_claim_level: 'Admin', role: 'Admin' }, []);
    const alertId = await world.complete();
    const id = await storeRun(db(), { alertId, slot: '2026-03-01', recipients: { [me()]: {} } });
    for (const each of [id, unknownId, 'x'])
      expect((await details(each, { token: stranger.token })).status).toBe(404);
    expect((await list({}, { token: stranger.token })).total).toBe(0);
  });

  it('keeps the runs of a deleted alert', async () => {
    const alertId = await world.complete();
    const id = await storeRun(db(), { alertId, slot: '2026-03-01', recipients: { [me()]: {} } });
    await world.remove(alertId);
    expect((await list()).items).toMatchObject([{ id, editable: false, disabled: false }]);
    expect((await details(id)).status).toBe(200);
  });

  it('hides names in Blinded Mode', async () => {
    const staff = await world.addPerson({ role: 'Internal' }, []);
    const alertId = await world.complete();
    const id = await storeRun(db(), {
      alertId,
      slot: '2026-03-01',
      recipients: { [staff.user.id]: {} },
      entities: [{}],
      values: { name: 'Norvane Filtration: readers' },
    });
    const hidden = { token: staff.token, headers: blinded };
    const texts = JSON.stringify([(await details(id, hidden)).body, await list({}, hidden)]);
    for (const name of ['Norvane', 'First1', 'Last']) expect(texts).not.toContain(name);
    expect((await list({ query: 'norvane' }, hidden)).total).toBe(0);
    expect((await list({ query: 'readers' }, hidden)).total).toBe(0);
    expect((await list({ query: 'alert ' }, hidden)).total).toBe(1);
  });

  it('describes an alert in words to its recipients', async () => {
    const other = await world.addPerson();
    const stranger = await world.addPerson();
    const id = await world.complete([world.owner(), other.user]);
    const describe = (token: string) =>
      world.call('GET /api/notification/{id}/description', id, undefined, { token });
    expect((await describe(other.token)).body.data).toEqual({
      name: 'Visits',
      schedule: 'Weekly on Friday at 06:00 (Europe/Berlin)',
      rule: 'A reader with at least 3 activities in 1 month. Only these activities count: engagements for Norvane Filtration.',
      filters: [
        { name: 'Activity Types', operation: 'is any of', value: 'Engagement' },
        { name: 'Clients', operation: 'is any of', value: 'Norvane Filtration' },
      ],
      editable: false,
      disabled: false,
      disabledReason: null,
    });
    expect((await describe(stranger.token)).status).toBe(404);
  });
});
