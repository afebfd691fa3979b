// Messages wait in the database until a run of the kind 'webhook' sends them.
import { randomUUID } from 'node:crypto';
import { messagesPausedMessage } from '@readerlens/contract/webhooks/messages';
import { sql } from 'kysely';
import type { SqlBool, Transaction } from 'kysely';
import { payloadVersion } from '@readerlens/contract';
import type { WebhookData, WebhookEventName, WebhookActivity } from '@readerlens/contract';
import type { Schema } from '../../platform/db/index.ts';
import { conflict, invalidInput } from '../../platform/http/errors.ts';
import type { JobQueue, LeasedRun } from '../../platform/jobs/index.ts';
import type { DataScope } from '../../people/policy.ts';
import { endPause, lockSubscription } from './subscriptions.ts';
import type { Source, SubscriptionRow } from './subscriptions.ts';
import type { ActivityView } from '../../activities/activity-view.ts';
import { findChannel } from './chat-channel.ts';
import { findWebhookHost } from './client-webhook.ts';

/** Kind of the runs that send webhook messages; the owner is the id of the delivery. */
export const webhookKindName = 'webhook';

/** The JSON text of a message. Receivers see the order of its members. */
export const writeMessage = <Name extends WebhookEventName>(
  type: Name,
  data: WebhookData<Name>,
  now: Date,
): string => JSON.stringify({ type, version: payloadVersion, timestamp: now.toISOString(), data });

/** An activity as messages have it, with what the viewer of `view` may see. */
export const webhookActivity = (view: ActivityView, includesQuality: boolean): WebhookActivity => ({
  id: view.id,
  activityType: view.activityType,
  date: view.date,
  ...(includesQuality ? { quality: view.quality } : {}),
  client: view.advertiser,
  community: view.portal,
  document: view.docTitle,
  documentUrl: view.docUrl,
  reader: {
    id: view.userId,
    name: view.fullName,
    firstName: view.firstName,
    lastName: view.lastName,
    email: view.email,
    jobTitle: view.jobTitle,
    phone: view.phone,
    company: view.company,
    country: view.country,
  },
  notes: view.specifics,
});

export interface NewWebhookMessage {
  /** Distinguishes the messages of a run. */
  readonly item: string;
  /** The number of activities, or of what else the event lists. */
  readonly items: number;
  /** JSON. */
  readonly body: string;
}

/**
 * Queues a message of a run for the receiver of the subscription, whose client's activities it holds: nobody else's. Call it in
 * the effects of the run. Fails if the run has a message with the same item.
 */
export const queueEvent = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  run: Pick<LeasedRun, 'id'>,
  subscription: Pick<SubscriptionRow, 'id' | 'client_id' | 'channel_id' | 'event'>,
  { item, items, body }: NewWebhookMessage,
): Promise<string> => {
  const id = randomUUID();
  const created_at = jobs.clock();
  const { client_id, channel_id, event } = subscription;
  // A message without an address fails, and can be sent again once there is one.
  const host = channel_id
    ? (await findChannel(trx, client_id, channel_id))?.host
    : await findWebhookHost(trx, client_id);
  const recipient = host ?? '';
  await trx
    .insertInto('delivery')
    .values({
      id,
      run_id: run.id,
      client_id,
      recipient,
      channel: 'webhook',
      item,
      message_id: `msg_${id.replaceAll('-', '')}`,
      next_at: created_at,
      created_at,
    })
    .execute();
  await trx
    .insertInto('webhook_message')
    .values({
      delivery_id: id,
      client_id,
      channel_id,
      subscription_id: subscription.id,
      event,
      client_ids: [client_id],
      items,
      body,
      created_at,
    })
    .execute();
  await jobs.add(trx, { kind: webhookKindName, ownerId: id, clientId: client_id, slotKey: 'send' });
  return id;
};

/** A stored message. */
export interface QueuedMessage {
  readonly id: string;
  readonly client_id: number;
}

const addRuns = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  messages: readonly QueuedMessage[],
  slotKey: string,
): Promise<void> => {
  for (const { id, client_id } of messages)
    await jobs.add(trx, { kind: webhookKindName, ownerId: id, clientId: client_id, slotKey });
};

const isAmong = (messages: readonly QueuedMessage[]) =>
  sql<string>`ANY(${messages.map(({ id }) => id)}::uuid[])`;

