import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database, Schema } from '../db/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import type { Mail } from './mail.ts';
import { mailKindName } from './mail-kind.ts';
import { countMails } from './mail-limits.ts';
import type { CountedMail, MailLimits, MailTurn } from './mail-limits.ts';

export interface QueuedMail {
  readonly id: number;
  /** The same for every attempt, so that mail programs drop duplicates. */
  readonly messageId: string;
}

/** Queues mails within the limits of `mail-limits.ts`. All methods throw an AppError 429 for a mail that is refused. */
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
  /** Counts an action that leads to mails later as one. */
  count(action: CountedMail, trx: Transaction<Schema>): Promise<void>;
}

const addressing = (to: Mail['to']) =>
  typeof to === 'string'
    ? { to_address: to, recipients: null }
    : { to_address: to[0]?.address ?? '', recipients: JSON.stringify(to) };

const toCountedMail = ({ kind, sender, to }: Mail): CountedMail => ({
  kind,
  sender,
  addresses: typeof to === 'string' ? [to] : to.map(({ address }) => address),
});

const jsonOrNull = (value: object | undefined) => (value ? JSON.stringify(value) : null);

/** The id of a mail with a unique key stays the same, even if it is queued again after its row was deleted. */
const buildMessageId = ({ uniqueKey }: Mail, domain: string): string => {
  const name = uniqueKey ? createHash('sha256').update(uniqueKey).digest('hex').slice(0, 32) : randomUUID();
  return `<${name}@${domain}>`;
};

/** Rows of one statement, which has a limited number of parameters. */
const maxRows = 1000;

interface OutboxOptions {
  db: Database;
  jobs: JobQueue;
  config: {
    /** The sender address of the product. */
    readonly mailFrom: string;
    readonly mailLimits: MailLimits;
  };
}

export const createOutbox = ({ db, jobs, config: { mailFrom, mailLimits } }: OutboxOptions): Outbox => {
  const domain = /@([\w.-]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';

  const toRow = (mail: Mail) => ({
    ...addressing(mail.to),
    kind: mail.kind,
    sender_id: mail.sender,
    subject: mail.subject,
    text_body: mail.text,
    html_body: mail.html,
    author: jsonOrNull(mail.author),
    headers: jsonOrNull(mail.headers),
    unique_key: mail.uniqueKey ?? null,
    message_id: buildMessageId(mail, domain),
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

  /** Inserts mails, unless there are some with their unique keys. Returns the rows by Message-ID. */
  const insert = async <M extends Mail>(trx: Transaction<Schema>, mails: readonly M[]) => {
    const rows = mails.map(toRow);
    const inserted = await trx
      .insertInto('outbox_mail')
      .values(rows)
      .onConflict((conflict) => conflict.column('unique_key').doNothing())
      .returning(['id', 'message_id'])
      .execute();
    const ids = new Map(inserted.map(({ id, message_id }) => [message_id, id]));
    return mails.flatMap((mail, index) => {
      const messageId = rows[index]?.message_id ?? '';
      const id = ids.get(messageId);
      ids.delete(messageId);
      return id === undefined ? [] : [{ id, messageId, mail }];
    });
  };

  const defer = async (trx: Transaction<Schema>, mails: readonly { id: number; turn: MailTurn }[]) => {
    const deferred = mails.filter(({ turn }) => turn.reason !== undefined);
    if (deferred.length === 0) return;
    await sql`
      UPDATE outbox_mail SET deferred_until = deferred.until
      FROM unnest(${deferred.map(({ id }) => id)}::bigint[], ${deferred.map(({ turn }) => turn.at)}::timestamptz[])
        AS deferred (id, until)
      WHERE outbox_mail.id = deferred.id`.execute(trx);
  };

  const add = async <M extends Mail>(trx: Transaction<Schema>, mails: readonly M[]) => {
    const inserted = [];
    for (let start = 0; start < mails.length; start += maxRows)
      inserted.push(...(await insert(trx, mails.slice(start, start + maxRows))));
    if (inserted.length === 0) return [];
    const counted = inserted.map(({ mail }) => toCountedMail(mail));
    const turns = await countMails(trx, counted, mailLimits, jobs.clock());
    const queued = inserted.map((each, index) => ({ ...each, turn: turns[index]! }));
    await defer(trx, queued);
    for (const { id, mail } of queued) await addFiles(trx, id, mail);
    const runs = queued.map(({ id, mail: { clientId }, turn }) => ({
      ownerId: String(id),
      clientId,
      slotKey: 'send',
      ...turn,
    }));
    await jobs.addAll(trx, mailKindName, runs);
    return queued;
  };

  const queue = async (trx: Transaction<Schema>, mail: Mail): Promise<QueuedMail | undefined> => {
    const [queued] = await add(trx, [mail]);
    return queued && { id: queued.id, messageId: queued.messageId };
  };

  return {
    queue: (mail, trx) => (trx ? queue(trx, mail) : db.transaction((own) => queue(own, mail))),
    async queueAll(mails, trx) {
      const all = new Map<string, QueuedMail>();
      for (const { id, messageId, mail } of await add(trx, mails)) all.set(mail.uniqueKey, { id, messageId });
      return all;
    },
    async count(action, trx) {
      await countMails(trx, [action], mailLimits, jobs.clock());
    },
  };
};
