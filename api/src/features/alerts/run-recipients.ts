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

/** What the recipients of a run get. */
export interface RunDeliveries {
  readonly run: LeasedRun;
  readonly recipients: readonly RunRecipient[];
  readonly mails: Mails;
}

/** Queues the mails of a run. Returns the people who get one, with its Message-ID in SQL. */
const deliver = async (parts: DeliveryParts, trx: Transaction<Schema>, { run, mails }: RunDeliveries) => {
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

/** Rows of one statement, which has a limited number of parameters. */
const maxRows = 1000;

/** Stores what each recipient sees of runs, and queues their mails. */
export const writeRecipients = async (
  parts: DeliveryParts,
  trx: Transaction<Schema>,
  deliveries: readonly RunDeliveries[],
): Promise<void> => {
  const rows = [];
  for (const each of deliveries) {
    const messageIds = await deliver(parts, trx, each);
    for (const { recipient, view } of each.recipients) {
      const matches = matchesByClient(view);
      rows.push({
        run_id: each.run.id,
        user_id: recipient.userId,
        view: view.index,
        total_matched: totalMatched(view),
        client_ids: [...matches.keys()],
        client_matches: [...matches.values()],
        exceeds_threshold: matchedActivities(view) > maxFileRows,
        message_id: messageIds.get(recipient.userId) ?? null,
      });
    }
  }
  for (let start = 0; start < rows.length; start += maxRows)
    await trx
      .insertInto('alert_run_recipient')
      .values(rows.slice(start, start + maxRows))
      .execute();
};
