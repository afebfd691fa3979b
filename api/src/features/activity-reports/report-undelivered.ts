import type { Transaction } from 'kysely';
import type { Services } from '../../core/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { UndeliveredMail } from '../../platform/jobs/index.ts';
import { letterBody, subjectOf } from '../../platform/mail/letter.ts';
import { contactName } from './report-view.ts';

/** Tells the owner of a report that one of its mails could not be delivered. */
export const tellOwnerOfUndelivered = async (
  { outbox, config }: Pick<Services, 'outbox' | 'config'>,
  trx: Transaction<Schema>,
  { runId, recipient, error }: UndeliveredMail,
): Promise<void> => {
  const found = await trx
    .selectFrom('activity_report_run as run')
    .innerJoin('app_user as owner', 'owner.id', 'run.owner_id')
    .select(['run.config_id', 'run.first_name', 'run.last_name', 'owner.email'])
    .where('run.id', '=', runId)
    .where('owner.is_active', '=', true)
    .executeTakeFirst();
  if (!found) return;
  const contact = contactName(found);
  const mail = {
    subject: subjectOf(`Activity report not delivered: ${contact}`),
    ...letterBody({
      heading: 'Activity report not delivered',
      paragraphs: [
        `An email of the activity report for ${contact} could not be delivered to ${recipient}. The last error: ${error}`,
        'Its activities are not in later reports. Correct the contact if its address is wrong, and send the email again from the deliveries of the report.',
        'You get this email once, until an email to this contact is delivered again.',
      ],
      button: 'Open the report',
      link: `${config.publicUrl}/dissemination-contact/dashboard/${found.config_id}/${runId}`,
      footer: [`Questions? Write to ${config.public.support.email}.`],
    }),
  };
  const letter = { ...mail, to: found.email, uniqueKey: `${runId} undelivered to ${recipient}` };
  await outbox.queue({ ...letter, kind: 'failureNotice', sender: null }, trx);
};
