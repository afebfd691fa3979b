// A watch compares the deals of a client once a day, with what a person may see of activities.
import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DealInfluence } from '@readerlens/contract/marketing-pipeline';
import type { Deal } from '../../../activities/pipeline/deals.ts';
import { readInfluence } from '../../../activities/pipeline/summarize-deals.ts';
import { deleteSchedule, saveSchedule } from '../../../platform/jobs/index.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { daysAfter } from '../../../platform/time.ts';

/** Kind of the runs that compare the deals of a client; the owner is the id of the watch. */
export const influenceKindName = 'opportunity-influence';

/** After most nightly imports, and before people start to work. */
const rule = { every: 'day', at: '04:00' } as const;

export type WatchRow = Selectable<Schema['influence_watch']>;

/** The watch of a client, also one that has ended. */
export const findWatchOfClient = (db: Kysely<Schema>, clientId: number): Promise<WatchRow | undefined> =>
  db.selectFrom('influence_watch').selectAll().where('client_id', '=', clientId).executeTakeFirst();

/** Undefined if it has ended. */
export const findWatch = (db: Kysely<Schema>, id: string): Promise<WatchRow | undefined> =>
  db
    .selectFrom('influence_watch')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Forgets what was compared, so that the next run sends nothing. */
const forgetComparison = async (trx: Transaction<Schema>, clientId: number): Promise<void> => {
  await trx.deleteFrom('opportunity_influence').where('client_id', '=', clientId).execute();
  await trx
    .updateTable('influence_watch')
    .set({ compared_on: null })
    .where('client_id', '=', clientId)
    .execute();
};

/** Starts the watch of a client, or lets it see what another person sees. Its first run is due at once. */
export const startWatch = async (
  trx: Transaction<Schema>,
  { clientId, ownerId, now }: { readonly clientId: number; readonly ownerId: number; readonly now: Date },
): Promise<WatchRow> => {
  const before = await findWatchOfClient(trx, clientId);
  const watch = await trx
    .insertInto('influence_watch')
    .values({ client_id: clientId, owner_id: ownerId, compared_on: null, created_at: now, deleted_at: null })
    .onConflict((existing) =>
      existing.column('client_id').doUpdateSet({ owner_id: ownerId, deleted_at: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  // Another person may see other activities, which says nothing about the deals.
  if (before && before.owner_id !== ownerId) await forgetComparison(trx, clientId);
  const schedule = { kind: influenceKindName, ownerId: watch.id, clientId, rule, timeZone: 'UTC' };
  await saveSchedule(trx, schedule, now, daysAfter(now, -1));
  return watch;
};

export const endWatch = async (
  trx: Transaction<Schema>,
  { id, client_id }: WatchRow,
  now: Date,
): Promise<void> => {
  await forgetComparison(trx, client_id);
  await trx.updateTable('influence_watch').set({ deleted_at: now }).where('id', '=', id).execute();
  await deleteSchedule(trx, influenceKindName, id);
};

/** A deal whose influence is another one than in the comparison before. */
export interface InfluenceChange {
  readonly deal: Deal;
  /** Undefined for a deal that was not in it. */
  readonly previous: DealInfluence | undefined;
  readonly influence: DealInfluence;
}

/** Compares deals with what is stored of the comparison before. */
export const compareInfluence = async (
  db: Kysely<Schema>,
  clientId: number,
  deals: readonly Deal[],
): Promise<InfluenceChange[]> => {
  const stored = await db
    .selectFrom('opportunity_influence')
    .select(['opportunity_id', 'influence'])
    .where('client_id', '=', clientId)
    .execute();
  const before = new Map(stored.map(({ opportunity_id, influence }) => [opportunity_id, influence]));
  return deals.flatMap((deal) => {
    const previous = before.get(deal.id);
    const influence = readInfluence(deal);
    return influence === previous ? [] : [{ deal, previous, influence }];
  });
};

/** A deal that is new and without influence is stored, and nobody has to know. */
export const isWorthTelling = ({ previous, influence }: InfluenceChange): boolean =>
  previous !== undefined || influence !== 'none';

/**
 * Stores a comparison. A deal that was removed meanwhile is left out.
 * @throws Error if the watch has changed since it was read, so that the run is repeated
 */
export const storeComparison = async (
  trx: Transaction<Schema>,
  { id, client_id, owner_id, compared_on }: WatchRow,
  changes: readonly InfluenceChange[],
  day: string,
): Promise<void> => {
  const updated = await trx
    .updateTable('influence_watch')
    .set({ compared_on: day })
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .where('deleted_at', 'is', null)
    .where('compared_on', 'is not distinct from', compared_on)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new Error('The subscription has changed meanwhile.');
  await sql`
    INSERT INTO opportunity_influence (opportunity_id, client_id, influence)
    SELECT o.id, o.client_id, changed.influence
    FROM unnest(${changes.map(({ deal }) => deal.id)}::integer[], ${changes.map(({ influence }) => influence)}::text[])
      AS changed (id, influence)
    JOIN opportunity AS o ON o.id = changed.id AND o.client_id = ${client_id}::integer
    ON CONFLICT (opportunity_id) DO UPDATE SET influence = excluded.influence`.execute(trx);
};