/** Queues the messages that waited while their subscription was paused. Returns their number. */
const releaseWaiting = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  subscriptionId: string,
): Promise<number> => {
  const waiting = await trx
    .selectFrom('webhook_message as message')
    .innerJoin('delivery', 'delivery.id', 'message.delivery_id')
    .select(['delivery.id', 'message.client_id'])
    .where('message.subscription_id', '=', subscriptionId)
    .where('delivery.state', '=', 'queued')
    // Others are due later, or will find that messages were resumed.
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT FROM job_run WHERE kind = ${webhookKindName}
        AND owner_id = delivery.id::text AND state IN ('queued', 'running'))`,
    )
    .orderBy('message.created_at')
    .orderBy('delivery.id')
    .execute();
  await addRuns(jobs, trx, waiting, `resumed ${randomUUID()}`);
  await trx
    .updateTable('delivery')
    .set({ next_at: jobs.clock() })
    .where('id', '=', isAmong(waiting))
    .execute();
  return waiting.length;
};

/**
 * Sends the messages of a source that waited while they were paused. Returns their number.
 * @throws AppError 409 if they are not paused
 */
export const resumeMessages = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  source: Source,
): Promise<number> => {
  const subscription = await lockSubscription(trx, source);
  if (!subscription?.paused_at) throw conflict('Messages are not paused.');
  await endPause(trx, subscription.id);
  return releaseWaiting(jobs, trx, subscription.id);
};

/** Ends a subscription. Messages that waited are queued: each finds that it must not be sent. */
export const endSubscription = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  source: Source,
): Promise<void> => {
  const subscription = await lockSubscription(trx, source);
  if (!subscription) return;
  await endPause(trx, subscription.id, { deleted_at: jobs.clock() });
  await releaseWaiting(jobs, trx, subscription.id);
};

/** Queues messages again, with the same id and body, so that receivers recognize them. */
export const queueAgain = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  messages: readonly QueuedMessage[],
): Promise<void> => {
  await trx
    .updateTable('delivery')
    .set({ state: 'queued', attempts: 0, last_error: null, next_at: jobs.clock() })
    .where('id', '=', isAmong(messages))
    .execute();
  await addRuns(jobs, trx, messages, `replay ${randomUUID()}`);
};

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What the database can store, and what formats can write with four digits of the year. */
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

const readInstant = (period: Period, path: keyof Period): Date => {
  const instant = new Date(period[path]);
  if (!(instant.getTime() >= earliest && instant.getTime() <= latest))
    throw invalidInput(path, `'${path}' must be a date and time.`);
  return instant;
};

/** @throws AppError 400 for the field 'from' or 'to' */
export const readPeriod = (period: Period) => {
  const [from, to] = [readInstant(period, 'from'), readInstant(period, 'to')];
  if (from > to) throw invalidInput('to', 'The period must not end before it begins.');
  return { from, to };
};

const maxReplayed = 500;

/**
 * Queues the messages of a period again that are not under way and whose clients are within a scope. Returns their number.
 * @throws AppError 400 for the field 'to'
 */
export const queuePeriodAgain = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  subscriptionId: string,
  { from, to }: ReturnType<typeof readPeriod>,
  { clientIds }: DataScope,
): Promise<number> => {
  const messages = await trx
    .selectFrom('webhook_message as message')
    .innerJoin('delivery', 'delivery.id', 'message.delivery_id')
    .select(['delivery.id', 'message.client_id'])
    .where('message.subscription_id', '=', subscriptionId)
    .where('message.created_at', '>=', from)
    .where('message.created_at', '<=', to)
    .where('delivery.state', '!=', 'queued')
    .where(sql<SqlBool>`message.client_ids <@ ARRAY[message.client_id]`)
    .$if(clientIds !== 'all', (query) =>
      query.where(sql<SqlBool>`message.client_ids <@ ${clientIds}::integer[]`),
    )
    .orderBy('message.created_at')
    .orderBy('delivery.id')
    .limit(maxReplayed + 1)
    .forUpdate('delivery')
    .execute();
  if (messages.length > maxReplayed)
    throw invalidInput(
      'to',
      `At most ${maxReplayed} messages can be sent again at once. Choose a shorter period.`,
    );
  await queueAgain(jobs, trx, messages);
  return messages.length;
};

/**
 * Sends the messages of a source of a period again whose clients are within a scope. Returns their number.
 * @throws AppError 400 for the field 'from' or 'to', 409 without a subscription or while messages are paused
 */
export const replayMessages = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  source: Source,
  body: Period,
  scope: DataScope,
): Promise<number> => {
  const period = readPeriod(body);
  const subscription = await lockSubscription(trx, source);
  if (!subscription) throw conflict('No webhook messages are sent about this.');
  if (subscription.paused_at) throw conflict(messagesPausedMessage);
  return queuePeriodAgain(jobs, trx, subscription.id, period, scope);
};
