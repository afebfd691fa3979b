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
  /** Slots before this one that got no run because no worker ran. */
  readonly missedSlots: number;
  /** This one included. */
  readonly attempts: number;
  readonly leaseToken: string;
}

export interface JobContext {
  readonly db: Database;
  readonly clock: Clock;
  /** Aborted when the process stops or the lease is lost; a run that ends with an error then is given back. */
  readonly signal: AbortSignal;
  /** Prolongs the lease by its full time; for runs in several steps. Throws LeaseLostError. */
  readonly renew: () => Promise<void>;
}

export interface JobOutcome {
  /** Kept with the run; becomes JSON. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** There was nothing to do, for this reason. */
  readonly skipped?: string;
  /** What the run changes: written in the transaction that completes it, or not at all when the lease is lost. */
  effects?(trx: Transaction<Schema>): Promise<void>;
}

export interface JobKind {
  readonly name: string;
  /** Runs at a time in one process. */
  readonly concurrency: number;
  /** Longer than the longest time between two renewals, or than the longest run that never renews. */
  readonly leaseSeconds: number;
  /** Seconds before each further attempt; a run has one attempt more than there are pauses. */
  readonly pauses: readonly number[];
  /** For the product's own work: planned at every multiple of this, for the owner 'system'. */
  readonly everySeconds?: number;
  /** How long finished runs are kept. A slot may run again once its run is deleted. */
  readonly keepDays?: number;
  /** Reads and computes outside of transactions: the embedded engine has one session for everybody. */
  handle(run: LeasedRun, context: JobContext): Promise<JobOutcome | void>;
  /** Hears, in the same transaction, that a run failed for the last time. */
  onFailed?(trx: Transaction<Schema>, run: LeasedRun, error: string): Promise<void>;
}

/** Thrown by a handler for what no further attempt can mend. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** The run was leased by somebody else in the meantime, or given back: what this worker did must not count. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(id: string) {
    super(`The lease of the run ${id} is lost.`);
  }
}

/** After 1 m, 5 m, 30 m, 2 h and 6 h: for what depends on others, such as deliveries. */
export const deliveryPauses: readonly number[] = [60, 300, 1800, 7200, 21_600];
export const defaultKeepDays = 30;
