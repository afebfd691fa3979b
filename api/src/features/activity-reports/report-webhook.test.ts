import { WebhookMessage } from '@readerlens/contract';
import { Ajv } from 'ajv';
import { Webhook } from 'standardwebhooks';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { createWebhookBox, secretContext } from '../../sendings/webhooks/client-webhook.ts';
import { createSendWebhook } from '../../platform/webhooks/send.ts';
import { newWebhookSecret } from '../../platform/webhooks/sign.ts';
import { respondWith, startReceiver } from '../../platform/webhooks/testing/receiver.ts';
import type { Receiver } from '../../platform/webhooks/testing/receiver.ts';
import { reportRunsWorld } from './testing/report-runs-world.ts';
import { webhookSources } from '../../webhook-sources.ts';
import { webhookKind } from '../webhooks/webhook-kind.ts';

describeOnOneEngine('a report of the type Webhook', (db) => {
  const world = reportRunsWorld(db);
  const secret = newWebhookSecret();
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    const sealed = createWebhookBox(world.services().secrets).seal(secret, secretContext(1));
    await db()
      .kysely.insertInto('client_webhook')
      .values({
        client_id: 1,
        url: receiver.url,
        secret: sealed,
        secret_created_at: new Date(),
        previous_secret: null,
        previous_until: null,
        updated_at: new Date(),
        updated_by: null,
      })
      .execute();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await receiver.stop();
    await db().kysely.deleteFrom('client_webhook').execute();
  });

  const runAt = async (instant: string) => {
    const send = createSendWebhook({ allowPrivate: true });
    setDate(new Date(instant));
    await world.runAt(instant, [world.kind(), webhookKind(world.services(), webhookSources, send)]);
  };
  /** Works at an instant and returns what the receiver got, verified while it is recent. */
  const receivedAt = async (instant: string): Promise<WebhookMessage[]> => {
    const before = receiver.received.length;
    await runAt(instant);
    return receiver.received
      .slice(before)
      .map(
        ({ body, headers }) =>
          new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookMessage,
      );
  };

  it('sends each activity once, signed and as the OpenAPI document describes it', async () => {
    const owner = await world.addPerson();
    const configId = await world.addReport({ owner, type: 'Webhook', includesQuality: false });
    await world.addReport({ owner, type: 'Webhook', days: ['W'] });
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 3 });
    const tuesday = await receivedAt('2026-03-03T06:00:00Z');
    const [first] = tuesday;
    expect(new Ajv().validate(WebhookMessage, first)).toBe(true);
    expect(first).toMatchObject({
      type: 'activity-report.delivered',
      version: 1,
      timestamp: '2026-03-03T06:00:00.000Z',
      data: { configId, endDate: '2026-03-03T00:00:00.000Z', part: 1, parts: 1, total: 3 },
    });
    await world.addActivities({ at: '2026-03-03T13:00:00Z', count: 2 });
    const wednesday = await receivedAt('2026-03-04T06:00:00Z');
    const sent = [...tuesday, ...wednesday].flatMap(({ data }) =>
      data.activities.map(({ id }) => `${data.configId === configId ? 'daily' : 'Wednesday'} ${id}`),
    );
    expect(sent).toHaveLength(10);
    expect(new Set(sent).size).toBe(10);
  });

  it('waits for the receiver and then has everything, once', async () => {
    const owner = await world.addPerson();
    await world.addReport({ owner, type: 'Webhook' });
    receiver.respond = respondWith(503);
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 2 });
    await runAt('2026-03-03T06:00:00Z');
    receiver.respond = respondWith(200);
    await runAt('2026-03-03T06:01:00Z');
    await runAt('2026-03-04T06:00:00Z');
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await world.deliveries()).toMatchObject([{ channel: 'webhook', state: 'sent', attempts: 2 }]);
  });

  it('covers the time of a pause in its next run', async () => {
    const owner = await world.addPerson();
    const configId = await world.addReport({ owner, type: 'Webhook' });
    const setPause = (paused_at: Date | null) =>
      db()
        .kysely.updateTable('webhook_subscription')
        .set({ paused_at })
        .where('source_id', '=', configId)
        .execute();
    await setPause(new Date());
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 2 });
    expect(await receivedAt('2026-03-03T06:00:00Z')).toEqual([]);
    await setPause(null);
    await world.addActivities({ at: '2026-03-03T13:00:00Z' });
    const messages = await receivedAt('2026-03-04T06:00:00Z');
    expect(messages.map(({ data }) => data.total)).toEqual([3]);
  });
});
