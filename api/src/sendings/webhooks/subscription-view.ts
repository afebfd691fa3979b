import type { WebhookDelivery } from '@readerlens/contract';
import type { Session } from '../../people/session.ts';
import type { Database } from '../../platform/db/index.ts';
import { describeDelivery } from '../delivery-view.ts';
import { describeProblem, findSecrets } from './client-webhook.ts';
import { seesAll } from './sources.ts';
import { findSubscription } from './subscriptions.ts';
import type { Source } from './subscriptions.ts';

const shownMessages = 50;

/** Responses can name people: they are only shown to people who see the client, and not in Blinded Mode. */
const listMessages = async (
  { kysely }: Database,
  subscriptionId: string,
  session: Session,
): Promise<WebhookDelivery[]> => {
  const rows = await kysely
    .selectFrom('webhook_message as message')
    .innerJoin('delivery', 'delivery.id', 'message.delivery_id')
    .selectAll('delivery')
    .select(['message.items', 'message.client_ids'])
    .where('message.subscription_id', '=', subscriptionId)
    .orderBy('message.created_at', 'desc')
    .orderBy('delivery.id')
    .limit(shownMessages)
    .execute();
  return rows.map((row) => {
    const isOpen = !session.blinded && seesAll(session.scope, row.client_ids);
    return { ...describeDelivery(row, session, isOpen), items: row.items };
  });
};

const findRemoval = ({ kysely }: Database, channelId: string) =>
  kysely.selectFrom('chat_channel').select('removed_at').where('id', '=', channelId).executeTakeFirst();

/** The state of a subscription with its newest messages, for those who manage it. Undefined without one. */
export const viewSubscription = async (db: Database, source: Source, session: Session) => {
  const subscription = await findSubscription(db.kysely, source);
  if (!subscription) return undefined;
  const { id, client_id: clientId, channel_id: channelId, paused_at } = subscription;
  const [secrets, channel, messages] = await Promise.all([
    findSecrets(db.kysely, [clientId]),
    channelId === null ? undefined : findRemoval(db, channelId),
    listMessages(db, id, session),
  ]);
  const state = { pausedAt: paused_at, channelId, channelRemovedAt: channel?.removed_at ?? null };
  return {
    clientId,
    channelId,
    pausedOn: paused_at?.toISOString() ?? null,
    problem: describeProblem(secrets.get(clientId), state) ?? null,
    messages,
  };
};
