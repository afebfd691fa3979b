import { sql } from 'kysely';
import type { Database } from '../db/index.ts';
import { isRefusal } from './transport.ts';
import type { MailTransport } from './transport.ts';

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
    .returning(['id', 'to_address', 'subject', 'text_body', 'html_body', 'attempts'])
    .execute();

/** The bodies go: the links in them log somebody in. */
const markSent = async ({ kysely }: Database, id: number) => {
  await kysely
    .updateTable('outbox_mail')
    .set({ status: 'sent', sent_at: sql<Date>`now()`, text_body: '', html_body: null, last_error: null })
    .where('id', '=', id)
    .execute();
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
    try {
      await transport.send({
        id: mail.id,
        to: mail.to_address,
        subject: mail.subject,
        text: mail.text_body,
        html: mail.html_body,
      });
    } catch (error) {
      await markFailed(db, mail, error);
      continue;
    }
    await markSent(db, mail.id);
  }
  return mails.length;
};
