import { cleanupLeaseSeconds, cleanupPauseSeconds, storedFilesCleanupEverySeconds } from '../../deadlines.ts';
import type { Files } from '../../platform/files/index.ts';
import type { JobKind } from '../../platform/jobs/index.ts';

/** Deletes expired files and remains of interrupted uploads; hourly, so that each run is short. */
export const storedFilesCleanup = (files: Pick<Files, 'deleteExpired'>): JobKind => ({
  name: 'stored-files',
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: cleanupPauseSeconds,
  everySeconds: storedFilesCleanupEverySeconds,
  handle: async (_run, { clock }) => ({ result: { files: await files.deleteExpired({ now: clock() }) } }),
});
