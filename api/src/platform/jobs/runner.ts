import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/index.ts';
import { secondsAfter, systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { LeaseLostError } from './job-kind.ts';
import type { JobKind, LeasedRun } from './job-kind.ts';
import { completeRun, failRun, leaseRuns, reclaimRuns, releaseRun, renewLease } from './runs.ts';
import { planRuns, saveSchedule } from './schedules.ts';

/** How an attempt ended, for metrics. */
export type AttemptEnd = 'done' | 'skipped' | 'queued' | 'failed' | 'lost' | 'released';

export interface RunnerOptions {
  db: Database;
  kinds: readonly JobKind[];
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  clock?: Clock;
  onAttempt?: (kind: string, end: AttemptEnd, seconds: number) => void;
  /** Between two looks for due runs when nothing wakes the runner. */
  pollMs?: number;
  /** Runs under way get this long when the runner stops. */
  stopMs?: number;
}

export interface Runner {
  /** Writes the schedules of the product's own kinds, and works until stopped. */
  start(): Promise<void>;
  /** Looks for due runs now, because this process queued one. */
  wake(): void;
  /** Plans and runs what is due, until nothing is; for tests and commands. */
  runDue(): Promise<void>;
  /** Takes no more runs, lets those under way end, and gives back the leases of those that do not. */
  stop(): Promise<void>;
}

export const systemOwner = 'system';

/** A fifth earlier or later, so that processes started together spread out. */
const withJitter = (ms: number) => ms * (0.8 + Math.random() * 0.4);

const inTime = (work: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work.then(() => undefined), late]).finally(() => clearTimeout(timer));
};

/** Runs one leased run to its end. Never rejects. */
const createAttempts = ({ db, kinds, logger, clock = systemClock, onAttempt }: RunnerOptions) => {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));

  const work = async (run: LeasedRun, kind: JobKind, abort: AbortController): Promise<AttemptEnd> => {
    const renew = async () => {
      await renewLease(db, run, kind.leaseSeconds, clock()).catch((error: unknown) => {
        if (error instanceof LeaseLostError) abort.abort(error);
        throw error;
      });
    };
    const outcome = (await kind.handle(run, { db, clock, signal: abort.signal, renew })) ?? {};
    await db.transaction(async (trx) => {
      // First: it locks the run, so that the lease cannot be taken while the effects are written.
      await completeRun(trx, run, outcome, clock());
      await outcome.effects?.(trx);
    });
    return outcome.skipped === undefined ? 'done' : 'skipped';
  };

  const endBadly = async (run: LeasedRun, kind: JobKind, error: unknown, isStopping: boolean) => {
    if (error instanceof LeaseLostError) return 'lost';
    if (isStopping) {
      await releaseRun(db, run, clock());
      return 'released';
    }
    const end = await db.transaction((trx) => failRun(trx, run, kind, error, clock()));
    const { id, ownerId, attempts } = run;
    const line = { err: error, run: id, kind: kind.name, owner: ownerId, attempts };
    if (end === 'failed') logger.error(line, 'a run failed for good');
    else logger.warn(line, 'an attempt of a run failed');
    return end;
  };

  return async (run: LeasedRun, abort: AbortController): Promise<void> => {
    const kind = byName.get(run.kind)!;
    const began = performance.now();
    let end: AttemptEnd;
    try {
      end = await work(run, kind, abort).catch((error: unknown) =>
        endBadly(run, kind, error, abort.signal.aborted),
      );
    } catch (err) {
      // The database did not take the failure either; the lease ends by itself.
      if (!(err instanceof LeaseLostError))
        logger.error({ err, run: run.id }, 'the end of a run could not be written');
      end = 'lost';
    }
    onAttempt?.(run.kind, end, (performance.now() - began) / 1000);
  };
};

interface Attempt {
  run: LeasedRun;
  abort: AbortController;
  ended: Promise<void>;
}

/** The worker of a process: plans, leases and runs what is due, as many at a time as each kind allows. */
export const createRunner = (options: RunnerOptions): Runner => {
  const { db, kinds, logger, clock = systemClock, pollMs = 5000, stopMs = 5000 } = options;
  const names = kinds.map(({ name }) => name);
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const attempt = createAttempts(options);
  const attempts = new Set<Attempt>();
  const stopping = new AbortController();
  let isAwake = false;
  let wakeUp = () => {};
  let looping: Promise<void> | undefined;

  const wake = () => {
    isAwake = true;
    wakeUp();
  };

  const begin = (run: LeasedRun) => {
    const abort = new AbortController();
    const started: Attempt = { run, abort, ended: attempt(run, abort) };
    attempts.add(started);
    started.ended = started.ended.finally(() => {
      attempts.delete(started);
      wake();
    });
  };

  const leaseMore = async (): Promise<number> => {
    const busy = (kind: JobKind) => [...attempts].filter(({ run }) => run.kind === kind.name).length;
    const wanted = kinds.map((kind) => ({ kind, limit: kind.concurrency - busy(kind) }));
    const runs = await leaseRuns(db, wanted, clock());
    for (const run of runs) begin(run);
    return runs.length;
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
        await leaseMore();
      } catch (err) {
        logger.error({ err }, 'due runs could not be taken');
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
      // The slot before now too: a new installation does not wait for its first run.
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
      for (const { abort } of attempts) abort.abort(new Error('The process stops.'));
      await inTime(Promise.all([...attempts].map(({ ended }) => ended)), stopMs);
      for (const { run } of attempts) await releaseRun(db, run, clock());
    },
  };
};
