import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Services } from '../../core/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { LeasedRun } from '../../platform/jobs/index.ts';
import { deliverByMail } from '../../platform/mail/deliveries.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { recipientsOf } from './alert.store.ts';
import { maxFileRows } from './run-file.ts';
import type { RunRecipient } from './run-mails.ts';
import { matchedActivities, matchesByClient, totalMatched } from './run-views.ts';

type DeliveryParts = Pick<Services, 'outbox' | 'jobs'>;
type Mails = ReadonlyMap<number, Mail & { to: string }>;

/** Ids of the people who still get mails: somebody may have unsubscribed during the run. */
const subscribedTo = async (trx: Transaction<Schema>, alertId: string): Promise<ReadonlySet<number>> => {
  const recipients = await recipientsOf(trx, [alertId]);
  return new Set(recipients.filter(({ isEmailSubscribed }) => isEmailSubscribed).map(({ userId }) => userId));
};

/** Queues the mails of a run. Returns the people who get one, with its Message-ID in SQL. */
const deliver = async (parts: DeliveryParts, trx: Transaction<Schema>, run: LeasedRun, mails: Mails) => {
  const delivered = new Map<number, RawBuilder<string>>();
  if (mails.size === 0) return delivered;
  const subscribed = await subscribedTo(trx, run.ownerId);
  for (const [userId, mail] of mails) {
    if (!subscribed.has(userId)) continue;
    await deliverByMail(parts, trx, run, mail);
    const messageId = sql<string>`(
      SELECT message_id FROM delivery WHERE run_id = ${run.id} AND recipient = ${mail.to})`;
    delivered.set(userId, messageId);
  }
  return delivered;
};

/** Stores what each recipient sees of a run, and queues their mails. */
export const writeRecipients = async (
  parts: DeliveryParts,
  trx: Transaction<Schema>,
  run: LeasedRun,
  { recipients, mails }: { readonly recipients: readonly RunRecipient[]; readonly mails: Mails },
): Promise<void> => {
  const messageIds = await deliver(parts, trx, run, mails);
  if (recipients.length === 0) return;
  const rows = recipients.map(({ recipient: { userId }, view }) => {
    const matches = matchesByClient(view);
    return {
      run_id: run.id,
      user_id: userId,
      view: view.index,
      total_matched: totalMatched(view),
      client_ids: [...matches.keys()],
      client_matches: [...matches.values()],
      exceeds_threshold: matchedActivities(view) > maxFileRows,
      message_id: messageIds.get(userId) ?? null,
    };
  });
  await trx.insertInto('alert_run_recipient').values(rows).execute();
};
