// A subscription sends the messages about one source to the webhook of one client, or to one of its channels. After some failed messages in a row, its
// messages pause until somebody resumes them.
import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { WebhookEventName } from '@readerlens/contract';
import { failuresBeforePause } from '@readerlens/contract/webhooks';
import type { Schema } from '../../platform/db/index.ts';

export type SubscriptionRow = Selectable<Schema['webhook_subscription']>;
export type SourceKind = SubscriptionRow['source_kind'];

/** What the messages of a subscription are about. */
export interface Source {
  readonly kind: SourceKind;
  readonly id: string;
}

const subscriptions = (db: Kysely<Schema>, { kind, id }: Source) =>
  db
    .selectFrom('webhook_subscription')
    .selectAll()
    .where('source_kind', '=', kind)
    .where('source_id', '=', id);

/** Undefined if there is none, or if it was deleted. */
export const findSubscription = (db: Kysely<Schema>, source: Source): Promise<SubscriptionRow | undefined> =>
  subscriptions(db, source).where('deleted_at', 'is', null).executeTakeFirst();

/** Locks the subscription until the transaction ends. */
export const lockSubscription = (
  trx: Transaction<Schema>,
  source: Source,
): Promise<SubscriptionRow | undefined> =>
  subscriptions(trx, source).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();

export interface NewSubscription {
  readonly clientId: number;
  /** A channel of the client; null for its webhook. */
  readonly channelId: string | null;
  readonly source: Source;
  readonly event: WebhookEventName;
  readonly now: Date;
}

/** Adds the subscription of a source, or sends its messages to another receiver. A pause stays. */
export const saveSubscription = async (
  trx: Transaction<Schema>,
  { clientId, channelId, source, event, now }: NewSubscription,
): Promise<void> => {
  await trx
    .insertInto('webhook_subscription')
    .values({
      client_id: clientId,
      channel_id: channelId,
      source_kind: source.kind,
      source_id: source.id,
      event,
      paused_at: null,
      created_at: now,
      deleted_at: null,
    })
    .onConflict((existing) =>
      existing
        .columns(['source_kind', 'source_id'])
        .doUpdateSet({ client_id: clientId, channel_id: channelId, deleted_at: null }),
    )
    .execute();
};

/** Locks the subscription until the transaction ends. */
export const isPaused = async (trx: Transaction<Schema>, id: string): Promise<boolean> => {
  const found = await trx
    .selectFrom('webhook_subscription')
    .select('paused_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found?.paused_at != null;
};

export const endPause = async (
  trx: Transaction<Schema>,
  id: string,
  more: { readonly deleted_at?: Date } = {},
): Promise<void> => {
  await trx
    .updateTable('webhook_subscription')
    .set({ paused_at: null, failed_messages: 0, ...more })
    .where('id', '=', id)
    .execute();
};

/** After a success. */
export const forgetFailures = async (trx: Transaction<Schema>, id: string): Promise<void> => {
  await trx
    .updateTable('webhook_subscription')
    .set({ failed_messages: 0 })
    .where('id', '=', id)
    .where('failed_messages', '>', 0)
    .execute();
};

/** Counts a message that failed for good. Returns its subscription if that pauses now. */
export const countFailure = async (
  trx: Transaction<Schema>,
  deliveryId: string,
  now: Date,
): Promise<SubscriptionRow | undefined> => {
  const counted = await trx
    .updateTable('webhook_subscription')
    .set({ failed_messages: sql<number>`least(failed_messages + 1, 1000)` })
    .where('id', '=', (message) =>
      message.selectFrom('webhook_message').select('subscription_id').where('delivery_id', '=', deliveryId),
    )
    .returningAll()
    .executeTakeFirst();
  if (!counted || counted.failed_messages < failuresBeforePause || counted.paused_at) return undefined;
  await trx
    .updateTable('webhook_subscription')
    .set({ paused_at: now })
    .where('id', '=', counted.id)
    .execute();
  return counted;
};
