import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Services } from '../../../people/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import type { LeasedRun } from '../../../platform/jobs/index.ts';
import { deliverByMail } from '../../../platform/mail/deliveries.ts';
import type { RunMail } from '../../../platform/mail/deliveries.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { recipientsOf } from '../definition/alert.store.ts';
import { maxFileRows } from './run-file.ts';
import type { RunRecipient } from './run-mails.ts';
import { inPieces } from './run-store.ts';
import { matchedActivities, matchesByClient, totalMatched } from './run-views.ts';

type DeliveryParts = Pick<Services, 'outbox' | 'jobs'>;
/** What the recipients of a run get. */
export interface RunDeliveries {
  readonly run: LeasedRun;
  readonly recipients: readonly RunRecipient[];
  /** By user. */
  readonly mails: ReadonlyMap<number, MailContent & { to: string }>;
}

const messageIdOf = ({ run, to }: RunMail) =>
  sql<string>`(SELECT message_id FROM delivery WHERE run_id = ${run.id} AND recipient = ${to})`;

/** Rows of one statement, which has a limited number of parameters. */
const maxRows = 1000;

const buildRecipientKey = (alertId: string, userId: number): string => `${alertId} ${userId}`;

/** Stores what each recipient sees of runs, and queues their mails. */
export const writeRecipients = async (
  parts: DeliveryParts,
  trx: Transaction<Schema>,
  deliveries: readonly RunDeliveries[],
): Promise<void> => {
  const alertIds = deliveries.filter(({ mails }) => mails.size > 0).map(({ run }) => run.ownerId);
  // Somebody may have unsubscribed during the run.
  const present = (await recipientsOf(trx, alertIds)).filter(({ isEmailSubscribed }) => isEmailSubscribed);
  const subscribed = new Set(present.map(({ alertId, userId }) => buildRecipientKey(alertId, userId)));
  const sent: RunMail[] = [];
  const rows = deliveries.flatMap(({ run, recipients, mails }) =>
    recipients.map(({ recipient: { userId }, view }) => {
      const made = subscribed.has(buildRecipientKey(run.ownerId, userId)) ? mails.get(userId) : undefined;
      const mail: RunMail | undefined = made && { ...made, run, item: '', kind: 'alert', sender: null };
      if (mail) sent.push(mail);
      const matches = matchesByClient(view);
      return {
        run_id: run.id,
        user_id: userId,
        view: view.index,
        total_matched: totalMatched(view),
        client_ids: [...matches.keys()],
        client_matches: [...matches.values()],
        exceeds_threshold: matchedActivities(view) > maxFileRows,
        message_id: mail ? messageIdOf(mail) : null,
      };
    }),
  );
  await deliverByMail(parts, trx, sent);
  await inPieces(rows, maxRows, (piece) => trx.insertInto('alert_run_recipient').values(piece).execute());
};
