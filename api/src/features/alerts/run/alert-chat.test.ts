import type { KnownBlock } from '@slack/types';
import type { AlertRule, AlertWebhook, CallKey } from '@readerlens/contract';
import { createSendWebhook } from '../../../platform/webhooks/send.ts';
import { receiverPerTest, respondWith } from '../../../platform/webhooks/testing/receiver.ts';
import type { UserRow } from '../../../people/tables.ts';
import { describeOnOneEngine, setDate, testApi } from '../../../platform/testing/index.ts';
import { webhookSources } from '../../../webhook-sources.ts';
import { storeChannel } from '../../webhooks/testing/stored-channel.ts';
import { webhookKind } from '../../webhooks/webhook-kind.ts';
import { runWorld, seriesRule, specificRule } from '../testing/run-world.ts';

describeOnOneEngine('an alert that goes to a chat channel', (db) => {
  const world = runWorld(db);
  const api = testApi({}, {}, db);
  const receiver = receiverPerTest();
  let owner: UserRow;
  beforeEach(async () => {
    setDate(new Date('2026-03-02T12:00:00Z'));
    owner = await world.addPerson({ clients: [1, 2] });
  });
  afterEach(async () => {
    jest.useRealTimers();
    for (const table of ['webhook_message', 'webhook_subscription', 'chat_channel', 'outbox_mail'] as const)
      await db().kysely.deleteFrom(table).execute();
  });

  const call = async (name: CallKey, id: string, body?: object) =>
    api().call(name, { token: await api().tokenFor(owner), params: { id }, ...(body ? { body } : {}) });
  const subscribe = (id: string, channelId: string | null, clientId = '1') =>
    call('PUT /api/notification/{id}/webhook', id, { clientId, channelId });
  const shown = async (id: string) =>
    (await call('GET /api/notification/{id}/webhook', id)).body.data as AlertWebhook;
  const add = (kind: 'slack' | 'teams', clientId = 1) =>
    storeChannel(db(), world.services(), { clientId, url: receiver().url, kind });
  const runAt = async (instant: string, timeoutMs = 15_000) => {
    setDate(new Date(instant));
    const send = createSendWebhook({ allowPrivate: true, timeoutMs });
    await world.runAt(instant, [world.kind(), webhookKind(world.services(), webhookSources, send)]);
  };
  const received = () => receiver().received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const alertTo = async (kind: 'slack' | 'teams', rule: AlertRule = specificRule) => {
    const channelId = await add(kind);
    const id = await world.addAlert({ owner, clientIds: [1, 2], rule });
    expect((await subscribe(id, channelId)).body.data).toMatchObject({
      clientId: '1',
      channelId,
      problem: null,
    });
    return { id, channelId };
  };

  it('sends one message to Slack for each run with matches, of its client only', async () => {
    receiver().respond = (response) => response.writeHead(200).end('ok');
    const { id } = await alertTo('slack');
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 12 });
    await world.addActivities({ at: '2026-03-02T13:00:00Z', clientId: 2, count: 3 });
    await runAt('2026-03-03T12:00:00Z');
    await runAt('2026-03-04T12:00:00Z');
    expect(receiver().received).toHaveLength(1);
    expect(receiver().received[0]?.headers).not.toHaveProperty('webhook-signature');
    const [header, facts, matches, more, link] = received()[0]!['blocks'] as KnownBlock[];
    expect(header).toMatchObject({ type: 'header', text: { text: 'Visits' } });
    expect(facts).toMatchObject({
      text: { text: '12 activities of Aurelis\nMar 2, 2026\nEvery activity for Aurelis or 1 more.' },
    });
    expect(matches).toMatchObject({
      text: { type: 'plain_text', text: expect.stringContaining('First1 Last1') },
    });
    expect(matches?.type === 'section' && matches.text?.text.split('\n')).toHaveLength(10);
    expect(more).toMatchObject({ text: { text: 'And 2 more. All are in Readerlens.' } });
    expect(JSON.stringify(link)).toContain(`https://app.example/notifications/dashboard/${id}/`);
    expect((await shown(id)).messages).toMatchObject([
      { state: 'sent', attempts: 1, items: 12, response: 'ok', recipient: `127.0.0.1:${receiver().port}` },
    ]);
  });

  it('sends a card to Teams, which accepts it with 202', async () => {
    receiver().respond = respondWith(202);
    const { id } = await alertTo('teams', seriesRule);
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 3, readerId: 4 });
    await runAt('2026-03-03T12:00:00Z');
    expect(received()).toMatchObject([
      {
        type: 'message',
        attachments: [
          { contentType: 'application/vnd.microsoft.card.adaptive', content: { type: 'AdaptiveCard' } },
        ],
      },
    ]);
    expect(receiver().received[0]?.body).toContain('• First4 Last4: 3 ');
    expect((await shown(id)).messages).toMatchObject([{ state: 'sent', responseStatus: 202 }]);
  });

  it('pauses after repeated failure, tells its owner, and sends what waited when it is resumed', async () => {
    receiver().respond = (response) => response.writeHead(410).end('channel_is_archived');
    const { id } = await alertTo('slack');
    for (const day of [3, 4, 5, 6]) {
      await world.addActivities({ at: `2026-03-0${day - 1}T13:00:00Z` });
      await runAt(`2026-03-0${day}T12:00:00Z`);
    }
    expect(receiver().received).toHaveLength(3);
    const paused = await shown(id);
    expect(paused).toMatchObject({ problem: 'Messages are paused after repeated failure.' });
    expect(paused.messages.map(({ state }) => state)).toEqual(['queued', 'failed', 'failed', 'failed']);
    expect(paused.messages[1]).toMatchObject({ response: 'channel_is_archived', responseStatus: 410 });
    const mails = await db().kysely.selectFrom('outbox_mail').selectAll().execute();
    expect(mails.map(({ to_address, subject }) => [to_address, subject])).toContainEqual([
      owner.email,
      'Webhook messages paused: Visits',
    ]);
    receiver().respond = respondWith(200);
    expect((await call('POST /api/notification/{id}/webhook/resume', id)).status).toBe(200);
    await runAt('2026-03-06T12:01:00Z');
    const resumed = await shown(id);
    expect(resumed).toMatchObject({ problem: null, pausedOn: null });
    expect(resumed.messages.map(({ state }) => state)).toEqual(['sent', 'failed', 'failed', 'failed']);
    const period = { from: '2026-03-02T00:00:00Z', to: '2026-03-05T23:00:00Z' };
    const replayed = await call('POST /api/notification/{id}/webhook/replay', id, period);
    expect(replayed.body.data).toEqual({ replayed: 3 });
    await runAt('2026-03-06T12:02:00Z');
    expect(receiver().received).toHaveLength(7);
    const bodies = receiver().received.map(({ body }) => body);
    expect(new Set(bodies.slice(4))).toEqual(new Set(bodies.slice(0, 3)));
  });

  it('tries again when the channel is slow or refuses for a while', async () => {
    const { id } = await alertTo('slack');
    await world.addActivities({ at: '2026-03-02T13:00:00Z' });
    receiver().respond = () => {};
    await runAt('2026-03-03T12:00:00Z', 50);
    expect((await shown(id)).messages).toMatchObject([
      { state: 'queued', attempts: 1, error: 'No response within 0.05 seconds.' },
    ]);
    receiver().respond = (response) => response.writeHead(429, { 'retry-after': '30' }).end('rate_limited');
    await runAt('2026-03-03T12:01:00Z');
    expect((await shown(id)).messages).toMatchObject([{ state: 'queued', attempts: 2, responseStatus: 429 }]);
    receiver().respond = respondWith(200);
    await runAt('2026-03-03T12:06:00Z');
    expect((await shown(id)).messages).toMatchObject([{ state: 'sent', attempts: 3 }]);
  });

  it('sends nothing more once the channel is removed, nor to the webhook of the client', async () => {
    const { id, channelId } = await alertTo('slack');
    await db()
      .kysely.updateTable('chat_channel')
      .set({ address: null, removed_at: new Date() })
      .where('id', '=', channelId)
      .execute();
    await world.addActivities({ at: '2026-03-02T13:00:00Z' });
    await runAt('2026-03-03T12:00:00Z');
    expect(receiver().received).toEqual([]);
    expect(await shown(id)).toMatchObject({
      channelId,
      problem: 'The Slack or Teams channel was removed. Choose another receiver.',
      messages: [
        {
          state: 'failed',
          error: 'The Slack or Teams channel was removed, or its address has to be entered again.',
        },
      ],
    });
  });

  it('cannot go to a channel of another client, of which there is none', async () => {
    const id = await world.addAlert({ owner, clientIds: [1, 2] });
    const other = await add('slack', 2);
    for (const channelId of [other, 'x', '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await subscribe(id, channelId);
      expect([status, body.details]).toEqual([
        400,
        [{ path: 'channelId', message: 'Choose a channel of this client.' }],
      ]);
    }
    expect((await subscribe(id, other, '2')).status).toBe(200);
    await expect(
      db().kysely.updateTable('webhook_subscription').set({ client_id: 1 }).execute(),
    ).rejects.toMatchObject({ code: '23503' });
  });
});
