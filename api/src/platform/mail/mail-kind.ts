import type { Transaction } from 'kysely';
import { deliveryPauseSeconds, mailDeadlineSeconds, mailLeaseSeconds } from '../../deadlines.ts';
import type { Database, Schema } from '../db/index.ts';
import { PermanentError } from '../jobs/index.ts';
import type { JobKind, LeasedRun } from '../jobs/index.ts';
import type { MailAttachment } from './mail.ts';
import { isPermanentRejection } from './transport.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';
import { tellUndelivered } from './undelivered.ts';

/** Kind of the runs that send mails; the owner is the id of the mail. */
export const mailKindName = 'mail';

const readAttachments = ({ kysely }: Database, id: number): Promise<MailAttachment[]> =>
  kysely
    .selectFrom('outbox_attachment')
    .select(['name', 'media_type as mediaType', 'content'])
    .where('mail_id', '=', id)
    .orderBy('id')
    .execute();

const readMail = async (db: Database, id: number): Promise<OutgoingMail | undefined> => {
  const mail = await db.kysely.selectFrom('outbox_mail').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail || mail.status === 'sent') return undefined;
  return {
    id,
    messageId: mail.message_id,
    to: mail.recipients ?? [{ type: 'To', name: '', address: mail.to_address }],
    author: mail.author,
    headers: mail.headers ?? {},
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
    attachments: await readAttachments(db, id),
  };
};

const markDelivery = (
  trx: Transaction<Schema>,
  { ownerId, attempts }: LeasedRun,
  change: { state: 'sent' | 'failed'; last_error: string | null; response?: string; sent_at?: Date },
) =>
  trx
    .updateTable('delivery')
    .set({ ...change, attempts })
    .where('outbox_mail_id', '=', Number(ownerId))
    .returning(['id', 'run_id', 'recipient'])
    .executeTakeFirst();

/** Marks a mail as sent. Deletes its body, whose links may log someone in, and its files, which contain personal data. */
const markSent = async (
  trx: Transaction<Schema>,
  run: LeasedRun,
  refused: readonly string[],
  sentAt: Date,
) => {
  const id = Number(run.ownerId);
  const last_error = refused.length > 0 ? `Refused for ${refused.join(', ')}`.slice(0, 500) : null;
  await trx.deleteFrom('outbox_attachment').where('mail_id', '=', id).execute();
  await trx
    .updateTable('outbox_mail')
    .set({ status: 'sent', sent_at: sentAt, text_body: '', html_body: null, last_error })
    .where('id', '=', id)
    .execute();
};

/** Rejects after `ms`. The work may still succeed later; the mail is then sent again with the same Message-ID. */
const withTimeout = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long.')), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

interface MailKindOptions {
  /** Timeout of an attempt. */
  readonly sendMs?: number;
  /** Those that are told when a mail of their runs could not be delivered. */
  readonly kinds?: () => readonly JobKind[];
}

/** Sends mails. Delivery is at-least-once: if a worker dies after the server accepted a mail, it is sent again. */
export const mailKind = (
  transport: MailTransport,
  { sendMs = mailDeadlineSeconds * 1000, kinds = () => [] }: MailKindOptions = {},
): JobKind => ({
  name: mailKindName,
  concurrency: 2,
  leaseSeconds: mailLeaseSeconds,
  pauses: deliveryPauseSeconds,
  async handle(run, { db, clock }) {
    const mail = await readMail(db, Number(run.ownerId));
    if (!mail) return { skipped: 'The mail was deleted or sent.' };
    const { refused, response } = await withTimeout(transport.send(mail), sendMs).catch((error: unknown) => {
      throw isPermanentRejection(error) ? new PermanentError((error as Error).message) : error;
    });
    return {
      async effects(trx) {
        const sent_at = clock();
        await markSent(trx, run, refused, sent_at);
        await markDelivery(trx, run, { state: 'sent', last_error: null, response, sent_at });
      },
    };
  },
  async onFailed(trx, run, error) {
    const last_error = error.slice(0, 500);
    await trx
      .updateTable('outbox_mail')
      .set({ status: 'failed', last_error })
      .where('id', '=', Number(run.ownerId))
      .execute();
    const delivery = await markDelivery(trx, run, { state: 'failed', last_error });
    if (delivery) await tellUndelivered(trx, delivery, { kinds: kinds(), error: last_error });
  },
});
