import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { UserRow } from '../../people/tables.ts';
import { receiverPerTest, respondWith } from '../../platform/webhooks/testing/receiver.ts';
import { undeliveredProblem } from '../activity-reports/report-view.ts';
import { webhookWorld } from './testing/webhook-world.ts';

describeOnOneEngine('webhook messages that fail', (db) => {
  const world = webhookWorld(db);
  const receiver = receiverPerTest();
  let owner: UserRow;
  let staff: UserRow;
  beforeEach(async () => {
    owner = await world.addPerson();
    staff = await world.addPerson({ role: 'Internal' });
    await world.connect(staff, receiver().url);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
  });

  const idsReceived = () => receiver().received.map(({ headers }) => headers['webhook-id']);

  it('pause after three failures in a row, and the owner gets one mail', async () => {
    receiver().respond = respondWith(410);
    const { configId, runId, ids } = await world.reported(owner, 2);
    await world.work();
    expect(await world.subscription(configId)).toMatchObject({ failed_messages: 2, paused_at: null });
    await world.addMessage(runId, configId);
    await world.work();
    expect(await world.subscription(configId)).toMatchObject({
      failed_messages: 3,
      paused_at: new Date('2026-03-02T12:00:00Z'),
    });
    const waiting = await world.addMessage(runId, configId);
    await world.work();
    expect(receiver().received).toHaveLength(3);
    expect(await world.delivery(waiting)).toMatchObject({ state: 'queued', attempts: 1, next_at: null });
    expect((await world.delivery(ids[0]!)).state).toBe('failed');
    const mails = await world.mails();
    expect(mails).toMatchObject([
      { to_address: owner.email, subject: 'Webhook messages paused: Nora Vane, Norvane' },
    ]);
    expect(mails[0]?.text_body).toContain('The last error: The server responded with status 410.');
    expect(mails[0]?.text_body).toContain(
      `https://app.example/dissemination-contact/${owner.id}/${configId}`,
    );
  });

  it('count failures from the last success', async () => {
    const { configId, runId } = await world.reported(owner);
    for (const status of [410, 200, 410, 410]) {
      receiver().respond = respondWith(status);
      await world.work();
      await world.addMessage(runId, configId);
    }
    expect(await world.subscription(configId)).toMatchObject({ failed_messages: 2, paused_at: null });
  });

  const paused = async () => {
    receiver().respond = respondWith(410);
    const reported = await world.reported(owner, 3);
    await world.work();
    receiver().respond = respondWith(200);
    receiver().received.length = 0;
    return reported;
  };
  const resume = (id: string, by = owner) =>
    world.call(by, 'POST /api/activity-report-config/{id}/resume', { params: { id } });

  it('let others wait, which are sent exactly once after messages are resumed', async () => {
    const { configId, runId } = await paused();
    const held = await world.addMessage(runId, configId);
    await world.work();
    const fresh = await world.addMessage(runId, configId);
    const { status, body } = await resume(configId);
    expect([status, body.message]).toEqual([200, 'Messages are sent again.']);
    // Those that failed are sent again one by one, or for a period.
    expect(body.data).toMatchObject({ id: configId, webhookPausedOn: null, problem: undeliveredProblem });
    const again = await resume(configId);
    expect([again.status, again.body.message]).toEqual([409, 'Messages are not paused.']);
    await world.work();
    await world.work();
    const expected = [held, fresh].map((id) => `msg_${id.replaceAll('-', '')}`);
    expect(idsReceived()).toHaveLength(2);
    expect(new Set(idsReceived())).toEqual(new Set(expected));
    expect(await world.subscription(configId)).toMatchObject({ failed_messages: 0, paused_at: null });
    expect(await world.delivery(held)).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await world.event('activity-report.resume')).toMatchObject({
      actor_id: owner.id,
      detail: { id: configId, messages: 1 },
    });
  });

  it('let others wait again if messages are paused again', async () => {
    const { configId, runId } = await paused();
    const held = await world.addMessage(runId, configId);
    for (let round = 0; round < 2; round += 1) {
      await world.work();
      world.pass(60);
      await resume(configId);
      await world.pause(configId, new Date());
    }
    await world.work();
    expect(receiver().received).toEqual([]);
    await resume(configId);
    await world.work();
    expect(receiver().received).toHaveLength(1);
    expect((await world.delivery(held)).state).toBe('sent');
  });

  it('lose no other if messages are resumed while a worker puts one aside', async () => {
    const { configId, runId } = await paused();
    const held = await world.addMessage(runId, configId);
    // The worker has read the configuration, but not yet stored that the message waits.
    const transaction = db().transaction.bind(db());
    const isBeingHandled = async () => {
      const runs = await db().kysely.selectFrom('job_run').select('state').execute();
      return runs.some(({ state }) => state === 'running');
    };
    let resumed = 0;
    jest.spyOn(db(), 'transaction').mockImplementation(async (work) => {
      if (resumed === 0 && (await isBeingHandled())) {
        resumed = 1;
        resumed = (await resume(configId)).status;
      }
      return transaction(work);
    });
    await world.work();
    expect(resumed).toBe(200);
    world.pass(60);
    await world.work();
    expect((await world.delivery(held)).state).toBe('sent');
    expect(receiver().received).toHaveLength(1);
  });

  it('can be resumed by the owner and by staff who may change the account only', async () => {
    const { configId } = await paused();
    const other = await world.addPerson();
    expect((await resume(configId, other)).status).toBe(403);
    expect((await resume('00000000-0000-4000-8000-000000000000', other)).status).toBe(404);
    expect((await resume('x', other)).status).toBe(404);
    expect((await resume(configId, staff)).status).toBe(200);
  });
});
