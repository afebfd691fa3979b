import { WebhookMessage } from '@readerlens/contract';
import { Ajv } from 'ajv';
import { Webhook } from 'standardwebhooks';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { respondWith } from '../../platform/webhooks/testing/receiver.ts';
import { reportRunsWorld } from './testing/report-runs-world.ts';
import { clientReceiver } from '../webhooks/testing/client-receiver.ts';

describeOnOneEngine('a report of the type Webhook', (db) => {
  const world = reportRunsWorld(db);
  const { receiver, secret, senderKind } = clientReceiver(db, world.services);
  afterEach(() => {
    jest.useRealTimers();
  });

  const runAt = async (instant: string) => {
    setDate(new Date(instant));
    await world.runAt(instant, [world.kind(), senderKind()]);
  };
  /** Works at an instant and returns what the receiver got, verified while it is recent. */
  const receivedAt = async (instant: string): Promise<WebhookMessage[]> => {
    const before = receiver().received.length;
    await runAt(instant);
    return receiver()
      .received.slice(before)
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
    receiver().respond = respondWith(503);
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 2 });
    await runAt('2026-03-03T06:00:00Z');
    receiver().respond = respondWith(200);
    await runAt('2026-03-03T06:01:00Z');
    await runAt('2026-03-04T06:00:00Z');
    expect(receiver().received).toHaveLength(2);
    expect(new Set(receiver().received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver().received.map(({ body }) => body)).size).toBe(1);
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
