import { Webhook } from 'standardwebhooks';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { createSendWebhook } from '../../platform/webhooks/send.ts';
import { receiverPerTest, respondWith, startReceiver } from '../../platform/webhooks/testing/receiver.ts';
import type { ReceivedMessage } from '../../platform/webhooks/testing/receiver.ts';
import type { UserRow } from '../../people/tables.ts';
import { webhookWorld } from './testing/webhook-world.ts';

const verify = (secret: string, { body, headers }: ReceivedMessage) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
const minutes = 60;
const hours = 3600;
/** Longer than all pauses between the attempts of a message. */
const dayOfRetries = [minutes, 5 * minutes, 30 * minutes, 2 * hours, 6 * hours];

describeOnOneEngine('webhook messages', (db) => {
  const world = webhookWorld(db);
  const receiver = receiverPerTest();
  let owner: UserRow;
  let staff: UserRow;
  let secret = '';
  beforeEach(async () => {
    owner = await world.addPerson();
    staff = await world.addPerson({ role: 'Internal' });
    secret = await world.connect(staff, receiver().url);
  });

  const idsReceived = () => receiver().received.map(({ headers }) => headers['webhook-id']);
  const workThroughRetries = async () => {
    await world.work();
    for (const pause of dayOfRetries) {
      world.pass(pause);
      await world.work();
    }
  };

  it('are sent once, with a signature that the library of Standard Webhooks accepts', async () => {
    receiver().respond = (response) => response.writeHead(202).end('thank you');
    const { id } = await world.reported(owner);
    await world.work();
    await world.work();
    expect(receiver().received).toHaveLength(1);
    const [message] = receiver().received;
    expect(verify(secret, message!)).toEqual({ reader: 'Zoë' });
    expect(message?.headers['content-type']).toBe('application/json');
    expect(message?.headers['webhook-id']).toBe(`msg_${id.replaceAll('-', '')}`);
    expect(await world.delivery(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      response_status: 202,
      response: 'thank you',
      last_error: null,
      next_at: null,
      sent_at: new Date('2026-03-02T12:00:00Z'),
    });
  });

  it('are signed with both secrets for a day after a rotation', async () => {
    const next = await world.connect(staff, receiver().url);
    const { configId, runId } = await world.reported(owner);
    await world.work();
    world.pass(24 * hours - 1);
    await world.addMessage(runId, configId);
    await world.work();
    for (const message of receiver().received.slice(-1)) {
      expect(verify(secret, message)).toEqual({ reader: 'Zoë' });
      expect(verify(next, message)).toEqual({ reader: 'Zoë' });
    }
    world.pass(1);
    await world.addMessage(runId, configId);
    await world.work();
    const last = receiver().received[2]!;
    expect(verify(next, last)).toEqual({ reader: 'Zoë' });
    expect(() => verify(secret, last)).toThrow('No matching signature found');
  });

  it('are sent again after a failure, with the same id and a new timestamp', async () => {
    receiver().respond = respondWith(500, 200);
    const { id } = await world.reported(owner);
    await world.work();
    expect(await world.delivery(id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      response_status: 500,
      last_error: 'The server responded with status 500.',
      next_at: new Date('2026-03-02T12:01:00Z'),
    });
    world.pass(59);
    await world.work();
    expect(receiver().received).toHaveLength(1);
    world.pass(1);
    await world.work();
    expect(new Set(idsReceived()).size).toBe(1);
    expect(receiver().received.map(({ headers }) => headers['webhook-timestamp'])).toEqual([
      '1772452800',
      '1772452860',
    ]);
    for (const message of receiver().received) expect(message.body).toBe('{"reader":"Zoë"}');
    expect(verify(secret, receiver().received[1]!)).toEqual({ reader: 'Zoë' });
    expect(await world.delivery(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
  });

  it('wait as long as the receiver asks for, if that is longer than their pause', async () => {
    receiver().respond = (response, index) => {
      if (index === 0) response.writeHead(429, { 'retry-after': '600' }).end();
      else if (index === 1) response.writeHead(503, { 'retry-after': '5' }).end();
      else response.end();
    };
    const { id } = await world.reported(owner);
    await world.work();
    expect(await world.delivery(id)).toMatchObject({
      response_status: 429,
      next_at: new Date('2026-03-02T12:10:00Z'),
    });
    world.pass(599);
    await world.work();
    expect(receiver().received).toHaveLength(1);
    world.pass(1);
    await world.work();
    expect(await world.delivery(id)).toMatchObject({
      attempts: 2,
      next_at: new Date('2026-03-02T12:15:00Z'),
    });
    world.pass(5 * minutes);
    await world.work();
    expect(await world.delivery(id)).toMatchObject({ state: 'sent', attempts: 3 });
  });

  it('are sent again if a worker dies after the receiver accepted them, with the same id', async () => {
    const { id } = await world.reported(owner);
    const send = createSendWebhook({ allowPrivate: true });
    const isSent = new Promise<void>((resolve) => {
      void world.work(async (request) => {
        await send(request);
        resolve();
        return new Promise(() => {});
      });
    });
    await isSent;
    world.pass(60);
    await world.work();
    expect(idsReceived()).toHaveLength(2);
    expect(new Set(idsReceived()).size).toBe(1);
    expect(await world.delivery(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('fail after the last attempt, and at once if the receiver is gone', async () => {
    receiver().respond = respondWith(500);
    const { id, configId, runId } = await world.reported(owner);
    await workThroughRetries();
    expect(receiver().received).toHaveLength(6);
    expect(await world.delivery(id)).toMatchObject({
      state: 'failed',
      attempts: 6,
      last_error: 'The server responded with status 500.',
      next_at: null,
    });
    receiver().respond = (response) => response.writeHead(410).end('gone');
    const gone = await world.addMessage(runId, configId);
    await world.work();
    expect(await world.delivery(gone)).toMatchObject({
      state: 'failed',
      attempts: 1,
      response: 'gone',
      response_status: 410,
      next_at: null,
    });
    expect(await world.subscription(configId)).toMatchObject({ failed_messages: 2, paused_at: null });
  });

  it('do not follow redirects', async () => {
    const target = await startReceiver();
    receiver().respond = (response) => response.writeHead(307, { location: target.url }).end();
    const { id } = await world.reported(owner);
    await world.work();
    await target.stop();
    expect(target.received).toEqual([]);
    expect((await world.delivery(id)).last_error).toBe(
      'The server redirects (status 307). Redirects are not followed.',
    );
  });

  it('wait for a slow receiver only so long', async () => {
    receiver().respond = () => {};
    const { id } = await world.reported(owner);
    await world.work(createSendWebhook({ allowPrivate: true, timeoutMs: 50 }));
    expect(await world.delivery(id)).toMatchObject({
      state: 'queued',
      response_status: null,
      response: null,
      last_error: 'No response within 0.05 seconds.',
    });
  });

  it('do not go to this machine unless configuration allows it', async () => {
    const { id } = await world.reported(owner);
    await world.call(staff, 'PUT /api/client-webhook/{clientId}', {
      params: { clientId: '1' },
      body: { url: `https://localhost:${receiver().port}/` },
    });
    await world.work(createSendWebhook({ allowPrivate: false }));
    expect((await world.delivery(id)).last_error).toBe('The address of localhost is not public.');
    expect(receiver().received).toEqual([]);
  });

  it.each<[string, (configId: string) => Promise<unknown>]>([
    [
      'The user of the report may no longer see every client of the message.',
      () => db().kysely.deleteFrom('user_client').where('user_id', '=', owner.id).execute(),
    ],
    [
      'The account of the user of the report was deleted.',
      () =>
        db().kysely.updateTable('app_user').set({ is_active: false }).where('id', '=', owner.id).execute(),
    ],
    [
      'The activity report configuration was deleted.',
      (id) => world.changeConfig(id, { deleted_at: new Date() }),
    ],
    ['The activity report configuration is disabled.', (id) => world.changeConfig(id, { is_disabled: true })],
    [
      'The webhook of the client has no address or no valid secret.',
      () => db().kysely.deleteFrom('client_webhook').execute(),
    ],
    [
      'The webhook of the client has no address or no valid secret.',
      // As after a change of JWT_SECRET.
      () =>
        db()
          .kysely.updateTable('client_webhook')
          .set({ secret: Buffer.alloc(60) })
          .execute(),
    ],
  ])('are not sent: %s', async (error, change) => {
    const { configId, id } = await world.reported(owner);
    await change(configId);
    await world.work();
    expect(receiver().received).toEqual([]);
    expect(await world.delivery(id)).toMatchObject({ state: 'failed', last_error: error, next_at: null });
    expect((await world.subscription(configId)).failed_messages).toBe(0);
  });

  it('leave no secret in the log', async () => {
    receiver().respond = respondWith(500);
    await world.reported(owner);
    const lines: unknown[] = [];
    const write = (line: object, text: string) =>
      void lines.push({ ...line, error: String(Object.values(line)[0]), text });
    await world.work(undefined, { warn: write as never, error: write as never });
    expect(JSON.stringify(lines)).toContain('an attempt of a run failed');
    expect(JSON.stringify(lines)).not.toContain(secret);
    const rows = await db().kysely.selectFrom('client_webhook').selectAll().execute();
    expect(Buffer.from(rows[0]!.secret!).includes(secret.slice('whsec_'.length))).toBe(false);
  });
});
