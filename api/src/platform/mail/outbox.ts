import type { Transaction } from 'kysely';
import type { Database, Schema } from '../db/index.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Outbox {
  /** Puts a mail into the outbox; with a transaction it is sent only if that commits. */
  queue(mail: Mail, trx?: Transaction<Schema>): Promise<void>;
}

export const createOutbox = ({ kysely }: Database): Outbox => ({
  async queue({ to, subject, text, html }, trx) {
    await (trx ?? kysely)
      .insertInto('outbox_mail')
      .values({ to_address: to, subject, text_body: text, html_body: html })
      .execute();
  },
});
