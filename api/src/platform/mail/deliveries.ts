import type { Transaction } from 'kysely';
import type { Schema } from '../db/index.ts';
import type { JobQueue, LeasedRun } from '../jobs/index.ts';
import type { Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';

interface Services {
  outbox: Outbox;
  jobs: JobQueue;
}

/**
 * Queues the mail of a run to a recipient; call it in the effects of the run. Returns false if it is already queued: a
 * recipient never gets two mails of one run.
 */
export const deliverByMail = async (
  { outbox, jobs }: Services,
  trx: Transaction<Schema>,
  run: Pick<LeasedRun, 'id' | 'clientId'>,
  mail: Mail & { to: string },
): Promise<boolean> => {
  const queued = await outbox.queue({ ...mail, uniqueKey: `${run.id} ${mail.to}` }, trx);
  if (!queued) return false;
  await trx
    .insertInto('delivery')
    .values({
      run_id: run.id,
      client_id: run.clientId,
      recipient: mail.to,
      channel: 'mail',
      outbox_mail_id: queued.id,
      message_id: queued.messageId,
      created_at: jobs.clock(),
    })
    .execute();
  return true;
};

/** One of the mails of a run; `item` distinguishes those to one recipient. */
export type MailItem = Mail & { readonly to: string; readonly item: string };

/** A recipient never gets two mails of one run about the same item. */
const uniqueKeyOf = (runId: string, { to, item }: Pick<MailItem, 'to' | 'item'>): string =>
  `${runId} ${to} ${item}`.trim();

/** Queues the mails of a run with few statements, except those that are queued already; for the effects of the run. */
export const deliverAllByMail = async (
  { outbox, jobs }: Services,
  trx: Transaction<Schema>,
  run: Pick<LeasedRun, 'id' | 'clientId'>,
  mails: readonly MailItem[],
): Promise<void> => {
  const keyed = mails.map((mail) => ({ ...mail, uniqueKey: uniqueKeyOf(run.id, mail) }));
  const queued = await outbox.queueAll(keyed, trx);
  const created_at = jobs.clock();
  const rows = keyed.flatMap(({ to, item, uniqueKey }) => {
    const found = queued.get(uniqueKey);
    if (!found) return [];
    const { id: outbox_mail_id, messageId: message_id } = found;
    const ids = { run_id: run.id, client_id: run.clientId, outbox_mail_id, message_id };
    return [{ ...ids, recipient: to, item, channel: 'mail' as const, created_at }];
  });
  if (rows.length > 0) await trx.insertInto('delivery').values(rows).execute();
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
  const queued = await outbox.queue({ ...mail, uniqueKey: uniqueKeyOf(delivery.runId, mail) }, trx);
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
