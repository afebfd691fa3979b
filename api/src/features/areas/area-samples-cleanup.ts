import {
  areaSampleDays,
  areaSamplesCleanupEverySeconds,
  cleanupLeaseSeconds,
  cleanupPauseSeconds,
} from '../../deadlines.ts';
import { daySeconds, secondsAfter } from '../../platform/time.ts';
import type { JobKind } from '../../platform/jobs/index.ts';

/** Deletes area samples of browsers that no page shows anymore. */
export const areaSamplesCleanup: JobKind = {
  name: 'area-samples',
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: cleanupPauseSeconds,
  everySeconds: areaSamplesCleanupEverySeconds,
  async handle(_run, { db, clock }) {
    const { numDeletedRows } = await db.kysely
      .deleteFrom('area_sample')
      .where('at', '<', secondsAfter(clock(), -areaSampleDays * daySeconds))
      .executeTakeFirst();
    return { result: { samples: Number(numDeletedRows) } };
  },
};
