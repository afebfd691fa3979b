import { cleanupLeaseSeconds, uploadIdleHours, uploadsCleanupEverySeconds } from '../../deadlines.ts';
import type { JobKind } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';

/** Deletes uploads that got no chunk for a day, and those that became a file. Their chunks expire by themselves. */
export const uploadsCleanup: JobKind = {
  name: 'onboarding-uploads',
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: [60, 600],
  everySeconds: uploadsCleanupEverySeconds,
  async handle(_run, { db, clock }) {
    const { numDeletedRows } = await db.kysely
      .deleteFrom('onboarding_upload')
      .where('last_chunk_at', '<', secondsAfter(clock(), -uploadIdleHours * 3600))
      .executeTakeFirst();
    return { result: { uploads: Number(numDeletedRows) } };
  },
};
