import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Services } from '../../../core/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import type { LeasedRun } from '../../../platform/jobs/index.ts';
import { deliverByMail } from '../../../platform/mail/deliveries.ts';
import type { RunMail } from '../../../platform/mail/deliveries.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { recipientsOf } from '../definition/alert.store.ts';
import { maxFileRows } from './run-file.ts';
import type { RunRecipient } from './run-mails.ts';
import { matchedActivities, matchesByClient, totalMatched } from './run-views.ts';

type DeliveryParts = Pick<Services, 'outbox' | 'jobs'>;
type Mails = ReadonlyMap<number, MailContent & { to: string }>;

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

/** The mails of a run to the people who still get them, by user. */
const subscribedMails = async (
  trx: Transaction<Schema>,
  { run, mails }: RunDeliveries,
): Promise<ReadonlyMap<number, RunMail>> => {
  if (mails.size === 0) return new Map();
  const subscribed = await subscribedTo(trx, run.ownerId);
  const sent = [...mails].filter(([userId]) => subscribed.has(userId));
  return new Map(
    sent.map(([userId, mail]) => [userId, { ...mail, run, item: '', kind: 'alert', sender: null }]),
  );
};

const messageIdOf = ({ run, to }: RunMail) =>
  sql<string>`(SELECT message_id FROM delivery WHERE run_id = ${run.id} AND recipient = ${to})`;

/** Rows of one statement, which has a limited number of parameters. */
const maxRows = 1000;

/** Stores what each recipient sees of runs, and queues their mails. */
export const writeRecipients = async (
  parts: DeliveryParts,
  trx: Transaction<Schema>,
  deliveries: readonly RunDeliveries[],
): Promise<void> => {
  const mailed = [];
  for (const each of deliveries) mailed.push({ ...each, sent: await subscribedMails(trx, each) });
  await deliverByMail(
    parts,
    trx,
    mailed.flatMap(({ sent }) => [...sent.values()]),
  );
  const rows = [];
  for (const each of mailed) {
    for (const { recipient, view } of each.recipients) {
      const matches = matchesByClient(view);
      const mail = each.sent.get(recipient.userId);
      rows.push({
        run_id: each.run.id,
        user_id: recipient.userId,
        view: view.index,
        total_matched: totalMatched(view),
        client_ids: [...matches.keys()],
        client_matches: [...matches.values()],
        exceeds_threshold: matchedActivities(view) > maxFileRows,
        message_id: mail ? messageIdOf(mail) : null,
      });
    }
  }
  for (let start = 0; start < rows.length; start += maxRows)
    await trx
      .insertInto('alert_run_recipient')
      .values(rows.slice(start, start + maxRows))
      .execute();
};
