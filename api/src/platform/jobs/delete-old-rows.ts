import { sql } from 'kysely';
import { cleanupLeaseSeconds, cleanupPauseSeconds } from '../../deadlines.ts';
import { daySeconds, secondsAfter } from '../time.ts';
import type { JobKind } from './job-kind.ts';

/** A run has up to tens of thousands of rows. */
const batch = 200;

/** A daily job that deletes the runs of a feature, with what depends on them, so many days after they ran. */
export const oldRunsCleanup = (name: string, table: string, keepDays: number): JobKind => ({
  name,
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: cleanupPauseSeconds,
  everySeconds: daySeconds,
  async handle(_run, { db, clock, renew }) {
    const before = secondsAfter(clock(), -keepDays * daySeconds);
    let runs = 0;
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM ${sql.table(table)} WHERE id IN (
          SELECT id FROM ${sql.table(table)} WHERE run_at < ${before}
          ORDER BY run_at LIMIT ${batch}::integer)`.execute(db.kysely);
      runs += Number(numAffectedRows);
      if (Number(numAffectedRows) < batch) return { result: { runs } };
      await renew();
    }
  },
});
