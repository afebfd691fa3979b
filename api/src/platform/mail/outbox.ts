import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database, Schema } from '../db/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import type { Mail } from './mail.ts';
import { mailKindName } from './mail-kind.ts';

export interface QueuedMail {
  readonly id: number;
  /** The same for every attempt, so that mail programs drop duplicates. */
  readonly messageId: string;
}

export interface Outbox {
  /**
   * Queues a mail; with a transaction, it is sent only if that commits. Returns undefined, without queuing it, if there
   * is a mail with the same unique key.
   */
  queue(mail: Mail, trx?: Transaction<Schema>): Promise<QueuedMail | undefined>;
}

const addressing = (to: Mail['to']) =>
  typeof to === 'string'
    ? { to_address: to, recipients: null }
    : { to_address: to[0]?.address ?? '', recipients: JSON.stringify(to) };

const jsonOrNull = (value: object | undefined) => (value ? JSON.stringify(value) : null);

/** The id of a mail with a unique key stays the same, even if it is queued again after its row was deleted. */
const messageIdOf = ({ uniqueKey }: Mail, domain: string): string => {
  const name = uniqueKey ? createHash('sha256').update(uniqueKey).digest('hex').slice(0, 32) : randomUUID();
  return `<${name}@${domain}>`;
};

interface OutboxOptions {
  db: Database;
  jobs: JobQueue;
  /** The sender address of the product. */
  mailFrom: string;
}

export const createOutbox = ({ db, jobs, mailFrom }: OutboxOptions): Outbox => {
  const domain = /@([\w.-]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';

  const add = async (trx: Transaction<Schema>, mail: Mail): Promise<QueuedMail | undefined> => {
    const messageId = messageIdOf(mail, domain);
    const row = await trx
      .insertInto('outbox_mail')
      .values({
        ...addressing(mail.to),
        subject: mail.subject,
        text_body: mail.text,
        html_body: mail.html,
        author: jsonOrNull(mail.author),
        headers: jsonOrNull(mail.headers),
        unique_key: mail.uniqueKey ?? null,
        message_id: messageId,
        created_at: jobs.clock(),
      })
      .onConflict((conflict) => conflict.column('unique_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return undefined;
    for (const { name, mediaType, content } of mail.attachments ?? []) {
      await trx
        .insertInto('outbox_attachment')
        .values({ mail_id: row.id, name, media_type: mediaType, content })
        .execute();
    }
    await jobs.add(trx, { kind: mailKindName, ownerId: String(row.id), slotKey: 'send' });
    return { id: row.id, messageId };
  };

  return {
    queue: (mail, trx) => (trx ? add(trx, mail) : db.transaction((own) => add(own, mail))),
  };
};
