import type { FastifyBaseLogger } from 'fastify';
import { attemptSeconds, workerPollMs, workerStopMs } from '../../deadlines.ts';
import { background, meterUse, runFor } from '../caller.ts';
import type { Database } from '../db/index.ts';
import { groupBy } from '../group-by.ts';
import { logCommonCause } from '../http/common-cause-log.ts';
import { settleAll } from '../settle-all.ts';
import { systemClock } from './clock.ts';
import { secondsAfter } from '../time.ts';
import type { Clock } from './clock.ts';
import { AttemptTooLongError, LeaseLostError } from './job-kind.ts';
import type { JobKind, LeasedRun, RunEnd } from './job-kind.ts';
import { failRun, leaseRuns, reclaimRuns, releaseRun, renewLease } from './runs.ts';
import { planRuns, saveSchedule, systemOwner } from './schedules.ts';
import { storeRuns } from './store-runs.ts';

/** How an attempt ended, for metrics. */
export type AttemptEnd = 'done' | 'skipped' | 'queued' | 'failed' | 'lost' | 'released';

/** What an attempt of a run took, also if it failed. */
export interface RunCost {
  readonly seconds: number;
  /** Use of sessions of the database. */
  readonly databaseSeconds: number;
}

export interface RunMeter {
  /** Milliseconds of a clock that measures durations. */
  now(): number;
  countRun(run: LeasedRun, cost: RunCost): void;
}

