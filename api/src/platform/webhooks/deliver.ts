import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '../db/index.ts';
import type { JobQueue, LeasedRun } from '../jobs/index.ts';

/** Kind of the runs that send webhook messages; the owner is the id of the delivery. */
export const webhookKindName = 'webhook';

export interface NewWebhookMessage {
  /** Whose webhook receives it, and whose activities it holds: nobody else's. */
  readonly clientId: number;
  readonly configId: string;
  /** Host of the address. */
  readonly recipient: string;
  /** Distinguishes the messages of a run. */
  readonly item: string;
  readonly activities: number;
  /** JSON. */
  readonly body: string;
}

/** Queues a message of a run; call it in the effects of the run. Fails if the run has a message with the same item. */
export const deliverByWebhook = async (
  jobs: JobQueue,
  trx: Transaction<Schema>,
  run: Pick<LeasedRun, 'id'>,
  { clientId, configId, recipient, item, activities, body }: NewWebhookMessage,
): Promise<string> => {
  const id = randomUUID();
  const created_at = jobs.clock();
  await trx
    .insertInto('delivery')
    .values({
      id,
      run_id: run.id,
      client_id: clientId,
      recipient,
      channel: 'webhook',
      item,
      message_id: `msg_${id.replaceAll('-', '')}`,
      next_at: created_at,
      created_at,
    })
    .execute();
  await trx
    .insertInto('webhook_message')
    .values({
      delivery_id: id,
      client_id: clientId,
      config_id: configId,
      client_ids: [clientId],
      activities,
      body,
      created_at,
    })
    .execute();
  await jobs.add(trx, { kind: webhookKindName, ownerId: id, clientId, slotKey: 'send' });
  return id;
};
