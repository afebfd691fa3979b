import type { Transaction } from 'kysely';
import type { Schema } from '../db/index.ts';
import type { JobKind } from '../jobs/index.ts';

/** A delivery that was marked as failed. */
interface FailedDelivery {
  readonly id: string;
  readonly run_id: string;
  readonly recipient: string;
}

/**
 * Whether the last other mail to the recipient about the same thing failed as well: whoever is told knows already. Of
 * the mails of one run, one that failed counts as the last.
 */
const isKnown = async (
  trx: Transaction<Schema>,
  { id, recipient }: FailedDelivery,
  { kind, owner_id }: { readonly kind: string; readonly owner_id: string },
): Promise<boolean> => {
  const last = await trx
    .selectFrom('job_run as run')
    .innerJoin('delivery', 'delivery.run_id', 'run.id')
    .select('delivery.state')
    .where('run.kind', '=', kind)
    .where('run.owner_id', '=', owner_id)
    .where('delivery.channel', '=', 'mail')
    .where('delivery.recipient', '=', recipient)
    .where('delivery.state', '!=', 'queued')
    .where('delivery.id', '!=', id)
    .orderBy('delivery.created_at', 'desc')
    // 'failed' is before 'sent'.
    .orderBy('delivery.state')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'failed';
};

/** Tells the kind of a run that one of its mails could not be delivered. */
export const tellUndelivered = async (
  trx: Transaction<Schema>,
  delivery: FailedDelivery,
  { kinds, error }: { readonly kinds: readonly JobKind[]; readonly error: string },
): Promise<void> => {
  const run = await trx
    .selectFrom('job_run')
    .select(['kind', 'owner_id'])
    .where('id', '=', delivery.run_id)
    .executeTakeFirst();
  const kind = kinds.find(({ name }) => name === run?.kind);
  if (!run || !kind?.onUndelivered || (await isKnown(trx, delivery, run))) return;
  const { run_id: runId, recipient } = delivery;
  await kind.onUndelivered(trx, { runId, ownerId: run.owner_id, recipient, error });
};
