import type { FastifyBaseLogger } from 'fastify';
import { packMonths } from '../../activities/packed/packed-months.ts';
import { cleanupLeaseSeconds, cleanupPauseSeconds, packedMonthsEverySeconds } from '../../deadlines.ts';
import type { JobKind } from '../../platform/jobs/index.ts';

/** Packs the months of clients whose activities have changed. `logger` hears of clients whose values do not fit. */
export const packedMonthsKind = (logger: Pick<FastifyBaseLogger, 'info'>): JobKind => ({
  name: 'packed-months',
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: cleanupPauseSeconds,
  everySeconds: packedMonthsEverySeconds,
  handle: async (_run, { db, clock, renew, signal }) => ({
    result: await packMonths(db, {
      at: clock(),
      async onPacked() {
        signal.throwIfAborted();
        await renew();
      },
      onError: (err) => logger.info({ err }, 'the months of a client could not be packed'),
    }),
  }),
});
