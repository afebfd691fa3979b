import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { runDays } from '../../deadlines.ts';
import type { Database, Schema } from '../db/index.ts';
import { daysAfter, secondsAfter } from '../time.ts';
import { LeaseLostError, PermanentError, WaitError } from './job-kind.ts';
import type { JobKind, JobOutcome, LeasedRun } from './job-kind.ts';

export interface NewRun {
  kind: string;
  ownerId: string;
  /** Unique per kind and owner. */
  slotKey: string;
  clientId?: number | null;
  /** Earliest start; default: now. */
  at?: Date;
}

/** One of many runs of a kind. */
export interface NewRunOfKind extends Omit<NewRun, 'kind'> {
  at: Date;
  /** Why it starts later; shown like the error of an attempt. */
  reason?: string;
}

/** Queues runs of one kind in one statement, unless their slots have some. Returns the ids of the new ones. */
export const enqueueRuns = async (
  trx: Kysely<Schema>,
  kind: string,
  runs: readonly NewRunOfKind[],
  now: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO job_run (kind, owner_id, client_id, slot_key, slot_at, next_at, error, created_at)
    SELECT ${kind}::text, owner_id, client_id, slot_key, at, at, reason, ${now}::timestamptz
    FROM unnest(${runs.map(({ ownerId }) => ownerId)}::text[],
                ${runs.map(({ clientId }) => clientId ?? null)}::integer[],
                ${runs.map(({ slotKey }) => slotKey)}::text[], ${runs.map(({ at }) => at)}::timestamptz[],
                ${runs.map(({ reason }) => reason ?? null)}::text[])
      AS run (owner_id, client_id, slot_key, at, reason)
    ON CONFLICT (kind, owner_id, slot_key) DO NOTHING RETURNING id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Queues a run, unless its slot has one. Returns the id of the new run. */
export const enqueueRun = async (
  trx: Kysely<Schema>,
  { kind, at, ...run }: NewRun,
  now: Date,
): Promise<string | undefined> => (await enqueueRuns(trx, kind, [{ ...run, at: at ?? now }], now))[0];

/** Tells whether a run of an owner waits or is under way. */
export const hasOpenRun = async (
  trx: Transaction<Schema>,
  kind: string,
  ownerId: string,
): Promise<boolean> => {
  const open = await trx
    .selectFrom('job_run')
    .select('id')
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return open !== undefined;
};

const leasedColumns = [
  'job_run.id',
  'job_run.kind',
  'job_run.owner_id as ownerId',
  'job_run.client_id as clientId',
  'job_run.slot_key as slotKey',
  'job_run.slot_at as slotAt',
  'job_run.missed_slots as missedSlots',
  'job_run.attempts',
  'job_run.lease_token as leaseToken',
] as const;

/** Batches have a quarter as many runs after each attempt, and in the end a single one. */
const fewerPerAttempt = 4;

/**
 * Leases due runs for this process, up to a limit per kind; other processes skip them. Runs of a batch that were tried
 * before are leased in smaller batches: one that kills its workers would otherwise take the others along.
 */
export const leaseRuns = async (
  { kysely }: Database,
  wanted: readonly { kind: JobKind; limit: number }[],
  now: Date,
): Promise<LeasedRun[]> => {
  const open = wanted.filter(({ limit }) => limit > 0);
  if (open.length === 0) return [];
  // Materialized, because a plan that evaluates it twice would lock more runs than it leases.
  const { rows } = await sql<LeasedRun>`
    WITH due AS MATERIALIZED (
      SELECT run.id, wanted.seconds
      FROM unnest(${open.map(({ kind }) => kind.name)}::text[], ${open.map(({ limit }) => limit)}::integer[],
                  ${open.map(({ kind }) => kind.leaseSeconds)}::integer[],
                  ${open.map(({ kind }) => kind.handleAll !== undefined)}::boolean[],
                  ${open.map(({ kind }) => kind.goesOnWhileHeld === true)}::boolean[])
        AS wanted (kind, slots, seconds, batched, goes_on)
      CROSS JOIN LATERAL (
        SELECT CASE WHEN wanted.batched THEN attempts END AS attempts FROM job_run
        WHERE job_run.kind = wanted.kind AND state = 'queued' AND next_at <= ${now}
        ORDER BY next_at, client_id LIMIT 1
      ) AS first
      CROSS JOIN LATERAL (
        SELECT id FROM job_run
        WHERE job_run.kind = wanted.kind AND state = 'queued' AND next_at <= ${now}
          AND attempts = coalesce(first.attempts, attempts)
        -- Runs of a client next to each other, because they can share what they read.
        ORDER BY next_at, client_id
        LIMIT greatest(1, wanted.slots / power(${fewerPerAttempt}::integer, coalesce(first.attempts, 0))::integer)
        FOR UPDATE SKIP LOCKED
      ) AS run
      WHERE wanted.goes_on OR NOT EXISTS (SELECT FROM delivery_hold)
    )
    UPDATE job_run
    SET state = 'running', attempts = attempts + 1, started_at = ${now}, lease_token = gen_random_uuid(),
        leased_until = ${now}::timestamptz + make_interval(secs => due.seconds)
    FROM due
    WHERE job_run.id = due.id
    RETURNING ${sql.join(leasedColumns.map((column) => sql.raw(column.replace(/ as (\w+)$/, ' AS "$1"'))))}`.execute(
    kysely,
  );
  return rows;
};

type Lease = Pick<LeasedRun, 'id' | 'leaseToken'>;

/** Updates the run of a lease, unless the lease is lost. */
const updateLeased = (trx: Kysely<Schema>, { id, leaseToken }: Lease) =>
  trx.updateTable('job_run').where('id', '=', id).where('lease_token', '=', leaseToken);

const unlessLost = async (lease: Lease, update: Promise<{ id: string }[]>): Promise<void> => {
  if ((await update).length === 0) throw new LeaseLostError(lease.id);
};

/** Renews a lease from now on. Throws LeaseLostError. */
export const renewLease = ({ kysely }: Database, lease: Lease, seconds: number, now: Date): Promise<void> =>
  unlessLost(
    lease,
    updateLeased(kysely, lease)
      .set({ leased_until: secondsAfter(now, seconds) })
      .returning('id')
      .execute(),
  );

const noLease = { lease_token: null, leased_until: null };

/** A run with its outcome. */
export interface EndedRun {
  readonly run: Lease;
  readonly outcome: JobOutcome;
}

/**
 * Completes runs in the transaction of their effects. Returns the ids of those whose lease is held: not taken by another
 * worker, nor released. An expired lease is valid until then.
 */
export const completeRuns = async (
  trx: Transaction<Schema>,
  ended: readonly EndedRun[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const of = <T>(value: (end: EndedRun) => T): T[] => ended.map(value);
  const { rows } = await sql<{ id: string }>`
    UPDATE job_run
    SET lease_token = NULL, leased_until = NULL, finished_at = ${now},
        state = CASE WHEN ended.skipped IS NULL THEN 'done' ELSE 'skipped' END,
        error = ended.skipped, result = ended.result::jsonb
    FROM unnest(${of(({ run }) => run.id)}::uuid[], ${of(({ run }) => run.leaseToken)}::uuid[],
                ${of(({ outcome }) => outcome.skipped ?? null)}::text[],
                ${of(({ outcome }) => (outcome.result ? JSON.stringify(outcome.result) : null))}::text[])
      AS ended (id, token, skipped, result)
    WHERE job_run.id = ended.id AND job_run.lease_token = ended.token
    RETURNING job_run.id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
};

const formatError = (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, 1000);

/** Seconds before the next attempt; undefined if there is none. */
const choosePause = ({ attempts }: LeasedRun, { pauses }: JobKind, reason: unknown): number | undefined => {
  const pause = reason instanceof PermanentError ? undefined : pauses[attempts - 1];
  return pause !== undefined && reason instanceof WaitError ? Math.max(pause, reason.seconds) : pause;
};

/**
 * Records a failed attempt: queues the run again after the next pause of its kind or, after the last attempt, marks it
 * as failed. Returns its new state. Throws LeaseLostError.
 */
export const failRun = async (
  trx: Transaction<Schema>,
  run: LeasedRun,
  kind: JobKind,
  reason: unknown,
  now: Date,
): Promise<'queued' | 'failed'> => {
  const error = formatError(reason);
  const pause = choosePause(run, kind, reason);
  const change =
    pause === undefined
      ? ({ state: 'failed', finished_at: now } as const)
      : ({ state: 'queued', next_at: secondsAfter(now, pause) } as const);
  await unlessLost(
    run,
    updateLeased(trx, run)
      .set({ ...noLease, ...change, error })
      .returning('id')
      .execute(),
  );
  if (change.state === 'failed') await kind.onFailed?.(trx, run, error);
  return change.state;
};

/** Releases a run as if it had not been leased, for a process that is stopping. Does nothing if the lease is lost. */
export const releaseRun = async ({ kysely }: Database, lease: Lease, now: Date): Promise<void> => {
  await updateLeased(kysely, lease)
    .set((set) => ({ ...noLease, state: 'queued', next_at: now, attempts: set('attempts', '-', 1) }))
    .execute();
};

const workerStopped = 'The worker stopped before the run ended.';

/**
 * Queues runs with an expired lease again, because their worker has died or hangs. The attempt counts, so that a run
 * that kills its workers fails in the end. Returns their number.
 */
export const reclaimRuns = (db: Database, kinds: ReadonlyMap<string, JobKind>, now: Date): Promise<number> =>
  db.transaction(async (trx) => {
    const runs = (await trx
      .selectFrom('job_run')
      .select(leasedColumns)
      .where('state', '=', 'running')
      .where('leased_until', '<=', now)
      .where('kind', 'in', [...kinds.keys()])
      .limit(100)
      .forUpdate()
      .skipLocked()
      .execute()) as LeasedRun[];
    for (const run of runs) {
      const kind = kinds.get(run.kind)!;
      // Without a pause, which is meant for external services: the death of a worker says nothing about them.
      await failRun(trx, run, { ...kind, pauses: kind.pauses.map(() => 0) }, workerStopped, now);
    }
    return runs.length;
  });

/**
 * Queues a run that failed, or that waits after a failed attempt, again for now and with all its attempts. Returns false if there is
 * no such run.
 */
export const retryRun = async (trx: Kysely<Schema>, id: string, now: Date): Promise<boolean> => {
  const row = await trx
    .updateTable('job_run')
    .set({ state: 'queued', attempts: 0, next_at: now, finished_at: null })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('state', '=', 'failed'),
        where.and([where('state', '=', 'queued'), where('attempts', '>', 0), where('next_at', '>', now)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Deletes finished runs after the retention of their kind. Returns their number. */
export const pruneRuns = async (
  { kysely }: Database,
  kinds: readonly Pick<JobKind, 'name' | 'keepDays'>[],
  now: Date,
): Promise<number> => {
  const daysAgo = (days: number) => daysAfter(now, -days);
  const kept = kinds.filter(({ keepDays }) => keepDays !== undefined);
  const { numDeletedRows } = await kysely
    .deleteFrom('job_run')
    .where((where) =>
      where.or([
        where.and([
          where('finished_at', '<', daysAgo(runDays)),
          ...kept.map(({ name }) => where('kind', '!=', name)),
        ]),
        ...kept.map(({ name, keepDays = 0 }) =>
          where.and([where('kind', '=', name), where('finished_at', '<', daysAgo(keepDays))]),
        ),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Whether the last run of the same owner before this one that ended in a result or failed has failed. */
export const previousRunFailed = async (
  trx: Kysely<Schema>,
  { kind, ownerId, slotAt }: Pick<LeasedRun, 'kind' | 'ownerId' | 'slotAt'>,
): Promise<boolean> => {
  const previous = await trx
    .selectFrom('job_run')
    .select('state')
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('slot_at', '<', slotAt)
    .where('state', 'in', ['done', 'failed'])
    .orderBy('slot_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return previous?.state === 'failed';
};
