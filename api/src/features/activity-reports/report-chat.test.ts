import type { ActivityReportConfig, ReportPreview } from '@readerlens/contract';
import type { UserRow } from '../../people/tables.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { createSendWebhook } from '../../platform/webhooks/send.ts';
import { receiverPerTest, respondWith } from '../../platform/webhooks/testing/receiver.ts';
import { webhookSources } from '../../webhook-sources.ts';
import { storeChannel } from '../webhooks/testing/stored-channel.ts';
import { webhookWorld } from '../webhooks/testing/webhook-world.ts';
import { webhookKind } from '../webhooks/webhook-kind.ts';
import { reportRunsWorld } from './testing/report-runs-world.ts';

describeOnOneEngine('a report to a chat channel', (db) => {
  const world = reportRunsWorld(db);
  const receiver = receiverPerTest();
  afterEach(() => {
    jest.useRealTimers();
  });

  it('sends one message about a run, however many activities it has', async () => {
    receiver().respond = respondWith(202);
    const services = world.services();
    const owner = await world.addPerson();
    const configId = await world.addReport({ owner, type: 'Webhook' });
    const channelId = await storeChannel(db(), services, {
      clientId: 1,
      url: receiver().url,
      kind: 'teams',
    });
    await db().kysely.updateTable('webhook_subscription').set({ channel_id: channelId }).execute();
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 600 });
    setDate(new Date('2026-03-03T06:00:00Z'));
    const sender = webhookKind(services, webhookSources, createSendWebhook({ allowPrivate: true }));
    await world.runAt('2026-03-03T06:00:00Z', [world.kind(), sender]);
    expect(receiver().received).toHaveLength(1);
    const { body } = receiver().received[0]!;
    expect(body).toContain('Activity report: Aurelis');
    expect(body).toContain('600 activities');
    expect(body).toContain(`https://app.example/dissemination-contact/dashboard/${configId}/`);
    expect(body).not.toContain('reader1@x.example');
    expect(await world.deliveries()).toMatchObject([
      { channel: 'webhook', state: 'sent', response_status: 202, recipient: `127.0.0.1:${receiver().port}` },
    ]);
  });
});

describeOnOneEngine('the receiver of a report', (db) => {
  const world = webhookWorld(db);
  let owner: UserRow;
  beforeEach(async () => {
    owner = await world.addPerson({ role: 'Internal' });
  });

  const add = (clientId: number) =>
    storeChannel(db(), world.api().services, { clientId, url: 'https://hooks.slack.com/x' });
  const save = (body: object, id?: string) => {
    const input = {
      userId: String(owner.id),
      email: 'c@x.example',
      firstName: 'C',
      lastName: 'C',
      companyId: '1',
      reportType: 3,
      filters: [],
      indices: ['Engagement'],
      sendDays: ['M'],
      ...body,
    };
    return id === undefined
      ? world.call(owner, 'POST /api/activity-report-config', { body: input })
      : world.call(owner, 'PATCH /api/activity-report-config/{id}', { params: { id }, body: input });
  };

  it('is the webhook of the client, or one of its channels', async () => {
    const channelId = await add(1);
    const { status, body } = await save({ channelId });
    const { id, ...config } = body.data as ActivityReportConfig;
    expect([status, config.channelId, config.problem]).toEqual([200, channelId, null]);
    expect((await save({}, id)).body.data).toMatchObject({ channelId });
    expect((await save({ channelId: null }, id)).body.data).toMatchObject({
      channelId: null,
      problem: 'The client has no webhook address yet.',
    });
    await save({ channelId }, id);
    expect((await save({ companyId: '2' }, id)).body.data).toMatchObject({ companyId: '2', channelId: null });
  });

  it('decides what the preview shows', async () => {
    const { body } = await save({ channelId: await add(1) });
    const { id } = body.data as ActivityReportConfig;
    const preview = await world.call(owner, 'POST /api/activity-report-config/{id}/preview', {
      params: { id },
    });
    const { payload, mails } = preview.body.data as ReportPreview;
    expect(mails).toBe(0);
    expect(JSON.parse(payload!)).toMatchObject({ blocks: [{ type: 'header' }, { type: 'section' }, {}] });
  });

  it('is no channel of another client, and says when it was removed', async () => {
    const refused = await save({ channelId: await add(2) });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: 'channelId', message: 'Choose a channel of this client.' }],
    ]);
    const channelId = await add(1);
    const { body } = await save({ channelId });
    const { id } = body.data as ActivityReportConfig;
    await world.call(owner, 'DELETE /api/client-channels/{clientId}/{channelId}', {
      params: { clientId: '1', channelId },
    });
    const { data } = (await world.call(owner, 'GET /api/activity-report-config/{id}', { params: { id } }))
      .body;
    expect(data).toMatchObject({
      channelId,
      problem: 'The Slack or Teams channel was removed. Choose another receiver.',
    });
  });
});
