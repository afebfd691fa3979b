// Tells the owner of a report when something fails.
import { failuresBeforePause } from '@readerlens/contract/webhooks';
import { messagesPausedHeading } from '@readerlens/contract/webhooks/messages';
import type { FailureNotice } from '../../people/failure-notice.ts';
import { onceUntilSuccess } from '../../people/failure-notice.ts';
import type { UndeliveredMail } from '../../platform/jobs/index.ts';
import type { OwnerNotices } from '../../sendings/owner-notices.ts';
import { formatFullName } from '../../people/person-name.ts';
import { findConfig } from './report.store.ts';

/** The page of a configuration. */
const configPath = (ownerId: number, configId: string) => `/dissemination-contact/${ownerId}/${configId}`;

interface About {
  readonly contact: string;
  readonly path: string;
}

export const reportNotSent = ({ contact, path }: About): FailureNotice => ({
  subject: `Activity report not sent: ${contact}`,
  heading: 'Activity report not sent',
  paragraphs: [
    `The activity report for ${contact} could not be sent. Its next run covers the same period as well.`,
    onceUntilSuccess,
  ],
  button: 'Open the activity report',
  path,
});

export const reportNotDelivered = ({
  contact,
  path,
  recipient,
  error,
}: About & Pick<UndeliveredMail, 'recipient' | 'error'>): FailureNotice => ({
  subject: `Activity report not delivered: ${contact}`,
  heading: 'Activity report not delivered',
  paragraphs: [
    `An email of the activity report for ${contact} could not be delivered to ${recipient}. The last error: ${error}`,
    'Its activities are not in later reports. Correct the contact if its address is wrong, and send the email again from the deliveries of the report.',
    'You get this email once, until an email to this contact is delivered again.',
  ],
  button: 'Open the report',
  path,
});

export const messagesPaused = ({
  contact,
  path,
  client,
  error,
}: About & { readonly client: string; readonly error: string }): FailureNotice => ({
  subject: `Webhook messages paused: ${contact}, ${client}`,
  heading: messagesPausedHeading,
  paragraphs: [
    `${failuresBeforePause} webhook messages in a row of your activity report for ${contact}, ${client}, could not be delivered. The last error: ${error}`,
    'Further messages wait until you resume them. Messages that failed can be sent again from the deliveries of their report.',
  ],
  button: 'Open the activity report',
  path,
});

export const reportNotices: OwnerNotices = {
  async failedRun(trx, run) {
    const report = await findConfig(trx, run.ownerId);
    if (!report) return undefined;
    const { id, owner_id: ownerId, client_id: clientId } = report;
    const about = { contact: formatFullName(report), path: configPath(ownerId, id) };
    return { ownerId, clientId, notice: reportNotSent(about) };
  },
  async undeliveredMail(trx, { runId, recipient, error }) {
    const run = await trx
      .selectFrom('activity_report_run')
      .select(['config_id', 'owner_id', 'client_id', 'first_name', 'last_name'])
      .where('id', '=', runId)
      .executeTakeFirst();
    if (!run) return undefined;
    const path = `/dissemination-contact/dashboard/${run.config_id}/${runId}`;
    const notice = reportNotDelivered({ contact: formatFullName(run), path, recipient, error });
    return { ownerId: run.owner_id, clientId: run.client_id, notice };
  },
  async pausedMessages(trx, { sourceId, error }) {
    const found = await trx
      .selectFrom('activity_report_config as config')
      .innerJoin('client', 'client.id', 'config.client_id')
      .select([
        'config.owner_id',
        'config.client_id',
        'config.first_name',
        'config.last_name',
        'client.name as client',
      ])
      .where('config.id', '=', sourceId)
      .executeTakeFirst();
    if (!found) return undefined;
    const { owner_id: ownerId, client_id: clientId, client } = found;
    const about = { contact: formatFullName(found), path: configPath(ownerId, sourceId) };
    return { ownerId, clientId, notice: messagesPaused({ ...about, client, error }) };
  },
};