export interface RunnerOptions {
  db: Database;
  kinds: readonly JobKind[];
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  clock?: Clock;
  onAttempt?: (kind: string, end: AttemptEnd, seconds: number) => void;
  /** Told what runs cost, once their attempt has ended. */
  meter?: RunMeter;
  /** Called after each poll that succeeded. A runner that hangs no longer calls it. */
  onPoll?: () => Promise<void>;
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

/** While the database cannot be reached or the disk is full, everything fails for the same reason, which is said once a minute. */
const logFailure = (
  logger: RunnerOptions['logger'],
  err: unknown,
  message: string,
  about: Readonly<Record<string, string>> = {},
): void => {
  if (!logCommonCause(err, logger)) logger.error({ err, ...about }, message);
};

/** Runs of a batch share its cost equally, because they share what they read. */
const meterRuns = async (
  meter: RunMeter | undefined,
  runs: readonly LeasedRun[],
  work: () => Promise<void>,
): Promise<void> => {
  if (!meter) return work();
  const startedAt = meter.now();
  let databaseSeconds = 0;
  await meterUse((seconds) => (databaseSeconds += seconds), work);
  const cost = {
    seconds: (meter.now() - startedAt) / 1000 / runs.length,
    databaseSeconds: databaseSeconds / runs.length,
  };
  for (const run of runs) meter.countRun(run, cost);
};

/** Runs of one kind that are handled at once; of most kinds a single one. */
interface Attempt {
  readonly kind: JobKind;
  /** Those that have not ended. */
  readonly open: Set<LeasedRun>;
  readonly startedAt: Date;
  /** When their leases were last renewed here; handlers may renew them as well. */
  renewedAt: Date;
  readonly abort: AbortController;
  /** Rejects after the maximum time of the kind. */
  readonly expired: Promise<never>;
  readonly expire: (error: AttemptTooLongError) => void;
}

/** Returns a function that handles leased runs once. It never rejects. */
const createAttempt = ({ db, logger, clock = systemClock, onAttempt }: RunnerOptions) => {
  async function* handle({ kind, open, abort }: Attempt): AsyncGenerator<readonly RunEnd[]> {
    const context = { db, clock, signal: abort.signal };
    if (kind.handleAll) return yield* kind.handleAll([...open], context);
    for (const run of open) {
      const renew = () =>
        renewLease(db, run, kind.leaseSeconds, clock()).catch((error: unknown) => {
          if (error instanceof LeaseLostError) abort.abort(error);
          throw error;
        });
      yield [{ run, outcome: (await kind.handle(run, { ...context, renew })) ?? {} }];
    }
  }

  const recordFailure = async (run: LeasedRun, error: unknown, { kind, abort }: Attempt) => {
    if (abort.signal.aborted && !(error instanceof AttemptTooLongError)) {
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

  const fail = async (run: LeasedRun, error: unknown, attempt: Attempt): Promise<AttemptEnd> => {
    if (error instanceof LeaseLostError) return 'lost';
    try {
      return await recordFailure(run, error, attempt);
    } catch (err) {
      // The failure could not be recorded either; the lease will expire.
      if (!(err instanceof LeaseLostError))
        logFailure(logger, err, 'the result of a run could not be recorded', { run: run.id });
      return 'lost';
    }
  };

  return async (attempt: Attempt): Promise<void> => {
    const { kind, open, expired } = attempt;
    const startedAt = performance.now();
    const end = (run: LeasedRun, how: AttemptEnd) => {
      open.delete(run);
      onAttempt?.(kind.name, how, (performance.now() - startedAt) / 1000);
    };
    const store = async (ends: readonly RunEnd[]) => {
      const ended = ends.filter((each) => 'outcome' in each);
      const stored = await settleAll(ended, (some) => storeRuns(db, { kind, clock }, some));
      for (const [index, { run, outcome }] of ended.entries()) {
        const result = stored[index]!;
        if (result.status === 'rejected') end(run, await fail(run, result.reason, attempt));
        else if (result.value) end(run, outcome.skipped === undefined ? 'done' : 'skipped');
        else end(run, 'lost');
      }
      for (const each of ends) if ('error' in each) end(each.run, await fail(each.run, each.error, attempt));
    };
    let reason: unknown = new Error('The run was not handled.');
    try {
      const ends = handle(attempt);
      const next = () => Promise.race([ends.next(), expired]);
      for (let group = await next(); !group.done; group = await next()) await store(group.value);
    } catch (error) {
      reason = error;
    }
    for (const run of open) end(run, await fail(run, reason, attempt));
  };
};

/** The worker of a process: plans, leases and executes due runs, with the concurrency of each kind. */
export const createRunner = (options: RunnerOptions): Runner => {
  const { db, kinds, logger, clock = systemClock, pollMs = workerPollMs, stopMs = workerStopMs } = options;
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const handleAttempt = createAttempt(options);
  /** When each attempt in progress ends. */
  const attempts = new Map<Attempt, Promise<void>>();
  const stopping = new AbortController();
  let isAwake = false;
  let wakeUp = () => {};
  let looping: Promise<void> | undefined;

  const wake = () => {
    isAwake = true;
    wakeUp();
  };

  /** `leasedAt` is from before the lease, which took time: with a later one, the lease would end before its renewal is due. */
  const startAttempt = (kind: JobKind, runs: readonly LeasedRun[], leasedAt: Date) => {
    let expire: Attempt['expire'] = () => {};
    const expired = new Promise<never>((_, reject) => (expire = reject));
    const attempt: Attempt = {
      kind,
      open: new Set(runs),
      startedAt: leasedAt,
      renewedAt: leasedAt,
      abort: new AbortController(),
      expired,
      expire,
    };
    const work = () => meterRuns(options.meter, runs, () => handleAttempt(attempt));
    const ended = runFor(background, work).finally(() => {
      attempts.delete(attempt);
      wake();
    });
    attempts.set(attempt, ended);
  };

  const leaseMore = async (): Promise<number> => {
    const wanted = kinds.map((kind) => {
      const running = [...attempts.keys()].filter((attempt) => attempt.kind === kind).length;
      return { kind, limit: kind.handleAll && running > 0 ? 0 : kind.concurrency - running };
    });
    const now = clock();
    const leased = await leaseRuns(db, wanted, now);
    for (const [name, runs] of groupBy(leased, ({ kind }) => kind)) {
      const kind = byName.get(name)!;
      if (kind.handleAll) startAttempt(kind, runs, now);
      else for (const run of runs) startAttempt(kind, [run], now);
    }
    return leased.length;
  };

  /** Ends attempts that took too long, so that others can take their place. */
  const expireAttempts = () => {
    for (const { kind, startedAt, abort, expire } of attempts.keys()) {
      if (clock() < secondsAfter(startedAt, kind.maxSeconds ?? attemptSeconds)) continue;
      const error = new AttemptTooLongError();
      expire(error);
      abort.abort(error);
    }
  };

  /** Renews leases that are half over. */
  const keepLeases = async () => {
    for (const attempt of attempts.keys()) {
      const { kind, open, renewedAt, abort } = attempt;
      const isKept = kind.keepsLease || kind.handleAll;
      if (!isKept || clock() < secondsAfter(renewedAt, kind.leaseSeconds / 2)) continue;
      attempt.renewedAt = clock();
      for (const run of open)
        await renewLease(db, run, kind.leaseSeconds, attempt.renewedAt).catch((error: unknown) => {
          if (!(error instanceof LeaseLostError)) throw error;
          // The others of a batch go on. The end of this one will not be stored.
          if (open.size === 1) abort.abort(error);
        });
    }
  };

  const plan = async () => {
    if (kinds.length === 0) return;
    await reclaimRuns(db, byName, clock());
    await planRuns(db, kinds, clock());
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
        await options.onPoll?.();
      } catch (err) {
        logFailure(logger, err, 'due runs could not be leased');
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
      while ((await leaseMore()) > 0) await Promise.all(attempts.values());
    },
    async stop() {
      stopping.abort();
      wakeUp();
      await looping;
      for (const { abort } of attempts.keys()) abort.abort(new Error('The process is stopping.'));
      await waitAtMost(Promise.all(attempts.values()), stopMs);
      for (const { open } of attempts.keys()) for (const run of open) await releaseRun(db, run, clock());
    },
  };
};
