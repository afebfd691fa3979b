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
  /**
   * Queues many mails with few statements. Returns them by their unique key, which each must have, without those that
   * were queued before.
   */
  queueAll(
    mails: readonly (Mail & { readonly uniqueKey: string })[],
    trx: Transaction<Schema>,
  ): Promise<Map<string, QueuedMail>>;
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

  const rowOf = (mail: Mail) => ({
    ...addressing(mail.to),
    subject: mail.subject,
    text_body: mail.text,
    html_body: mail.html,
    author: jsonOrNull(mail.author),
    headers: jsonOrNull(mail.headers),
    unique_key: mail.uniqueKey ?? null,
    message_id: messageIdOf(mail, domain),
    created_at: jobs.clock(),
  });

  const addFiles = async (trx: Transaction<Schema>, id: number, mail: Mail): Promise<void> => {
    for (const { name, mediaType, content } of mail.attachments ?? []) {
      await trx
        .insertInto('outbox_attachment')
        .values({ mail_id: id, name, media_type: mediaType, content })
        .execute();
    }
  };

  const add = async (trx: Transaction<Schema>, mail: Mail): Promise<QueuedMail | undefined> => {
    const values = rowOf(mail);
    const row = await trx
      .insertInto('outbox_mail')
      .values(values)
      .onConflict((conflict) => conflict.column('unique_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return undefined;
    await addFiles(trx, row.id, mail);
    await jobs.add(trx, { kind: mailKindName, ownerId: String(row.id), slotKey: 'send' });
    return { id: row.id, messageId: values.message_id };
  };

  const addAll: Outbox['queueAll'] = async (mails, trx) => {
    const queued = new Map<string, QueuedMail>();
    if (mails.length === 0) return queued;
    const rows = await trx
      .insertInto('outbox_mail')
      .values(mails.map(rowOf))
      .onConflict((conflict) => conflict.column('unique_key').doNothing())
      .returning(['id', 'unique_key', 'message_id'])
      .execute();
    for (const { id, unique_key, message_id } of rows)
      if (unique_key !== null) queued.set(unique_key, { id, messageId: message_id });
    for (const mail of mails) {
      const found = queued.get(mail.uniqueKey);
      if (found) await addFiles(trx, found.id, mail);
    }
    const runs = rows.map(({ id }) => ({ ownerId: String(id), slotKey: 'send' }));
    await jobs.addAll(trx, mailKindName, runs);
    return queued;
  };

  return {
    queue: (mail, trx) => (trx ? add(trx, mail) : db.transaction((own) => add(own, mail))),
    queueAll: addAll,
  };
};
