import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { clockAnswerMs, clockSkewSeconds, heartbeatSeconds, workerMissingSeconds } from '../../deadlines.ts';
import { nameLastMigration } from '../db/index.ts';
import type { Database, Schema } from '../db/index.ts';
import { secondsAfter } from '../time.ts';
import type { Clock } from './clock.ts';

/** Reads the clock of the database; replaced in tests. */
export type DatabaseTime = () => Promise<Date>;

export const databaseTime =
  ({ kysely }: Database): DatabaseTime =>
  async () => {
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(kysely);
    return rows[0]!.now;
  };

/** A process of the installation that was seen. */
export interface ProcessState {
  /** Host and process id, as in 'server-1:4711'. */
  readonly name: string;
  readonly isWorker: boolean;
  readonly startedAt: Date;
  readonly seenAt: Date;
  /** The clock of the process minus that of the database. */
  readonly clockAheadMs: number | null;
  readonly skewedSince: Date | null;
  /** Of the product. Null in a process of a version that does not say it, as what follows. */
  readonly version: string | null;
  readonly sendsMails: boolean | null;
  /** The newest one that the process knows. */
  readonly lastMigration: string | null;
}

/** Whether a process was seen so lately that it must still run. */
export const isRunning = ({ seenAt }: ProcessState, now: Date): boolean =>
  seenAt >= secondsAfter(now, -workerMissingSeconds);

export interface HeartbeatOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly readTime: DatabaseTime;
  /** Whether this process does background work. */
  readonly isWorker: boolean;
  /** Of the product. */
  readonly version: string;
  /** Whether this process gives mails to a mail server. */
  readonly sendsMails: boolean;
  readonly logger: Readonly<Record<'warn' | 'info', (detail: object, message: string) => void>>;
  /** Default: host and process id. */
  readonly name?: string;
  /** The shortest time between two heartbeats; overridden by tests. */
  readonly everySeconds?: number;
}

interface Measured {
  readonly now: Date;
  /** Undefined if the answer took too long to tell. */
  readonly aheadMs: number | undefined;
}

const measureClock = async ({ clock, readTime }: HeartbeatOptions): Promise<Measured> => {
  const startedAt = performance.now();
  const before = clock().getTime();
  const now = await readTime();
  const tookMs = performance.now() - startedAt;
  // Half of the way there and back.
  const aheadMs = Math.round(before + tookMs / 2 - now.getTime());
  return { now, aheadMs: tookMs > clockAnswerMs ? undefined : aheadMs };
};

/** Of the column. */
const maxInteger = 2 ** 31 - 1;

/**
 * Returns a function that tells the database that this process is there, and how much their clocks differ. It does so at
 * most every ten seconds, however often it is called, and logs once when the clocks begin to differ too much.
 */
export const createHeartbeat = (options: HeartbeatOptions): (() => Promise<void>) => {
  const { db, isWorker, version, sendsMails, logger, name = `${hostname()}:${process.pid}` } = options;
  const everyMs = (options.everySeconds ?? heartbeatSeconds) * 1000;
  const id = randomUUID();
  const lastMigration = nameLastMigration();
  let lastAt = -Infinity;
  let isSkewed = false;

  const warn = (aheadMs: number) => {
    const differs = Math.abs(aheadMs) > clockSkewSeconds * 1000;
    if (differs === isSkewed) return;
    isSkewed = differs;
    const line = { clockAheadSeconds: aheadMs / 1000 };
    if (differs)
      logger.warn(line, 'the clock of this process differs from that of the database; set both by NTP');
    else logger.info(line, 'the clock of this process agrees with that of the database again');
  };

  return async () => {
    if (performance.now() - lastAt < everyMs) return;
    const { now, aheadMs } = await measureClock(options);
    if (aheadMs !== undefined) warn(aheadMs);
    const stored = aheadMs === undefined ? null : Math.max(-maxInteger, Math.min(maxInteger, aheadMs));
    const since = isSkewed ? now : null;
    await sql`
      INSERT INTO process_heartbeat
        (id, name, is_worker, version, sends_mails, last_migration, started_at, seen_at, clock_ahead_ms, skewed_since)
      VALUES (${id}, ${name}, ${isWorker}, ${version}, ${sendsMails}, ${lastMigration}, ${now}, ${now}, ${stored}, ${since})
      ON CONFLICT (id) DO UPDATE SET
        seen_at = excluded.seen_at,
        clock_ahead_ms = coalesce(excluded.clock_ahead_ms, process_heartbeat.clock_ahead_ms),
        skewed_since = CASE WHEN excluded.skewed_since IS NOT NULL
                            THEN coalesce(process_heartbeat.skewed_since, excluded.skewed_since) END`.execute(
      db.kysely,
    );
    lastAt = performance.now();
  };
};

/** The processes that are remembered, last seen first. */
export const readProcesses = async (kysely: Kysely<Schema>): Promise<ProcessState[]> =>
  await kysely
    .selectFrom('process_heartbeat')
    .select([
      'name',
      'is_worker as isWorker',
      'started_at as startedAt',
      'seen_at as seenAt',
      'clock_ahead_ms as clockAheadMs',
      'skewed_since as skewedSince',
      'version',
      'sends_mails as sendsMails',
      'last_migration as lastMigration',
    ])
    .orderBy('seen_at', 'desc')
    .execute();
