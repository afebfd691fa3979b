import type { Kysely, Transaction } from 'kysely';
import { deliveryPauseSeconds, webhookLeaseSeconds } from '../../deadlines.ts';
import { scopeOfUser } from '../../people/owner.ts';
import type { Services } from '../../people/services.ts';
import { tellPaused } from '../../sendings/owner-notices.ts';
import { webhookKindName } from '../../sendings/webhooks/messages.ts';
import { findRefusal } from '../../sendings/webhooks/sources.ts';
import type { WebhookSourcesByKind } from '../../sendings/webhooks/sources.ts';
import { countFailure, forgetFailures, isPaused } from '../../sendings/webhooks/subscriptions.ts';
import type { Schema } from '../../platform/db/index.ts';
import { PermanentError, WaitError } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import type { JobContext, JobKind, JobOutcome, LeasedRun } from '../../platform/jobs/index.ts';
import type { SendWebhook, WebhookAnswer } from '../../platform/webhooks/send.ts';
import { createSender } from './sender.ts';

export type WebhookJobServices = Pick<
  Services,
  'db' | 'users' | 'catalogue' | 'jobs' | 'outbox' | 'config' | 'secrets'
>;

const errorLength = 500;

const findMessage = (db: Kysely<Schema>, deliveryId: string) =>
  db
    .selectFrom('delivery')
    .innerJoin('webhook_message as message', 'message.delivery_id', 'delivery.id')
    .innerJoin('webhook_subscription as subscription', 'subscription.id', 'message.subscription_id')
    .select([
      'delivery.id',
      'delivery.state',
      'delivery.message_id as messageId',
      'message.client_id as clientId',
      'message.channel_id as channelId',
      'message.client_ids as clientIds',
      'message.body',
      'subscription.id as subscriptionId',
      'subscription.source_kind as sourceKind',
      'subscription.source_id as sourceId',
      'subscription.paused_at as pausedAt',
      'subscription.deleted_at as deletedAt',
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

/** The message waits until its subscription is resumed, which queues another run. */
const hold = (run: LeasedRun, { subscriptionId }: FoundMessage): JobOutcome => ({
  skipped: 'Messages are paused.',
  async effects(trx) {
    // Resuming locks the subscription, too: it did not see that this run would end without sending.
    if (!(await isPaused(trx, subscriptionId))) throw new Error('Messages were resumed meanwhile.');
    await updateDelivery(trx, run, { next_at: null });
  },
});

const refuse = (run: LeasedRun, last_error: string): JobOutcome => ({
  skipped: last_error,
  effects: async (trx) => {
    await updateDelivery(trx, run, { state: 'failed', last_error, next_at: null });
  },
});

const describeMissingTarget = ({ channelId }: FoundMessage): string =>
  channelId === null
    ? 'The webhook of the client has no address or no valid secret.'
    : 'The Slack or Teams channel was removed, or its address has to be entered again.';

/** Stores a failed attempt at once: its run is queued again. */
const recordAttempt = async (run: LeasedRun, answer: WebhookAnswer, { db, clock }: JobContext) => {
  const pause = answer.status === 410 ? undefined : deliveryPauseSeconds[run.attempts - 1];
  const next_at =
    pause === undefined ? null : secondsAfter(clock(), Math.max(pause, answer.retryAfterSeconds ?? 0));
  await updateDelivery(db.kysely, run, { last_error: answer.error, next_at, answer });
};

const accepted = (
  run: LeasedRun,
  answer: WebhookAnswer,
  subscriptionId: string,
  sent_at: Date,
): JobOutcome => ({
  result: { status: answer.status },
  async effects(trx) {
    await forgetFailures(trx, subscriptionId);
    await updateDelivery(trx, run, { state: 'sent', last_error: null, next_at: null, sent_at, answer });
  },
});

/**
 * Sends webhook messages. Delivery is at-least-once: if a worker dies after the receiver accepted a message, it is sent
 * again with the same id.
 */
export const webhookKind = (
  services: WebhookJobServices,
  sources: WebhookSourcesByKind,
  send?: SendWebhook,
): JobKind => {
  const sender = createSender(services, send);

  /** Why a message must not be sent now; undefined if it may be. */
  const refusalNow = async (db: Kysely<Schema>, message: FoundMessage): Promise<string | undefined> => {
    const source = await sources[message.sourceKind].find(db, message.sourceId, services.config);
    if (!source || message.deletedAt) return 'The webhook subscription was deleted.';
    return findRefusal(source, await scopeOfUser(source.ownerId, services), message);
  };

  return {
    name: webhookKindName,
    concurrency: 16,
    leaseSeconds: webhookLeaseSeconds,
    pauses: deliveryPauseSeconds,
    async handle(run, context) {
      const { db, clock } = context;
      const message = await findMessage(db.kysely, run.ownerId);
      if (!message || message.state === 'sent') return { skipped: 'The message was deleted or sent.' };
      if (message.pausedAt) return hold(run, message);
      const refusal = await refusalNow(db.kysely, message);
      if (refusal !== undefined) return refuse(run, refusal);
      const now = clock();
      const target = await sender.findTarget(message, now);
      if (!target) return refuse(run, describeMissingTarget(message));
      const { id, messageId, body, subscriptionId } = message;
      const answer = await sender.send(target, { id: messageId ?? id, at: now, body });
      if (answer.error === null) return accepted(run, answer, subscriptionId, now);
      await recordAttempt(run, answer, context);
      // 410 Gone: the receiver wants no more of it.
      if (answer.status === 410) throw new PermanentError(answer.error);
      const { error, retryAfterSeconds } = answer;
      throw retryAfterSeconds === undefined ? new Error(error) : new WaitError(error, retryAfterSeconds);
    },
    async onFailed(trx: Transaction<Schema>, run, error) {
      const last_error = error.slice(0, errorLength);
      const now = services.jobs.clock();
      const paused = await countFailure(trx, run.ownerId, now);
      if (paused) {
        const { source_kind, source_id: sourceId } = paused;
        const { notices } = sources[source_kind];
        await tellPaused(services, trx, notices, { sourceId, error: last_error, now });
      }
      await updateDelivery(trx, run, { state: 'failed', last_error, next_at: null });
    },
  };
};
