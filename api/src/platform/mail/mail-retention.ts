import type { Database } from '../db/index.ts';
import { secondsAfter } from '../jobs/index.ts';

const daySeconds = 86_400;
/** Files of mails that failed, or that no mail server was there for; those of sent mails go at once. */
export const attachmentDays = 7;
/** Mails, whatever became of them. */
export const mailDays = 30;

/** Deletes what the outbox need not keep, files first. Answers the number of mails. */
export const pruneMails = async ({ kysely }: Database, now: Date): Promise<number> => {
  const daysAgo = (days: number) => secondsAfter(now, -days * daySeconds);
  await kysely
    .deleteFrom('outbox_attachment')
    .where('mail_id', 'in', (mails) =>
      mails.selectFrom('outbox_mail').select('id').where('created_at', '<', daysAgo(attachmentDays)),
    )
    .execute();
  // Runs that wait for a mail server would wait forever.
  await kysely
    .deleteFrom('job_run')
    .where('kind', '=', 'mail')
    .where('state', '!=', 'running')
    .where('created_at', '<', daysAgo(mailDays))
    .execute();
  const { numDeletedRows } = await kysely
    .deleteFrom('outbox_mail')
    .where('created_at', '<', daysAgo(mailDays))
    .executeTakeFirst();
  return Number(numDeletedRows);
};
