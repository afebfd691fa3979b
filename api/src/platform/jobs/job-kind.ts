import type { Transaction } from 'kysely';
import type { Database, Schema } from '../db/index.ts';
import type { Clock } from './clock.ts';

/** A run that this process has leased. */
export interface LeasedRun {
  readonly id: string;
  readonly kind: string;
  readonly ownerId: string;
  readonly clientId: number | null;
  readonly slotKey: string;
  readonly slotAt: Date;
  /** Number of earlier slots without a run, because no worker was running. */
  readonly missedSlots: number;
  /** Including this one. */
  readonly attempts: number;
  readonly leaseToken: string;
}

export interface JobContext {
  readonly db: Database;
  readonly clock: Clock;
  /** Aborted when the process stops or the lease is lost. A run that then fails is released, not counted as failed. */
  readonly signal: AbortSignal;
  /** Renews the lease for its full time; for runs with several steps. Throws LeaseLostError. */
  readonly renew: () => Promise<void>;
}

export interface JobOutcome<Changes = unknown> {
  /** Stored with the run as JSON. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** Set if there was nothing to do: the reason. */
  readonly skipped?: string;
  /** Writes the changes of the run in the transaction that completes it; not called if the lease is lost. */
  effects?(trx: Transaction<Schema>): Promise<void>;
  /** What `storeAll` of the kind writes, in the same transaction. */
  readonly changes?: Changes;
}

/** The outcome of a run that had nothing to do, with the reason. */
export const skipRun = (skipped: string) => ({ skipped }) satisfies JobOutcome;

/** A mail of a run that could not be delivered. */
export interface UndeliveredMail {
  readonly runId: string;
  /** Of the run. */
  readonly ownerId: string;
  readonly recipient: string;
  /** What the mail server answered, or why there was no answer. */
  readonly error: string;
}

interface KindOptions<Changes> {
  readonly name: string;
  /** Maximum number of concurrent runs in one process. */
  readonly concurrency: number;
  /** Must be longer than the longest time between two renewals, or than the longest run without any. */
  readonly leaseSeconds: number;
  /** Keeps the lease while the run is in progress; for runs that wait for each other. Batches always keep theirs. */
  readonly keepsLease?: boolean;
  /** Maximum time of an attempt, which then fails, even if its handler never ends. Default: an hour. */
  readonly maxSeconds?: number;
  /** Seconds before each retry; the number of attempts is one more than the number of pauses. */
  readonly pauses: readonly number[];
  /** For the product's own work: planned at every multiple of this interval, for the owner 'system'. */
  readonly everySeconds?: number;
  /** Reaches nobody outside of the product, and so starts also while deliveries are held. */
  readonly goesOnWhileHeld?: true;
  /** Retention of finished runs. A slot can run again once its run is deleted. */
  readonly keepDays?: number;
  /** Writes the changes of runs in the transaction that completes them. */
  storeAll?(trx: Transaction<Schema>, changes: readonly Changes[]): Promise<void>;
  /** Called in the transaction that marks a run as failed, after its last attempt. */
  onFailed?(trx: Transaction<Schema>, run: LeasedRun, error: string): Promise<void>;
  /**
   * Called in the transaction that marks a mail of one of its runs as failed, after the last attempt: once, until a mail
   * of the same owner to the same recipient is delivered.
   */
  onUndelivered?(trx: Transaction<Schema>, mail: UndeliveredMail): Promise<void>;
}

/** A kind that handles one run at a time. */
export interface SingleKind<Changes = unknown> extends KindOptions<Changes> {
  /** Must read and compute outside of transactions, because the embedded engine has a single session. */
  handle(run: LeasedRun, context: JobContext): Promise<JobOutcome<Changes> | void>;
  readonly handleAll?: undefined;
}

/** The end of a run of a batch. */
export type RunEnd<Changes = unknown> = { readonly run: LeasedRun } & (
  | { readonly outcome: JobOutcome<Changes> }
  | { readonly error: unknown }
);

/** A kind whose runs share what they read. Runs are leased only when none is in progress. */
export interface BatchKind<Changes = unknown> extends KindOptions<Changes> {
  /**
   * Handles runs that were leased at once; after a failed attempt they come in smaller batches. Yields how each run ends.
   * The runs of one yield are stored in one transaction; if that fails, each in its own.
   */
  handleAll(
    runs: readonly LeasedRun[],
    context: Omit<JobContext, 'renew'>,
  ): AsyncIterable<readonly RunEnd<Changes>[]>;
  readonly handle?: undefined;
}

export type JobKind<Changes = unknown> = SingleKind<Changes> | BatchKind<Changes>;

/** Thrown by a handler for an error that retries cannot resolve. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Thrown by a handler for an error after which the next attempt must wait longer than the pauses of its kind, if they are shorter. */
export class WaitError extends Error {
  override readonly name = 'WaitError';
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** The run was released, or leased by another worker in the meantime: the work of this one must not count. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(id: string) {
    super(`The lease of the run ${id} is lost.`);
  }
}

/** An attempt that took the maximum time of its kind. */
export class AttemptTooLongError extends Error {
  override readonly name = 'AttemptTooLongError';

  constructor() {
    super('The run took too long.');
  }
}
