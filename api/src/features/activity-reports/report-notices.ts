// What the owner of a report is told when something fails.
import type { Transaction } from 'kysely';
import { failuresBeforePause } from '@readerlens/contract/webhooks';
import { tellPerson } from '../../people/failure-notice.ts';
import type { FailureNotice } from '../../people/failure-notice.ts';
import type { Services } from '../../people/services.ts';
import type { PausedMessages } from '../../sendings/webhooks/sources.ts';
import type { Schema } from '../../platform/db/index.ts';
import { previousRunFailed } from '../../platform/jobs/index.ts';
import type { LeasedRun, UndeliveredMail } from '../../platform/jobs/index.ts';
import { contactName } from './report-view.ts';
import { findConfig } from './report.store.ts';

type Parts = Pick<Services, 'outbox' | 'config'>;

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
    'You get this email once, until a run succeeds again.',
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
  heading: 'Webhook messages are paused',
  paragraphs: [
    `${failuresBeforePause} webhook messages in a row of your activity report for ${contact}, ${client}, could not be delivered. The last error: ${error}`,
    'Further messages wait until you resume them. Messages that failed can be sent again from the deliveries of their report.',
  ],
  button: 'Open the activity report',
  path,
});

/** Tells the owner that a report could not be sent, once until it can be again. */
export const tellNotSent = async (parts: Parts, trx: Transaction<Schema>, run: LeasedRun): Promise<void> => {
  const report = await findConfig(trx, run.ownerId);
  if (!report || (await previousRunFailed(trx, run))) return;
  const { id, owner_id: userId } = report;
  const about = { contact: contactName(report), path: configPath(userId, id) };
  await tellPerson(parts, trx, { userId, uniqueKey: `${run.id} failed` }, reportNotSent(about));
};

/** Tells the owner of a report that one of its mails could not be delivered. */
export const tellNotDelivered = async (
  parts: Parts,
  trx: Transaction<Schema>,
  { runId, recipient, error }: UndeliveredMail,
): Promise<void> => {
  const run = await trx
    .selectFrom('activity_report_run')
    .select(['config_id', 'owner_id', 'first_name', 'last_name'])
    .where('id', '=', runId)
    .executeTakeFirst();
  if (!run) return;
  const path = `/dissemination-contact/dashboard/${run.config_id}/${runId}`;
  const uniqueKey = `${runId} undelivered to ${recipient}`;
  const notice = reportNotDelivered({ contact: contactName(run), path, recipient, error });
  await tellPerson(parts, trx, { userId: run.owner_id, uniqueKey }, notice);
};

/** Tells the owner of a configuration that its messages pause. */
export const tellPaused = async (
  parts: Parts,
  trx: Transaction<Schema>,
  { sourceId: configId, error, now }: PausedMessages,
): Promise<void> => {
  const found = await trx
    .selectFrom('activity_report_config as config')
    .innerJoin('client', 'client.id', 'config.client_id')
    .select(['config.owner_id', 'config.first_name', 'config.last_name', 'client.name as client'])
    .where('config.id', '=', configId)
    .executeTakeFirst();
  if (!found) return;
  const { owner_id: userId, client } = found;
  const about = { contact: contactName(found), path: configPath(userId, configId), client, error };
  const uniqueKey = `${configId} paused ${now.toISOString()}`;
  await tellPerson(parts, trx, { userId, uniqueKey }, messagesPaused(about));
};
