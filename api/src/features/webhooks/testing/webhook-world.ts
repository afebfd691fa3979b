import { randomUUID } from 'node:crypto';
import type { CallKey, ClientWebhook, ReportDelivery } from '@readerlens/contract';
import type { UserRow } from '../../../people/tables.ts';
import type { Database } from '../../../platform/db/index.ts';
import { createRunner } from '../../../platform/jobs/index.ts';
import { queueEvent } from '../../../sendings/webhooks/messages.ts';
import type { NewWebhookMessage } from '../../../sendings/webhooks/messages.ts';
import { addUser, setDate, testApi } from '../../../platform/testing/index.ts';
import type { NewUser, TestResponse } from '../../../platform/testing/index.ts';
import type { SendWebhook } from '../../../platform/webhooks/send.ts';
import { storeConfig, storeReportRun } from '../../activity-reports/testing/stored-reports.ts';
import { webhookSources } from '../../../webhook-sources.ts';
import { webhookKind } from '../webhook-kind.ts';

export const start = '2026-03-02T12:00:00.000Z';
export const blinded = { 'x-readerlens-blinded': 'true' };

type Logger = Parameters<typeof createRunner>[0]['logger'];

interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API with three clients, whose messages may go to this machine. */
export const webhookWorld = (db: () => Database) => {
  const api = testApi({ WEBHOOK_ALLOW_PRIVATE: 'on' }, {}, db);
  let now = new Date(start);

  beforeAll(async () => {
    await db()
      .kysely.insertInto('client')
      .values(['Norvane', 'Aurelis', 'Foreign'].map((name, index) => ({ id: index + 1, name })))
      .execute();
  });
  beforeEach(() => {
    now = new Date(start);
    setDate(now);
  });
  afterEach(async () => {
    jest.useRealTimers();
    const tables = [
      'activity_report_config',
      'webhook_subscription',
      'chat_channel',
      'job_run',
      'client_webhook',
      'outbox_mail',
    ] as const;
    for (const table of tables) await db().kysely.deleteFrom(table).execute();
  });

  const addPerson = async (columns: NewUser = {}, clientIds = [1, 2]): Promise<UserRow> => {
    const user = await addUser(db(), { role: 'Client', ...columns });
    await db()
      .kysely.insertInto('user_client')
      .values(clientIds.map((client_id) => ({ user_id: user.id, client_id })))
      .execute();
    return user;
  };

  const addRun = (config_id: string, { id: owner_id }: UserRow): Promise<string> =>
    storeReportRun(db(), { config_id, owner_id, now });

  /** The subscription of a configuration. */
  const subscription = (configId: string) =>
    db()
      .kysely.selectFrom('webhook_subscription')
      .selectAll()
      .where('source_id', '=', configId)
      .executeTakeFirstOrThrow();

  const addMessage = async (
    runId: string,
    configId: string,
    { clientId = 1, ...message }: Partial<NewWebhookMessage> & { readonly clientId?: number } = {},
  ): Promise<string> => {
    const receiving = { ...(await subscription(configId)), client_id: clientId };
    const content = { item: randomUUID(), items: 2, body: '{"reader":"Zoë"}', ...message };
    return db().transaction((trx) => queueEvent(api().services.jobs, trx, { id: runId }, receiving, content));
  };

  const call = async (by: UserRow, name: CallKey, parts: CallParts = {}): Promise<TestResponse> =>
    api().call(name, { token: await api().tokenFor(by), ...parts });

  return {
    api,
    addPerson,
    addRun,
    addMessage,
    call,
    /** A configuration with a run and messages. */
    async reported(owner: UserRow, messages = 1) {
      const configId = await storeConfig(db(), { owner_id: owner.id, now });
      const runId = await addRun(configId, owner);
      const ids: string[] = [];
      for (let part = 1; part <= messages; part += 1)
        ids.push(await addMessage(runId, configId, { item: String(part) }));
      return { configId, runId, ids, id: ids[0] ?? '' };
    },
    /** Sets the webhook of client 1; returns its new secret. */
    async connect(by: UserRow, url: string): Promise<string> {
      const params = { clientId: '1' };
      const set = await call(by, 'PUT /api/client-webhook/{clientId}', { params, body: { url } });
      if (set.status !== 200) throw new Error(set.body.message);
      const { body } = await call(by, 'POST /api/client-webhook/{clientId}/secret', { params });
      return (body.data as { secret: string; webhook: ClientWebhook }).secret;
    },
    pass(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
      setDate(now);
    },
    /** Sends what is due, as a worker. */
    async work(send?: SendWebhook, logger: Logger = { warn() {}, error() {} }): Promise<void> {
      const kinds = [webhookKind(api().services, webhookSources, send)];
      await createRunner({ db: db(), kinds, logger }).runDue();
    },
    delivery: (id: string) =>
      db().kysely.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    subscription,
    pause: (configId: string, paused_at: Date | null) =>
      db()
        .kysely.updateTable('webhook_subscription')
        .set({ paused_at })
        .where('source_id', '=', configId)
        .execute(),
    changeConfig: (id: string, change: { is_disabled?: boolean; deleted_at?: Date }) =>
      db().kysely.updateTable('activity_report_config').set(change).where('id', '=', id).execute(),
    mails: () => db().kysely.selectFrom('outbox_mail').selectAll().orderBy('id').execute(),
    async log(by: UserRow, configId: string, reportId: string, headers = {}): Promise<ReportDelivery[]> {
      const { body } = await call(by, 'GET /api/activity-report/{configId}/{reportId}/deliveries', {
        params: { configId, reportId },
        headers,
      });
      return (body.data as { items: ReportDelivery[] }).items;
    },
    /** The newest event of an action. */
    event: (action: string) =>
      db()
        .kysely.selectFrom('audit_event')
        .selectAll()
        .where('action', '=', action)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
  };
};
