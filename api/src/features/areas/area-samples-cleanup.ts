import { daySeconds, secondsAfter } from '../../platform/time.ts';
import type { JobKind } from '../../platform/jobs/index.ts';

/** The area health page shows no older samples. */
const keepDays = 30;

/** Deletes area samples of browsers that no page shows anymore. */
export const areaSamplesCleanup: JobKind = {
  name: 'area-samples',
  concurrency: 1,
  leaseSeconds: 600,
  pauses: [60, 600],
  everySeconds: daySeconds,
  async handle(_run, { db, clock }) {
    const { numDeletedRows } = await db.kysely
      .deleteFrom('area_sample')
      .where('at', '<', secondsAfter(clock(), -keepDays * daySeconds))
      .executeTakeFirst();
    return { result: { samples: Number(numDeletedRows) } };
  },
};
