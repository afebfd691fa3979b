import { InfluenceChangedMessage, blindedHeader } from '@readerlens/contract';
import type { InfluenceWebhook } from '@readerlens/contract';
import { Ajv } from 'ajv';
import type { UserRow } from '../../../people/tables.ts';
import { createRunner } from '../../../platform/jobs/index.ts';
import { addUser, describeOnOneEngine, setDate } from '../../../platform/testing/index.ts';
import { respondWith } from '../../../platform/webhooks/testing/receiver.ts';
import { clientReceiver } from '../../webhooks/testing/client-receiver.ts';
import { dealsWorld, today } from '../testing/deals-world.ts';
import { influenceKind } from './influence-job.ts';

describeOnOneEngine('the webhook of a client that is told about the influence of deals', (db) => {
  const { world, tested, addDeals, addTouches, addOrganisation } = dealsWorld(db);
  const { receiver, senderKind } = clientReceiver(
    db,
    () => world().services,
    () => tested.clientId,
  );
  let person: UserRow;
  const addStaff = () => addUser(db(), { role: 'Internal', access_marketing_performance: true });
  beforeEach(async () => {
    person = await addStaff();
  });

  const webhook = async (method: 'DELETE' | 'GET' | 'PUT', headers = {}) => {
    const call = `${method} /api/marketing-data/{clientId}/influence-webhook` as const;
    const params = { clientId: String(tested.clientId) };
    // A token is valid for minutes, and these tests take days.
    const token = await world().tokenFor(person);
    const { status, body } = await world().call(call, { token, params, headers });
    return { status, data: body.data as InfluenceWebhook };
  };
  /** Works until nothing is due. */
  const workAt = async (instant: string) => {
    setDate(new Date(instant));
    const kinds = [influenceKind(world().services), senderKind()];
    await createRunner({ db: db(), kinds, logger: { warn() {}, error() {} } }).runDue();
  };
  const received = () => receiver().received.map(({ body }) => JSON.parse(body) as InfluenceChangedMessage);
  const listed = () =>
    received().map(({ data }) =>
      data.deals.map(({ externalId, previous, influence }) => [externalId, previous, influence]),
    );

  it('gets each change once, and nothing of the first comparison', async () => {
    const [some, others] = [await addOrganisation(), await addOrganisation('Other')];
    await addDeals([
      { id: 'D1', created: '2026-01-01', cents: 12_500, organisation: some },
      { id: 'D2', created: '2024-01-01', organisation: others },
    ]);
    await addTouches([{ organisation: others, day: '2023-12-01' }]);
    expect((await webhook('PUT')).data).toMatchObject({ isOn: true, comparedOn: null, problem: null });
    await workAt(`${today}T09:01:00Z`);
    expect((await webhook('GET')).data).toMatchObject({ comparedOn: today, messages: [] });

    await addTouches([{ organisation: some, day: '2025-12-01' }]);
    await addDeals([
      { id: 'D3', created: '2026-01-02', organisation: some },
      { id: 'D4', created: '2026-01-03' },
    ]);
    await workAt(`${today}T10:00:00Z`);
    expect(received()).toEqual([]);
    await workAt('2026-03-11T09:00:00Z');
    expect(listed()).toEqual([
      [
        ['D3', null, 'assisted'],
        ['D1', 'none', 'assisted'],
      ],
    ]);
    expect(new Ajv().validate(InfluenceChangedMessage, received()[0])).toBe(true);
    expect(received()[0]).toMatchObject({
      type: 'opportunity.influence-changed',
      data: {
        day: '2026-03-11',
        client: tested.clientName,
        total: 2,
        deals: [{}, { name: null, account: 'Account D1', stage: 'Open', cents: 12_500, currency: 'EUR' }],
        link: expect.stringContaining(
          `f=Clients%3A${tested.clientId}%3BDateRange%3A2026-01-01%2C2026-01-02#deals`,
        ),
      },
    });
    expect((await webhook('GET')).data.messages).toMatchObject([{ state: 'sent', items: 2 }]);

    // Another run of the same day, such as one that is retried late.
    await addTouches([{ organisation: some, day: '2026-03-11', document: 2 }]);
    const { jobs } = world().services;
    const { id: ownerId } = await db()
      .kysely.selectFrom('influence_watch')
      .select('id')
      .where('client_id', '=', tested.clientId)
      .executeTakeFirstOrThrow();
    await jobs.add(db().kysely, { kind: 'opportunity-influence', ownerId, slotKey: 'again' });
    await workAt('2026-03-11T21:00:00Z');
    expect(received()).toHaveLength(1);
    // A deal that is removed is forgotten.
    await db().kysely.deleteFrom('opportunity').where('external_id', 'in', ['D2', 'D3']).execute();
    const add = jobs.add.bind(jobs);
    const failing = jest.spyOn(jobs, 'add').mockImplementationOnce(async () => {
      throw new Error('The disk is full.');
    });
    failing.mockImplementation(add);
    await workAt('2026-03-12T09:00:00Z');
    // What is not sent is not stored either.
    expect((await webhook('GET')).data).toMatchObject({ comparedOn: '2026-03-11' });
    await workAt('2026-03-12T09:02:00Z');
    await workAt('2026-03-13T09:00:00Z');
    failing.mockRestore();
    expect(listed().slice(1)).toEqual([[['D1', 'assisted', 'both']]]);
  });

  it('gets what the person who turned it on may see, while they may see it', async () => {
    const organisation = await addOrganisation();
    await addDeals([{ id: 'D1', created: '2026-01-01', organisation }]);
    const { id } = person;
    const setOwner = (columns: object) =>
      db().kysely.updateTable('app_user').set(columns).where('id', '=', id).execute();
    await setOwner({ denied_activity_types: ['Event'] });
    await webhook('PUT');
    await workAt(`${today}T09:01:00Z`);
    await addTouches([{ organisation, day: '2025-12-01', type: 'Event' }]);
    await workAt('2026-03-11T09:00:00Z');
    expect(received()).toEqual([]);

    await addTouches([{ organisation, day: '2026-03-11' }]);
    receiver().respond = respondWith(500);
    await workAt('2026-03-12T09:00:00Z');
    expect(listed()).toEqual([[['D1', 'none', 'accelerated']]]);
    await setOwner({ access_marketing_performance: false });
    await workAt('2026-03-12T09:01:00Z');
    await workAt('2026-03-13T09:00:00Z');
    expect(received()).toHaveLength(1);
    person = await addStaff();
    const { data } = await webhook('GET');
    const lost = 'The user of the subscription may no longer use Marketing Performance.';
    expect(data).toMatchObject({ comparedOn: '2026-03-12', problem: lost });
    expect(data.messages).toMatchObject([{ state: 'failed', error: lost }]);
    const subscription = await db()
      .kysely.selectFrom('webhook_subscription')
      .select('failed_messages')
      .where('client_id', '=', tested.clientId)
      .executeTakeFirst();
    expect(subscription).toEqual({ failed_messages: 0 });

    // Whoever takes over may see other activities: the comparison begins again.
    receiver().respond = respondWith(200);
    expect((await webhook('PUT')).data).toMatchObject({ comparedOn: null, problem: null });
    await workAt('2026-03-14T09:00:00Z');
    await workAt('2026-03-15T09:00:00Z');
    expect(received()).toHaveLength(1);
    expect((await webhook('DELETE', { [blindedHeader]: 'true' })).status).toBe(403);
    expect((await webhook('DELETE')).data).toMatchObject({ isOn: false, messages: [] });
    expect(
      await db().kysely.selectFrom('schedule').selectAll().where('client_id', '=', tested.clientId).execute(),
    ).toEqual([]);
  });
});
