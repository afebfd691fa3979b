import { termsFilter } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { AlertFiredMessage } from '@readerlens/contract';
import type { AlertWebhook, CallKey } from '@readerlens/contract';
import { Ajv } from 'ajv';
import { Webhook } from 'standardwebhooks';
import type { UserRow } from '../../../people/tables.ts';
import { describeOnOneEngine, setDate, testApi } from '../../../platform/testing/index.ts';
import { respondWith } from '../../../platform/webhooks/testing/receiver.ts';
import { clientReceiver } from '../../webhooks/testing/client-receiver.ts';
import { runWorld, seriesRule } from '../testing/run-world.ts';

describeOnOneEngine('the webhook of an alert', (db) => {
  const world = runWorld(db);
  const api = testApi({}, {}, db);
  const { receiver, secret, senderKind } = clientReceiver(db, world.services);
  let owner: UserRow;
  beforeEach(async () => {
    setDate(new Date('2026-03-02T12:00:00Z'));
    owner = await world.addPerson({ clients: [1, 2] });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    await db().kysely.deleteFrom('webhook_subscription').execute();
  });

  const call = async (by: UserRow, name: CallKey, id: string, body?: object) =>
    api().call(name, { token: await api().tokenFor(by), params: { id }, ...(body ? { body } : {}) });
  const subscribe = (id: string, by = owner, clientId = '1') =>
    call(by, 'PUT /api/notification/{id}/webhook', id, { clientId });
  const shown = async (id: string) =>
    (await call(owner, 'GET /api/notification/{id}/webhook', id)).body.data as AlertWebhook;
  /** Sets the clock, and works until nothing is due. */
  const runAt = async (instant: string) => {
    setDate(new Date(instant));
    await world.runAt(instant, [world.kind(), senderKind()]);
  };
  const received = () => receiver().received.map(({ body }) => JSON.parse(body) as AlertFiredMessage);

  it('gets one message for each run with matches, of its client only', async () => {
    const id = await world.addAlert({ owner, clientIds: [1, 2] });
    expect((await subscribe(id)).body.data).toMatchObject({
      clientId: '1',
      client: 'Aurelis',
      problem: null,
    });
    const [first, second] = await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 2 });
    await world.addActivities({ at: '2026-03-02T13:00:00Z', clientId: 2 });
    await world.addActivities({ at: '2026-03-03T13:00:00Z', clientId: 2 });
    await runAt('2026-03-03T12:00:00Z');
    await runAt('2026-03-04T12:00:00Z');
    await runAt('2026-03-05T12:00:00Z');
    const runs = await world.runs();
    expect(runs.map(({ total_matched }) => total_matched)).toEqual([3, 1, 0]);
    const [message] = receiver().received;
    expect(receiver().received).toHaveLength(1);
    expect(new Ajv().validate(AlertFiredMessage, received()[0])).toBe(true);
    setDate(new Date('2026-03-03T12:00:00Z'));
    new Webhook(secret).verify(message!.body, message!.headers as Record<string, string>);
    expect(received()[0]).toMatchObject({
      type: 'alert.fired',
      version: 1,
      data: {
        alertId: id,
        name: 'Visits',
        alertType: 'SpecificActivityNotification',
        runId: runs[0]?.id,
        slot: '2026-03-03',
        startDate: '2026-03-02T12:00:00.000Z',
        endDate: '2026-03-03T00:00:00.000Z',
        client: 'Aurelis',
        rule: 'Every activity for Aurelis or 1 more.',
        filters: [{ name: 'Clients', operation: 'is any of', value: 'Aurelis, 1 you cannot see' }],
        total: 2,
        entityType: null,
        entities: [],
        link: `https://app.example/notifications/dashboard/${id}/${runs[0]?.id}`,
      },
    });
    const { activities } = received()[0]!.data;
    expect(activities.map((activity) => activity.id).toSorted()).toEqual([`1-${first}`, `1-${second}`]);
    expect(activities[0]).toMatchObject({ client: 'Aurelis', reader: { email: 'reader1@x.example' } });
    expect((await shown(id)).messages).toMatchObject([{ state: 'sent', attempts: 1, items: 2 }]);
  });

  it('names the filters as its client may see them, without private lists of the owner', async () => {
    const person = await world.addPerson({ clients: [1, 2], activity_fields: ['Revenue', 'ReaderOrgs'] });
    const id = await world.addAlert({ owner: person, clientIds: [1, 2] });
    await subscribe(id, person);
    const { id: listId } = await db()
      .kysely.insertInto('account_list')
      .values({ client_id: 1, owner_id: person.id, name: 'Secret list' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db()
      .kysely.insertInto('account_list_organisation')
      .values({ client_id: 1, list_id: listId, organisation_id: 1 })
      .execute();
    const { filters } = await db()
      .kysely.selectFrom('alert')
      .select('filters')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await world.setFilters(id, [
      ...(filters as Filter[]),
      { $type: 'Numeric', field: 'Revenue', op: 'GreaterThan', value: 1_000_000 },
      termsFilter('AccountLists', [{ id: listId, name: 'Secret list' }]),
    ]);
    await db().kysely.updateTable('organisation').set({ revenue: 2_000_000 }).execute();
    await world.addActivities({ at: '2026-03-02T13:00:00Z', organisationId: 1 });
    await runAt('2026-03-03T12:00:00Z');
    expect(received()[0]?.data.filters).toEqual([
      { name: 'Clients', operation: 'is any of', value: 'Aurelis, 1 you cannot see' },
      { name: 'Revenue', operation: 'greater than', value: '1,000,000' },
      { name: 'Account Lists', operation: 'is any of', value: '1 you cannot see' },
    ]);
    expect(receiver().received[0]?.body).not.toMatch(/Norvane|Secret/);
  });

  it('gets the readers that an alert counts', async () => {
    const id = await world.addAlert({ owner, rule: seriesRule });
    await subscribe(id);
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 3, readerId: 4 });
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 2, readerId: 5 });
    await runAt('2026-03-03T12:00:00Z');
    expect(received()).toMatchObject([{ data: { total: 1, entityType: 'reader', activities: [] } }]);
    expect(received()[0]?.data.entities).toEqual([
      {
        id: '4',
        name: 'First4 Last4',
        link: 'https://app.example/analytics/reader-dashboard/4',
        activities: 3,
        readers: 1,
        baselineActivities: null,
        changePercent: null,
        direction: null,
        reason: expect.stringContaining('3 '),
      },
    ]);
    expect(new Ajv().validate(AlertFiredMessage, received()[0])).toBe(true);
  });

  it('gets what the owner may see, and nothing once the owner may not see the client', async () => {
    const limited = await world.addPerson({ clients: [1], communities: [1] });
    const id = await world.addAlert({ owner: limited });
    await subscribe(id, limited);
    await world.addActivities({ at: '2026-03-02T13:00:00Z' });
    await world.addActivities({ at: '2026-03-02T13:00:00Z', communityId: 2 });
    receiver().respond = respondWith(500, 200);
    await runAt('2026-03-03T12:00:00Z');
    expect(received()[0]?.data).toMatchObject({ total: 1, activities: [{ community: 'Biologics' }] });
    await db().kysely.deleteFrom('user_client').where('user_id', '=', limited.id).execute();
    await runAt('2026-03-03T12:01:00Z');
    expect(receiver().received).toHaveLength(1);
    const rows = await db()
      .kysely.selectFrom('delivery')
      .select('last_error')
      .where('channel', '=', 'webhook')
      .execute();
    expect(rows).toEqual([
      { last_error: 'The user of the alert may no longer see every client of the message.' },
    ]);
  });

  it('gets a message exactly if its run is stored', async () => {
    const id = await world.addAlert({ owner });
    await subscribe(id);
    await world.addActivities({ at: '2026-03-02T13:00:00Z' });
    const { jobs } = world.services();
    const add = jobs.add.bind(jobs);
    let failures = 0;
    jest.spyOn(jobs, 'add').mockImplementation((trx, run) => {
      if (run.kind === 'webhook' && failures++ === 0) throw new Error('The disk is full.');
      return add(trx, run);
    });
    await runAt('2026-03-03T12:00:00Z');
    expect(failures).toBe(1);
    expect(await world.runs()).toEqual([]);
    expect(await db().kysely.selectFrom('webhook_message').selectAll().execute()).toEqual([]);
    await runAt('2026-03-03T12:01:00Z');
    await runAt('2026-03-03T12:02:00Z');
    expect(await world.runs()).toHaveLength(1);
    expect(receiver().received).toHaveLength(1);
  });

  it('pauses after three failures in a row, and can be resumed and sent to again', async () => {
    receiver().respond = respondWith(410);
    const id = await world.addAlert({ owner, name: 'Busy' });
    const listed: string[] = [];
    await subscribe(id);
    for (const day of ['02', '03', '04', '05']) {
      await world.addActivities({ at: `2026-03-${day}T13:00:00Z` });
      await runAt(`2026-03-0${Number(day) + 1}T12:00:00Z`);
      const { body } = await call(owner, 'POST /api/notifications/search', id, {});
      listed.push(JSON.stringify(body.data));
    }
    expect(receiver().received).toHaveLength(3);
    expect(listed).toHaveLength(4);
    // Only mails count as not delivered to recipients.
    expect(listed.join(' ')).not.toContain('127.0.0.1');
    const paused = await shown(id);
    expect(paused).toMatchObject({
      pausedOn: '2026-03-05T12:00:00.000Z',
      problem: 'Messages are paused after repeated failure.',
    });
    expect(paused.messages.map(({ state }) => state)).toEqual(['queued', 'failed', 'failed', 'failed']);
    const mails = await db().kysely.selectFrom('outbox_mail').select(['to_address', 'subject']).execute();
    expect(mails).toContainEqual({ to_address: owner.email, subject: 'Webhook messages paused: Busy' });
    const period = { from: '2026-03-03T00:00:00Z', to: '2026-03-03T23:00:00Z' };
    const replay = () => call(owner, 'POST /api/notification/{id}/webhook/replay', id, period);
    expect((await replay()).status).toBe(409);
    const resume = () => call(owner, 'POST /api/notification/{id}/webhook/resume', id);
    expect((await resume()).body.data).toMatchObject({ pausedOn: null });
    expect((await resume()).status).toBe(409);
    expect((await replay()).body.data).toEqual({ replayed: 1 });
    receiver().respond = respondWith(200);
    await runAt('2026-03-06T12:05:00Z');
    expect(receiver().received).toHaveLength(5);
    const states = (await shown(id)).messages.map(({ state }) => state);
    expect(states).toEqual(['sent', 'failed', 'failed', 'sent']);
  });

  it('gets no more once it is removed or the alert is deleted', async () => {
    receiver().respond = respondWith(500);
    const id = await world.addAlert({ owner });
    await subscribe(id);
    await world.addActivities({ at: '2026-03-02T13:00:00Z' });
    await runAt('2026-03-03T12:00:00Z');
    const removed = await call(owner, 'DELETE /api/notification/{id}/webhook', id);
    expect(removed.body.data).toMatchObject({ clientId: null, messages: [] });
    await world.addActivities({ at: '2026-03-03T13:00:00Z' });
    await runAt('2026-03-04T12:00:00Z');
    expect(receiver().received).toHaveLength(1);
    const failed = () =>
      db()
        .kysely.selectFrom('delivery')
        .select(['state', 'last_error'])
        .where('channel', '=', 'webhook')
        .execute();
    expect(await failed()).toEqual([
      { state: 'failed', last_error: 'The webhook subscription was deleted.' },
    ]);
    await subscribe(id);
    expect((await shown(id)).messages).toHaveLength(1);
    await world.addActivities({ at: '2026-03-04T13:00:00Z' });
    await runAt('2026-03-05T12:00:00Z');
    await call(owner, 'DELETE /api/notification/{id}', id);
    await runAt('2026-03-05T12:10:00Z');
    expect(receiver().received).toHaveLength(2);
    expect(await failed()).toContainEqual({ state: 'failed', last_error: 'The alert was deleted.' });
  });

  it('is set by people who may edit the alert, for clients that they and its owner may see', async () => {
    const recipient = await world.addPerson();
    const id = await world.addAlert({ owner, recipients: [owner, recipient] });
    const stranger = await world.addPerson();
    const admin = await world.addPerson({ role: 'Internal', notification_claim_level: 'Admin', clients: [] });
    expect((await subscribe(id, recipient)).status).toBe(403);
    expect((await subscribe(id, stranger)).status).toBe(404);
    expect((await subscribe(id, owner, '3')).body.message).toBe(
      'Choose a client that the owner of the alert may see.',
    );
    await db()
      .kysely.deleteFrom('user_client')
      .where('user_id', '=', owner.id)
      .where('client_id', '=', 2)
      .execute();
    expect((await subscribe(id, admin, '2')).status).toBe(400);
    expect((await subscribe(id, admin)).status).toBe(200);
    expect((await call(recipient, 'GET /api/notification/{id}/webhook', id)).status).toBe(403);
    const event = await db()
      .kysely.selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'alert.webhook')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({ actor_id: admin.id, account_id: owner.id, detail: { id, clientId: 1 } });
  });
});
