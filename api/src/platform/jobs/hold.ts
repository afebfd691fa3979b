import type { Kysely } from 'kysely';
import type { Schema } from '../db/index.ts';
import { readWaiting } from './oldest-waiting.ts';
import type { WaitingKind } from './oldest-waiting.ts';

/** Why no worker starts what reaches people or other programs, and since when. */
export interface Hold {
  readonly reason: string;
  readonly since: Date;
}

/** Undefined if deliveries are not held. */
export const readHold = async (kysely: Kysely<Schema>): Promise<Hold | undefined> =>
  await kysely.selectFrom('delivery_hold').select(['reason', 'held_at as since']).executeTakeFirst();

/** Every worker of every process sees it when it next leases or plans runs. Keeps the reason of an earlier hold. */
export const holdDeliveries = async (kysely: Kysely<Schema>, reason: string): Promise<void> => {
  await kysely
    .insertInto('delivery_hold')
    .values({ reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Returns false if deliveries were not held. */
export const releaseDeliveries = async (kysely: Kysely<Schema>): Promise<boolean> => {
  const { numDeletedRows } = await kysely.deleteFrom('delivery_hold').executeTakeFirst();
  return numDeletedRows > 0n;
};

/** What is due now of the kinds that are held. */
export const readHeldWork = async (
  kysely: Kysely<Schema>,
  now: Date,
  isHeldKind: (kind: string) => boolean,
): Promise<WaitingKind[]> => (await readWaiting(kysely, now)).filter(({ kind }) => isHeldKind(kind));
