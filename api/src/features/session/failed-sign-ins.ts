import { sql } from 'kysely';
import { cleanupLeaseSeconds, cleanupPauseSeconds, failedSignInsEverySeconds } from '../../deadlines.ts';
import type { Services } from '../../people/services.ts';
import type { Database } from '../../platform/db/index.ts';
import type { JobKind } from '../../platform/jobs/index.ts';

/**
 * Adds a wrong password, or a refusal of the identity provider, to those of this hour. A wrong password for an address without an account is
 * counted as null, so that it takes as long.
 */
export const countFailureOfHour = async (
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  userId: number | null,
): Promise<void> => {
  const hour = sql<Date>`date_trunc('hour', ${jobs.clock()}::timestamptz)`;
  await db.kysely
    .insertInto('failed_sign_in')
    .values({ user_id: userId, hour, attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'hour'])
        .doUpdateSet({ attempts: sql<number>`failed_sign_in.attempts + 1` }),
    )
    .execute();
};

/**
 * Moves the failures of the hours that are over to the audit log: one event per account and hour. Those without an account are
 * dropped: anyone can cause any number of them. Returns the number of events.
 */
const recordFailures = async (db: Database, audit: Services['audit'], now: Date): Promise<number> =>
  await db.transaction(async (trx) => {
    const rows = await trx
      .deleteFrom('failed_sign_in')
      .where('hour', '<', sql<Date>`date_trunc('hour', ${now}::timestamptz)`)
      .returning(['user_id', 'hour', 'attempts'])
      .execute();
    const known = rows.filter(({ user_id }) => user_id !== null);
    for (const { user_id, hour, attempts } of known)
      await audit.record(
        {
          action: 'login.failed',
          actorId: null,
          accountId: user_id,
          detail: { attempts, hour: hour.toISOString() },
        },
        trx,
      );
    return known.length;
  });

export const failedSignInsKind = ({ audit }: Pick<Services, 'audit'>): JobKind => ({
  name: 'failed-sign-ins',
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: cleanupPauseSeconds,
  everySeconds: failedSignInsEverySeconds,
  handle: async (_run, { db, clock }) => ({ result: { events: await recordFailures(db, audit, clock()) } }),
});
