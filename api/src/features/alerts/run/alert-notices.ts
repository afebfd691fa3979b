// What the owner of an alert is told when something fails.
import type { Transaction } from 'kysely';
import { tellPerson } from '../../../people/failure-notice.ts';
import type { FailureNotice } from '../../../people/failure-notice.ts';
import type { Services } from '../../../people/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { previousRunFailed } from '../../../platform/jobs/index.ts';
import type { LeasedRun, UndeliveredMail } from '../../../platform/jobs/index.ts';
import { findAlert } from '../definition/alert.store.ts';

type Parts = Pick<Services, 'outbox' | 'config'>;

interface About {
  readonly id: string;
  readonly name: string;
}

export const alertNotEvaluated = ({ id, name }: About, slot: string): FailureNotice => ({
  subject: `Alert not evaluated: ${name}`,
  heading: name,
  paragraphs: [
    `Your alert could not be evaluated on ${slot}. It will be evaluated again at its next scheduled run.`,
    'You get this email once, until a run succeeds again.',
  ],
  button: 'Open the alert',
  path: `/notification/${id}/1`,
});

export const alertNotDelivered = (
  { id, name }: About,
  {
    recipient,
    error,
    findsRun,
  }: Pick<UndeliveredMail, 'recipient' | 'error'> & {
    /** Whether the recipient may open the notifications. */
    readonly findsRun: boolean;
  },
): FailureNotice => ({
  subject: `Alert not delivered: ${name}`,
  heading: name,
  paragraphs: [
    `The email of your alert to ${recipient} could not be delivered. The last error: ${error}`,
    ...(findsRun ? ['The recipient finds what matched among the notifications.'] : []),
    'You get this email once, until an email of the alert to this recipient is delivered again.',
  ],
  button: 'Open the recipients',
  path: `/notification/${id}/3`,
});

/** Tells the owner that an alert could not be evaluated, once until it can be again. */
export const tellNotEvaluated = async (
  parts: Parts,
  trx: Transaction<Schema>,
  run: LeasedRun,
): Promise<void> => {
  const alert = await findAlert(trx, run.ownerId);
  if (!alert || (await previousRunFailed(trx, run))) return;
  const addressed = { userId: alert.owner_id, uniqueKey: `${run.id} failed` };
  await tellPerson(parts, trx, addressed, alertNotEvaluated(alert, run.slotKey));
};

/** Tells the owner of an alert that one of its mails could not be delivered. */
export const tellNotDelivered = async (
  parts: Parts,
  trx: Transaction<Schema>,
  { runId, ownerId, recipient, error }: UndeliveredMail,
): Promise<void> => {
  const alert = await findAlert(trx, ownerId);
  if (!alert) return;
  const reader = await trx
    .selectFrom('app_user')
    .select('view_notifications')
    .where('email', '=', recipient)
    .executeTakeFirst();
  const addressed = { userId: alert.owner_id, uniqueKey: `${runId} undelivered to ${recipient}` };
  const failure = { recipient, error, findsRun: reader?.view_notifications ?? false };
  await tellPerson(parts, trx, addressed, alertNotDelivered(alert, failure));
};
