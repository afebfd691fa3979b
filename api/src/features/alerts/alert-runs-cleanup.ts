import { sql } from 'kysely';
import { secondsAfter } from '../../platform/jobs/index.ts';
import type { JobKind } from '../../platform/jobs/index.ts';

const daySeconds = 86_400;
/** People look back over a year. */
const keepDays = 400;
/** A run has up to tens of thousands of rows. */
const batch = 200;

/** Deletes old results of alerts, with what they reported. */
export const alertRunsCleanup: JobKind = {
  name: 'alert-runs',
  concurrency: 1,
  leaseSeconds: 600,
  pauses: [60, 600],
  everySeconds: daySeconds,
  async handle(_run, { db, clock, renew }) {
    const before = secondsAfter(clock(), -keepDays * daySeconds);
    let runs = 0;
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM alert_run WHERE id IN (
          SELECT id FROM alert_run WHERE run_at < ${before} ORDER BY run_at LIMIT ${batch}::integer)`.execute(
        db.kysely,
      );
      runs += Number(numAffectedRows);
      if (Number(numAffectedRows) < batch) return { result: { runs } };
      await renew();
    }
  },
};
