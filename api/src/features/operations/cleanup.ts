import {
  attemptDays,
  cleanupEverySeconds,
  cleanupLeaseSeconds,
  cleanupPauseSeconds,
  costDays,
  heartbeatDays,
} from '../../deadlines.ts';
import { replaceTokens } from '../../activities/packed/data-version.ts';
import { pruneRuns } from '../../platform/jobs/index.ts';
import { daySeconds, secondsAfter } from '../../platform/time.ts';
import type { JobKind } from '../../platform/jobs/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { pruneMails } from '../../platform/mail/mail-retention.ts';
import type { MailPeriods } from '../../platform/mail/mail-retention.ts';

interface CleanupOptions extends MailPeriods {
  /** All kinds of jobs. */
  readonly kinds: readonly JobKind[];
}

/** Deletes obsolete rows: old counters and costs, used links, sessions, browser reports, mails, finished runs. */
export const cleanUp = async (db: Database, { kinds, ...periods }: CleanupOptions, now: Date) => {
  const { kysely } = db;
  const daysAgo = (days: number) => secondsAfter(now, -days * daySeconds);
  await kysely.deleteFrom('login_attempt').where('window_start', '<', daysAgo(2)).execute();
  await kysely.deleteFrom('rate_limit').where('expire', '<', now.getTime()).execute();
  await kysely.deleteFrom('user_token').where('expires_at', '<', daysAgo(30)).execute();
  await kysely.deleteFrom('sign_in_code').where('expires_at', '<', daysAgo(1)).execute();
  await kysely.deleteFrom('user_session').where('expires_at', '<', daysAgo(30)).execute();
  await kysely.deleteFrom('client_error').where('at', '<', daysAgo(90)).execute();
  await kysely.deleteFrom('process_heartbeat').where('seen_at', '<', daysAgo(heartbeatDays)).execute();
  await kysely.deleteFrom('client_cost').where('hour', '<', daysAgo(costDays)).execute();
  await kysely.deleteFrom('call_attempt').where('at', '<', daysAgo(attemptDays)).execute();
  await replaceTokens(db);
  return { mails: await pruneMails(db, periods, now), runs: await pruneRuns(db, kinds, now) };
};

/** Cleans up for all features. */
export const cleanupKind = (options: () => CleanupOptions): JobKind => ({
  name: 'cleanup',
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: cleanupPauseSeconds,
  everySeconds: cleanupEverySeconds,
  handle: async (_run, { db, clock }) => ({ result: await cleanUp(db, options(), clock()) }),
});
