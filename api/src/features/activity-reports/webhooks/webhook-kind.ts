import type { Kysely, Transaction } from 'kysely';
import { scopeOfUser } from '../../../core/people/owner.ts';
import type { Services } from '../../../core/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { deliveryPauses, PermanentError } from '../../../platform/jobs/index.ts';
import { secondsAfter } from '../../../platform/time.ts';
import type { JobContext, JobKind, JobOutcome, LeasedRun } from '../../../platform/jobs/index.ts';
import { findTarget } from '../../../platform/webhooks/client-webhook.ts';
import { webhookKindName } from '../../../platform/webhooks/deliver.ts';
import { createSecretBox } from '../../../platform/webhooks/secret-box.ts';
import { createSendWebhook } from '../../../platform/webhooks/send.ts';
import type { SendWebhook, WebhookAnswer } from '../../../platform/webhooks/send.ts';
import { countFailure, forgetFailures, isPaused } from './failures.ts';
import { messageHeaders } from './message-headers.ts';
import { refusalOf } from './message-owner.ts';

export type WebhookJobServices = Pick<
  Services,
  'db' | 'users' | 'catalogue' | 'jobs' | 'outbox' | 'config' | 'secrets'
>;

/** Longer than an attempt. */
const leaseSeconds = 60;
const errorLength = 500;

const findMessage = (db: Kysely<Schema>, deliveryId: string) =>
  db
    .selectFrom('delivery')
    .innerJoin('webhook_message as message', 'message.delivery_id', 'delivery.id')
    .innerJoin('activity_report_config as config', 'config.id', 'message.config_id')
    .select([
      'delivery.id',
      'delivery.state',
      'delivery.message_id as messageId',
      'message.client_id as clientId',
      'message.config_id as configId',
      'message.client_ids as clientIds',
      'message.body',
      'config.owner_id as ownerId',
      'config.is_disabled',
      'config.deleted_at',
      'config.webhook_paused_at as pausedAt',
    ])
    .where('delivery.id', '=', deliveryId)
    .executeTakeFirst();

type FoundMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

const updateDelivery = (
  db: Kysely<Schema>,
  { ownerId, attempts }: LeasedRun,
  change: {
    readonly state?: 'sent' | 'failed';
    readonly last_error?: string | null;
    readonly next_at: Date | null;
    readonly sent_at?: Date;
    readonly answer?: WebhookAnswer;
  },
) => {
  const { answer, ...columns } = change;
  return db
    .updateTable('delivery')
    .set({
      ...columns,
      ...(answer
        ? { response_status: answer.status, response: answer.status === null ? null : answer.response }
        : {}),
      attempts,
    })
    .where('id', '=', ownerId)
    .execute();
};

/** The message waits until its configuration is resumed, which queues another run. */
const hold = (run: LeasedRun, { configId }: FoundMessage): JobOutcome => ({
  skipped: 'Messages are paused.',
  async effects(trx) {
    // Resuming locks the configuration, too: it did not see that this run would end without sending.
    if (!(await isPaused(trx, configId))) throw new Error('Messages were resumed meanwhile.');
    await updateDelivery(trx, run, { next_at: null });
  },
});

const refuse = (run: LeasedRun, last_error: string): JobOutcome => ({
  skipped: last_error,
  effects: async (trx) => {
    await updateDelivery(trx, run, { state: 'failed', last_error, next_at: null });
  },
});

/** Stores a failed attempt at once: its run is queued again. */
const recordAttempt = async (run: LeasedRun, answer: WebhookAnswer, { db, clock }: JobContext) => {
  const pause = answer.status === 410 ? undefined : deliveryPauses[run.attempts - 1];
  const next_at = pause === undefined ? null : secondsAfter(clock(), pause);
  await updateDelivery(db.kysely, run, { last_error: answer.error, next_at, answer });
};

const accepted = (run: LeasedRun, answer: WebhookAnswer, configId: string, sent_at: Date): JobOutcome => ({
  result: { status: answer.status },
  async effects(trx) {
    await forgetFailures(trx, configId);
    await updateDelivery(trx, run, { state: 'sent', last_error: null, next_at: null, sent_at, answer });
  },
});

/**
 * Sends webhook messages. Delivery is at-least-once: if a worker dies after the receiver accepted a message, it is sent
 * again with the same id.
 */
export const webhookKind = (
  services: WebhookJobServices,
  send: SendWebhook = createSendWebhook({ allowPrivate: services.config.webhookAllowPrivate }),
): JobKind => {
  const box = createSecretBox(services.secrets.webhookKey);
  return {
    name: webhookKindName,
    concurrency: 16,
    leaseSeconds,
    pauses: deliveryPauses,
    async handle(run, context) {
      const { db, clock } = context;
      const message = await findMessage(db.kysely, run.ownerId);
      if (!message || message.state === 'sent') return { skipped: 'The message was deleted or sent.' };
      if (message.pausedAt) return hold(run, message);
      const { clientId, configId, ownerId } = message;
      const refusal = refusalOf(message, await scopeOfUser(ownerId, services), message);
      if (refusal !== undefined) return refuse(run, refusal);
      const now = clock();
      const target = await findTarget(db.kysely, { clientId, box, now });
      if (!target) return refuse(run, 'The webhook of the client has no address or no valid secret.');
      const { messageId, body } = message;
      const headers = messageHeaders({ id: messageId ?? message.id, at: now, body, secrets: target.secrets });
      const answer = await send({ url: target.url, headers, body });
      if (answer.error === null) return accepted(run, answer, configId, now);
      await recordAttempt(run, answer, context);
      // 410 Gone: the receiver wants no more of it.
      throw answer.status === 410 ? new PermanentError(answer.error) : new Error(answer.error);
    },
    async onFailed(trx: Transaction<Schema>, run, error) {
      const last_error = error.slice(0, errorLength);
      await countFailure(services, trx, { deliveryId: run.ownerId, error: last_error });
      await updateDelivery(trx, run, { state: 'failed', last_error, next_at: null });
    },
  };
};
