import type { Database } from '../db/index.ts';
import { secondsAfter } from '../time.ts';
import { daySeconds } from '../time.ts';

/** In days. */
export interface MailPeriods {
  readonly mailDays: number;
  /** Of the files of mails that were not sent. */
  readonly attachmentDays: number;
}

/** Deletes old files and mails from the outbox, and counts that no limit needs. Returns the number of deleted mails. */
export const pruneMails = async (
  { kysely }: Database,
  { mailDays, attachmentDays }: MailPeriods,
  now: Date,
): Promise<number> => {
  const daysAgo = (days: number) => secondsAfter(now, -days * daySeconds);
  await kysely
    .deleteFrom('outbox_attachment')
    .where('mail_id', 'in', (mails) =>
      mails
        .selectFrom('outbox_mail')
        .select('id')
        .where('created_at', '<', daysAgo(attachmentDays))
        .where((mail) =>
          mail.or([mail('deferred_until', 'is', null), mail('deferred_until', '<', daysAgo(attachmentDays))]),
        ),
    )
    .execute();
  await kysely.deleteFrom('mail_count').where('at', '<', daysAgo(1)).execute();
  // Without a mail server, these runs would stay queued forever.
  await kysely
    .deleteFrom('job_run')
    .where('kind', '=', 'mail')
    .where('state', '!=', 'running')
    .where('created_at', '<', daysAgo(mailDays))
    .execute();
  await kysely
    .updateTable('delivery')
    .set({ state: 'failed', last_error: `The email was not sent within ${mailDays} days.` })
    .where('state', '=', 'queued')
    .where('outbox_mail_id', 'in', (mails) =>
      mails
        .selectFrom('outbox_mail as mail')
        .select('mail.id')
        .where('mail.created_at', '<', daysAgo(mailDays)),
    )
    .execute();
  const { numDeletedRows } = await kysely
    .deleteFrom('outbox_mail')
    .where('created_at', '<', daysAgo(mailDays))
    .executeTakeFirst();
  return Number(numDeletedRows);
};
