import type { Transaction } from 'kysely';
import type { Database, Schema } from '../db/index.ts';
import type { Mail } from './mail.ts';

export interface Outbox {
  /** Puts a mail into the outbox; with a transaction it is sent only if that commits. */
  queue(mail: Mail, trx?: Transaction<Schema>): Promise<void>;
}

const addressing = (to: Mail['to']) =>
  typeof to === 'string'
    ? { to_address: to, recipients: null }
    : { to_address: to[0]?.address ?? '', recipients: JSON.stringify(to) };

const addMail = async (
  trx: Transaction<Schema>,
  { to, subject, text, html, author, attachments = [] }: Mail,
) => {
  const { id } = await trx
    .insertInto('outbox_mail')
    .values({
      ...addressing(to),
      subject,
      text_body: text,
      html_body: html,
      author: author ? JSON.stringify(author) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { name, mediaType, content } of attachments) {
    await trx
      .insertInto('outbox_attachment')
      .values({ mail_id: id, name, media_type: mediaType, content })
      .execute();
  }
};

export const createOutbox = (db: Database): Outbox => ({
  queue: (mail, trx) => (trx ? addMail(trx, mail) : db.transaction((own) => addMail(own, mail))),
});
