import type { FastifyBaseLogger } from 'fastify';
import { background, runFor } from '../caller.ts';
import type { Database } from '../db/index.ts';
import { systemClock } from './clock.ts';
import { secondsAfter } from '../time.ts';
import type { Clock } from './clock.ts';
import { AttemptTooLongError, defaultMaxSeconds, LeaseLostError } from './job-kind.ts';
import type { JobKind, LeasedRun } from './job-kind.ts';
import { failRun, leaseRuns, reclaimRuns, releaseRun, renewLease } from './runs.ts';
import { planRuns, saveSchedule } from './schedules.ts';
import { createStore } from './store-runs.ts';

/** How an attempt ended, for metrics. */
export type AttemptEnd = 'done' | 'skipped' | 'queued' | 'failed' | 'lost' | 'released';

export interface RunnerOptions {
  db: Database;
  kinds: readonly JobKind[];
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  clock?: Clock;
  onAttempt?: (kind: string, end: AttemptEnd, seconds: number) => void;
  /** Interval between polls for due runs, unless the runner is woken. */
  pollMs?: number;
  /** Maximum time for pending runs to finish when the runner stops. */
  stopMs?: number;
}

export interface Runner {
  /** Saves the schedules of kinds with `everySeconds`, and processes runs until stopped. */
  start(): Promise<void>;
  /** Polls for due runs now. */
  wake(): void;
  /** Plans and processes runs until none is due; for tests and commands. */
  runDue(): Promise<void>;
  /** Leases no more runs, waits for pending ones, and releases those that do not finish in time. */
  stop(): Promise<void>;
}

const systemOwner = 'system';

/** Varies a time by up to 20 %, so that processes started together do not poll at the same time. */
const withJitter = (ms: number) => ms * (0.8 + Math.random() * 0.4);

/** Waits for the work, but no longer than `ms`. */
const waitAtMost = (work: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work.then(() => undefined), timeout]).finally(() => clearTimeout(timer));
};

/** What ends an attempt early. */
interface Limits {
  readonly abort: AbortController;
  /** Rejects after the maximum time of the kind. */
  readonly expired: Promise<never>;
}

/** Returns a function that makes one attempt of a leased run. It never rejects. */
const createAttempt = ({ db, kinds, logger, clock = systemClock, onAttempt }: RunnerOptions) => {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const stores = new Map(kinds.map((kind) => [kind.name, createStore(db, kind, clock)]));

  const execute = async (run: LeasedRun, kind: JobKind, { abort, expired }: Limits): Promise<AttemptEnd> => {
    const renew = async () => {
      await renewLease(db, run, kind.leaseSeconds, clock()).catch((error: unknown) => {
        if (error instanceof LeaseLostError) abort.abort(error);
        throw error;
      });
    };
    const work = Promise.resolve(kind.handle(run, { db, clock, signal: abort.signal, renew }));
    const outcome = (await Promise.race([work, expired])) ?? {};
    if (!(await stores.get(kind.name)?.({ run, outcome }))) throw new LeaseLostError(run.id);
    return outcome.skipped === undefined ? 'done' : 'skipped';
  };

  const recordFailure = async (run: LeasedRun, kind: JobKind, error: unknown, isStopping: boolean) => {
    if (error instanceof LeaseLostError) return 'lost';
    if (isStopping) {
      await releaseRun(db, run, clock());
      return 'released';
    }
    const end = await db.transaction((trx) => failRun(trx, run, kind, error, clock()));
    const { id, ownerId, attempts } = run;
    const line = { err: error, run: id, kind: kind.name, owner: ownerId, attempts };
    if (end === 'failed') logger.error(line, 'a run failed after its last attempt');
    else logger.warn(line, 'an attempt of a run failed');
    return end;
  };

  return async (run: LeasedRun, limits: Limits): Promise<void> => {
    const kind = byName.get(run.kind)!;
    const startedAt = performance.now();
    let end: AttemptEnd;
    try {
      end = await execute(run, kind, limits).catch((error: unknown) =>
        recordFailure(
          run,
          kind,
          error,
          limits.abort.signal.aborted && !(error instanceof AttemptTooLongError),
        ),
      );
    } catch (err) {
      // The failure could not be recorded either; the lease will expire.
      if (!(err instanceof LeaseLostError))
        logger.error({ err, run: run.id }, 'the result of a run could not be recorded');
      end = 'lost';
    }
    onAttempt?.(run.kind, end, (performance.now() - startedAt) / 1000);
  };
};

interface Attempt {
  run: LeasedRun;
  /** When its lease was last renewed here; handlers may renew it as well. */
  renewedAt: Date;
  readonly startedAt: Date;
  abort: AbortController;
  readonly expire: (error: AttemptTooLongError) => void;
  ended: Promise<void>;
}

