import { sql } from 'kysely';
import type { Database } from '../db/index.ts';
import type { MailAttachment, MailPerson, MailRecipient } from './mail.ts';
import { isRefusal } from './transport.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

const batchSize = 10;
/** A mail whose sender died comes up again after this long. */
const leaseSeconds = 300;
const maxAttempts = 8;

/** Seconds until the next attempt: 30, 60, 120 ... up to an hour. */
export const backoffSeconds = (attempts: number): number => Math.min(3600, 30 * 2 ** (attempts - 1));

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

interface LeasedMail {
  id: number;
  to_address: string;
  recipients: readonly MailRecipient[] | null;
  author: MailPerson | null;
  subject: string;
  text_body: string;
  html_body: string | null;
  attempts: number;
}

/** Takes due mails for this process alone; others skip them. */
const lease = ({ kysely }: Database): Promise<LeasedMail[]> =>
  kysely
    .updateTable('outbox_mail')
    .set((set) => ({ attempts: set('attempts', '+', 1), next_at: inSeconds(leaseSeconds) }))
    .where('id', 'in', (from) =>
      from
        .selectFrom('outbox_mail')
        .select('id')
        .where('status', '=', 'queued')
        .where('next_at', '<=', sql<Date>`now()`)
        .orderBy('next_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'to_address', 'recipients', 'author', 'subject', 'text_body', 'html_body', 'attempts'])
    .execute();

const attachmentsOf = ({ kysely }: Database, id: number): Promise<MailAttachment[]> =>
  kysely
    .selectFrom('outbox_attachment')
    .select(['name', 'media_type as mediaType', 'content'])
    .where('mail_id', '=', id)
    .orderBy('id')
    .execute();

const outgoing = (mail: LeasedMail, attachments: readonly MailAttachment[]): OutgoingMail => ({
  id: mail.id,
  to: mail.recipients ?? [{ type: 'To', name: '', address: mail.to_address }],
  author: mail.author,
  subject: mail.subject,
  text: mail.text_body,
  html: mail.html_body,
  attachments,
});

/** The bodies go, for the links in them log somebody in, and so do the files, which are about people. */
const markSent = async (db: Database, id: number, refused: readonly string[]) => {
  const last_error = refused.length > 0 ? `Refused for ${refused.join(', ')}`.slice(0, 500) : null;
  await db.transaction(async (trx) => {
    await trx.deleteFrom('outbox_attachment').where('mail_id', '=', id).execute();
    await trx
      .updateTable('outbox_mail')
      .set({ status: 'sent', sent_at: sql<Date>`now()`, text_body: '', html_body: null, last_error })
      .where('id', '=', id)
      .execute();
  });
};

const markFailed = async ({ kysely }: Database, { id, attempts }: LeasedMail, error: unknown) => {
  const isFinal = isRefusal(error) || attempts >= maxAttempts;
  await kysely
    .updateTable('outbox_mail')
    .set({
      status: isFinal ? 'failed' : 'queued',
      last_error: String(error).slice(0, 500),
      next_at: inSeconds(backoffSeconds(attempts)),
    })
    .where('id', '=', id)
    .execute();
};

/** Sends what is due and answers how many mails were tried; failures are kept with the mail and tried again later. */
export const sendDueMails = async (db: Database, transport: MailTransport): Promise<number> => {
  const mails = await lease(db);
  for (const mail of mails) {
    const letter = outgoing(mail, await attachmentsOf(db, mail.id));
    let refused: readonly string[];
    try {
      refused = await transport.send(letter);
    } catch (error) {
      await markFailed(db, mail, error);
      continue;
    }
    await markSent(db, mail.id, refused);
  }
  return mails.length;
};
