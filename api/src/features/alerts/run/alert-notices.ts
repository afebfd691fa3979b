// Tells the owner of an alert when something fails.
import { failuresBeforePause } from '@readerlens/contract/webhooks';
import { messagesPausedHeading } from '@readerlens/contract/webhooks/messages';
import type { FailureNotice } from '../../../people/failure-notice.ts';
import { onceUntilSuccess } from '../../../people/failure-notice.ts';
import type { UndeliveredMail } from '../../../platform/jobs/index.ts';
import type { OwnerNotices } from '../../../sendings/owner-notices.ts';
import { findAlert } from '../definition/alert.store.ts';

interface About {
  readonly id: string;
  readonly name: string;
}

export const alertNotEvaluated = ({ id, name }: About, slot: string): FailureNotice => ({
  subject: `Alert not evaluated: ${name}`,
  heading: name,
  paragraphs: [
    `Your alert could not be evaluated on ${slot}. It will be evaluated again at its next scheduled run.`,
    onceUntilSuccess,
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
    ...(findsRun ? ['The recipient finds what matched on the Notification Dashboard.'] : []),
    'You get this email once, until an email of the alert to this recipient is delivered again.',
  ],
  button: 'Open the recipients',
  path: `/notification/${id}/3`,
});

export const alertMessagesPaused = ({ id, name }: About, error: string): FailureNotice => ({
  subject: `Webhook messages paused: ${name}`,
  heading: messagesPausedHeading,
  paragraphs: [
    `${failuresBeforePause} webhook messages in a row of your alert ${name} could not be delivered. The last error: ${error}`,
    'Further messages wait until you resume them in the list of alerts, where those that failed can be sent again.',
  ],
  button: 'Open the alert',
  path: `/notification/${id}/1`,
});

export const alertNotices: OwnerNotices = {
  async failedRun(trx, { ownerId, slotKey }) {
    const alert = await findAlert(trx, ownerId);
    return alert && { ownerId: alert.owner_id, clientId: null, notice: alertNotEvaluated(alert, slotKey) };
  },
  async undeliveredMail(trx, { ownerId, recipient, error }) {
    const alert = await findAlert(trx, ownerId);
    if (!alert) return undefined;
    const reader = await trx
      .selectFrom('app_user')
      .select('view_notifications')
      .where('email', '=', recipient)
      .executeTakeFirst();
    const failure = { recipient, error, findsRun: reader?.view_notifications ?? false };
    return { ownerId: alert.owner_id, clientId: null, notice: alertNotDelivered(alert, failure) };
  },
  /** Also of an alert that was deleted meanwhile. */
  async pausedMessages(trx, { sourceId, error }) {
    const alert = await trx
      .selectFrom('alert')
      .select(['id', 'name', 'owner_id'])
      .where('id', '=', sourceId)
      .executeTakeFirst();
    return alert && { ownerId: alert.owner_id, clientId: null, notice: alertMessagesPaused(alert, error) };
  },
};