/** The worker of a process: plans, leases and executes due runs, with the concurrency of each kind. */
export const createRunner = (options: RunnerOptions): Runner => {
  const { db, kinds, logger, clock = systemClock, pollMs = 5000, stopMs = 5000 } = options;
  const names = kinds.map(({ name }) => name);
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const attempt = createAttempt(options);
  const attempts = new Set<Attempt>();
  const stopping = new AbortController();
  let isAwake = false;
  let wakeUp = () => {};
  let looping: Promise<void> | undefined;

  const wake = () => {
    isAwake = true;
    wakeUp();
  };

  /** `leasedAt` is from before the lease, which took time: with a later one, the lease would end before its renewal is due. */
  const startAttempt = (run: LeasedRun, leasedAt: Date) => {
    const abort = new AbortController();
    let expire: Attempt['expire'] = () => {};
    const expired = new Promise<never>((_, reject) => (expire = reject));
    const started: Attempt = {
      run,
      renewedAt: leasedAt,
      startedAt: leasedAt,
      abort,
      expire,
      ended: runFor(background, () => attempt(run, { abort, expired })),
    };
    attempts.add(started);
    started.ended = started.ended.finally(() => {
      attempts.delete(started);
      wake();
    });
  };

  const leaseMore = async (): Promise<number> => {
    const runningOf = (kind: JobKind) => [...attempts].filter(({ run }) => run.kind === kind.name).length;
    const wanted = kinds.map((kind) => {
      const running = runningOf(kind);
      return { kind, limit: kind.together && running > 0 ? 0 : kind.concurrency - running };
    });
    const now = clock();
    const runs = await leaseRuns(db, wanted, now);
    for (const run of runs) startAttempt(run, now);
    return runs.length;
  };

  /** Ends attempts that took too long, so that others can take their place. */
  const expireAttempts = () => {
    for (const { run, startedAt, abort, expire } of attempts) {
      const { maxSeconds = defaultMaxSeconds } = byName.get(run.kind) ?? {};
      if (clock() < secondsAfter(startedAt, maxSeconds)) continue;
      const error = new AttemptTooLongError();
      expire(error);
      abort.abort(error);
    }
  };

  /** Renews leases that are half over. */
  const keepLeases = async () => {
    for (const each of attempts) {
      const kind = byName.get(each.run.kind);
      if (!kind?.keepsLease || clock() < secondsAfter(each.renewedAt, kind.leaseSeconds / 2)) continue;
      each.renewedAt = clock();
      await renewLease(db, each.run, kind.leaseSeconds, each.renewedAt).catch((error: unknown) => {
        if (!(error instanceof LeaseLostError)) throw error;
        each.abort.abort(error);
      });
    }
  };

  const plan = async () => {
    if (names.length === 0) return;
    await reclaimRuns(db, byName, clock());
    await planRuns(db, names, clock());
  };

  const pause = () =>
    new Promise<void>((resolve) => {
      if (isAwake || stopping.signal.aborted) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, withJitter(pollMs));
      timer.unref();
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async () => {
    let plannedAt = -Infinity;
    while (!stopping.signal.aborted) {
      isAwake = false;
      try {
        if (performance.now() - plannedAt >= pollMs / 2) {
          await plan();
          plannedAt = performance.now();
        }
        expireAttempts();
        await keepLeases();
        await leaseMore();
      } catch (err) {
        logger.error({ err }, 'due runs could not be leased');
        isAwake = false;
      }
      await pause();
    }
  };

  const saveOwnSchedules = async () => {
    for (const { name, everySeconds } of kinds) {
      if (everySeconds === undefined) continue;
      const rule = { every: 'interval', seconds: everySeconds } as const;
      const input = { kind: name, ownerId: systemOwner, rule, timeZone: 'UTC' };
      // Includes the current slot, so that a new installation does not wait for its first run.
      const since = secondsAfter(clock(), -everySeconds);
      await db.transaction((trx) => saveSchedule(trx, input, clock(), since));
    }
  };

  return {
    wake,
    async start() {
      await saveOwnSchedules();
      looping = loop();
    },
    async runDue() {
      await plan();
      while ((await leaseMore()) > 0) await Promise.all([...attempts].map(({ ended }) => ended));
    },
    async stop() {
      stopping.abort();
      wakeUp();
      await looping;
      for (const { abort } of attempts) abort.abort(new Error('The process is stopping.'));
      await waitAtMost(Promise.all([...attempts].map(({ ended }) => ended)), stopMs);
      for (const { run } of attempts) await releaseRun(db, run, clock());
    },
  };
};
