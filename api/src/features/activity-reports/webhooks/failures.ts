// After some failed messages in a row, the messages of a configuration pause until somebody resumes them.
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { failuresBeforePause } from '@readerlens/contract/activity-reports';
import type { Services } from '../../../core/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { letterBody, subjectOf } from '../../../platform/mail/letter.ts';
import { contactName } from '../report-view.ts';

type Parts = Pick<Services, 'outbox' | 'config' | 'jobs'>;

/** Locks the configuration until the transaction ends. */
export const isPaused = async (trx: Transaction<Schema>, configId: string): Promise<boolean> => {
  const config = await trx
    .selectFrom('activity_report_config')
    .select('webhook_paused_at')
    .where('id', '=', configId)
    .forUpdate()
    .executeTakeFirst();
  return config?.webhook_paused_at != null;
};

/** After a success. */
export const forgetFailures = async (trx: Transaction<Schema>, configId: string): Promise<void> => {
  await trx
    .updateTable('activity_report_config')
    .set({ failed_messages: 0 })
    .where('id', '=', configId)
    .where('failed_messages', '>', 0)
    .execute();
};

const findPaused = (trx: Transaction<Schema>, configId: string) =>
  trx
    .selectFrom('activity_report_config as config')
    .innerJoin('app_user as owner', 'owner.id', 'config.owner_id')
    .innerJoin('client', 'client.id', 'config.client_id')
    .select([
      'config.id',
      'config.owner_id',
      'config.first_name',
      'config.last_name',
      'client.name as client',
      'owner.email',
    ])
    .where('config.id', '=', configId)
    .where('owner.is_active', '=', true)
    .executeTakeFirst();

const tellOwner = async (
  { outbox, config }: Parts,
  trx: Transaction<Schema>,
  { configId, error, now }: { readonly configId: string; readonly error: string; readonly now: Date },
): Promise<void> => {
  const found = await findPaused(trx, configId);
  if (!found) return;
  const contact = contactName(found);
  const mail = {
    subject: subjectOf(`Webhook messages paused: ${contact}, ${found.client}`),
    ...letterBody({
      heading: 'Webhook messages are paused',
      paragraphs: [
        `${failuresBeforePause} webhook messages in a row of your activity report for ${contact}, ${found.client}, could not be delivered. The last error: ${error}`,
        'Further messages wait until you resume them. Messages that failed can be sent again from the deliveries of their report.',
      ],
      button: 'Open the activity report',
      link: `${config.publicUrl}/dissemination-contact/${found.owner_id}/${found.id}`,
      footer: [`Questions? Write to ${config.public.support.email}.`],
    }),
  };
  const uniqueKey = `${configId} paused ${now.toISOString()}`;
  const letter = { ...mail, to: found.email, uniqueKey };
  await outbox.queue({ ...letter, kind: 'failureNotice', sender: null }, trx);
};

/** Counts a message that failed for good; pauses the messages and tells the owner if it was one too many. */
export const countFailure = async (
  parts: Parts,
  trx: Transaction<Schema>,
  { deliveryId, error }: { readonly deliveryId: string; readonly error: string },
): Promise<void> => {
  const counted = await trx
    .updateTable('activity_report_config')
    .set({ failed_messages: sql<number>`least(failed_messages + 1, 1000)` })
    .where('id', '=', (message) =>
      message.selectFrom('webhook_message').select('config_id').where('delivery_id', '=', deliveryId),
    )
    .returning(['id', 'failed_messages', 'webhook_paused_at'])
    .executeTakeFirst();
  if (!counted || counted.failed_messages < failuresBeforePause || counted.webhook_paused_at) return;
  const now = parts.jobs.clock();
  await trx
    .updateTable('activity_report_config')
    .set({ webhook_paused_at: now })
    .where('id', '=', counted.id)
    .execute();
  await tellOwner(parts, trx, { configId: counted.id, error, now });
};
