import type { Transaction } from 'kysely';
import type { Schema } from '../db/index.ts';
import type { JobQueue, LeasedRun } from '../jobs/index.ts';
import type { Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';

interface Services {
  outbox: Outbox;
  jobs: JobQueue;
}

/** One of the mails of a run; `item` distinguishes those to one recipient. */
export type MailItem = Mail & { readonly to: string; readonly item: string };

export interface RunMail extends MailItem {
  readonly run: Pick<LeasedRun, 'id' | 'clientId'>;
}

/** Rows of one statement, which has a limited number of parameters. */
const maxRows = 1000;

/** A recipient never gets two mails of one run about the same item. */
const buildUniqueKey = (runId: string, { to, item }: Pick<MailItem, 'to' | 'item'>): string =>
  `${runId} ${to} ${item}`.trim();

/**
 * Queues the mails of runs with few statements, except those that are queued already; for the effects of the runs. Of all
 * mails of a transaction at once: their limits are locked in one order. Returns the number of queued mails.
 */
export const deliverByMail = async (
  { outbox, jobs }: Services,
  trx: Transaction<Schema>,
  mails: readonly RunMail[],
): Promise<number> => {
  const keyed = mails.map((mail) => ({ ...mail, uniqueKey: buildUniqueKey(mail.run.id, mail) }));
  const queued = await outbox.queueAll(keyed, trx);
  const created_at = jobs.clock();
  const rows = keyed.flatMap(({ run, to, item, uniqueKey }) => {
    const found = queued.get(uniqueKey);
    if (!found) return [];
    const { id: outbox_mail_id, messageId: message_id } = found;
    const ids = { run_id: run.id, client_id: run.clientId, outbox_mail_id, message_id };
    return [{ ...ids, recipient: to, item, channel: 'mail' as const, created_at }];
  });
  for (let start = 0; start < rows.length; start += maxRows)
    await trx
      .insertInto('delivery')
      .values(rows.slice(start, start + maxRows))
      .execute();
  return rows.length;
};

/**
 * Queues the mail of a delivery that failed again, with the content and address of now. Another attempt at the same
 * address has the same Message-ID, so that mail programs drop it if the first one arrived after all.
 */
export const deliverMailAgain = async (
  { outbox }: Pick<Services, 'outbox'>,
  trx: Transaction<Schema>,
  delivery: { readonly id: string; readonly runId: string; readonly mailId: number | null },
  mail: MailItem,
): Promise<void> => {
  // The new mail has the unique key of the old one.
  await trx.deleteFrom('outbox_mail').where('id', '=', delivery.mailId).execute();
  const queued = await outbox.queue({ ...mail, uniqueKey: buildUniqueKey(delivery.runId, mail) }, trx);
  if (!queued) throw new Error('Another mail of this run has the same recipient.');
  await trx
    .updateTable('delivery')
    .set({
      recipient: mail.to,
      state: 'queued',
      attempts: 0,
      last_error: null,
      response: null,
      outbox_mail_id: queued.id,
      message_id: queued.messageId,
    })
    .where('id', '=', delivery.id)
    .execute();
};
