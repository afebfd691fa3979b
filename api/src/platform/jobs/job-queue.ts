import { setTimeout as waitMs } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { commitMs } from '../../deadlines.ts';
import type { Schema } from '../db/index.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { enqueueRun, enqueueRuns } from './runs.ts';
import type { NewRun, NewRunOfKind } from './runs.ts';

export interface JobQueue {
  readonly clock: Clock;
  /** For a request that waits for a run. Replaced in tests, which do not wait. */
  wait(ms: number): Promise<void>;
  /** Queues a run in a transaction, unless its slot has one. Returns the id of the new run. */
  add(trx: Kysely<Schema>, run: NewRun): Promise<string | undefined>;
  /** Queues runs of one kind in one statement, unless their slots have some. */
  addAll(trx: Kysely<Schema>, kind: string, runs: readonly NewRunOfKind[]): Promise<void>;
  /** Makes this process poll for due runs now. */
  readonly wake: () => void;
  /** The listener is called soon after this process has queued a run. */
  onAdd(listener: () => void): void;
}

export const createJobQueue = (clock: Clock = systemClock): JobQueue => {
  const listeners: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const wake = () => {
    timer = undefined;
    for (const listener of listeners) listener();
  };
  const wakeSoon = () => {
    if (listeners.length > 0) timer ??= setTimeout(wake, commitMs).unref();
  };
  return {
    clock,
    wait: (ms) => waitMs(ms),
    async add(trx, run) {
      const id = await enqueueRun(trx, run, clock());
      if (id) wakeSoon();
      return id;
    },
    async addAll(trx, kind, runs) {
      await enqueueRuns(trx, kind, runs, clock());
      wakeSoon();
    },
    wake,
    onAdd: (listener) => void listeners.push(listener),
  };
};
