import { cleanupLeaseSeconds, uploadIdleHours, uploadsCleanupEverySeconds } from '../../deadlines.ts';
import type { JobKind } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';

/**
 * Deletes uploads that got no chunk for a day, those that became a file, and logos that cannot be used. What was stored
 * expires by itself.
 */
export const uploadsCleanup: JobKind = {
  name: 'onboarding-uploads',
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: [60, 600],
  everySeconds: uploadsCleanupEverySeconds,
  async handle(_run, { db, clock }) {
    const before = secondsAfter(clock(), -uploadIdleHours * 3600);
    const uploads = await db.kysely
      .deleteFrom('onboarding_upload')
      .where('last_chunk_at', '<', before)
      .executeTakeFirst();
    const logos = await db.kysely
      .deleteFrom('onboarding_new_logo')
      .where('created_at', '<', before)
      .executeTakeFirst();
    return { result: { uploads: Number(uploads.numDeletedRows), logos: Number(logos.numDeletedRows) } };
  },
};
