import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { sql } from 'kysely';
import { openDatabase } from '../../db/index.ts';
import type { Database, DatabaseConfig } from '../../db/index.ts';
import { mailKind } from '../../mail/mail-kind.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { createRunner } from '../index.ts';
import type { BatchKind, Clock, JobKind, SingleKind } from '../index.ts';

/**
 * Where a process prints 'halted' and waits for a line on standard input: after it has handled a run, or in the open
 * transaction of a run's effects, or of a change through the API.
 */
export type HaltPoint = 'handled' | 'storing' | 'changing';

/** The argument of the process of a worker or of the API, as JSON. */
export interface KilledWorker {
  readonly database: DatabaseConfig;
  readonly smtpUrl: string;
  /** What the clock shows first. */
  readonly start: string;
  /** A clock that runs fast. Without it, the clock passes to what is due next, whenever there is nothing to do. */
  readonly fast?: {
    /** When it shows `start`, in milliseconds since 1970. */
    readonly origin: number;
    /** Seconds of the clock per second. */
    readonly speed: number;
  };
  readonly haltAt?: HaltPoint;
  /** Of the random choices of the process. */
  readonly seed: number;
}

type CreateKind = (db: Database, clock: Clock, logger: { info: () => void }) => JobKind;

const createClock = ({ start, fast }: Pick<KilledWorker, 'start' | 'fast'>) => {
  let now = Date.parse(start);
  return {
    isFast: fast !== undefined,
    clock: () => new Date(fast ? Date.parse(start) + (Date.now() - fast.origin) * fast.speed : now),
    /** To the next instant at which a run is due, or a lease expires. */
    passOn: async ({ kysely }: Database): Promise<void> => {
      const { rows } = await sql<{ next: Date | null }>`
        SELECT min(CASE state WHEN 'queued' THEN next_at ELSE leased_until END) AS next
        FROM job_run WHERE state IN ('queued', 'running')`.execute(kysely);
      now = Math.max(now, Number(rows[0]?.next ?? 0));
    },
  };
};

/** Halts at its point, and at every later one as well, until a line arrives. */
const createHalt = (haltAt: HaltPoint | undefined) => {
  let resumed: Promise<unknown> | undefined;
  return async (point: HaltPoint): Promise<void> => {
    if (point === haltAt && !resumed) {
      resumed = once(process.stdin, 'data').finally(() => process.stdin.pause());
      process.stdout.write('halted\n');
    }
    await resumed;
  };
};
type Halt = ReturnType<typeof createHalt>;

/** What a process works with that is killed. */
export const openForKill = async () => {
  const options = JSON.parse(process.argv[2] ?? '') as KilledWorker;
  const { database, smtpUrl, haltAt, seed } = options;
  // Node stores compiled modules when a process ends, which a killed one does not.
  flushCompileCache();
  const db = await openDatabase({ ...database, poolSize: 6 });
  return { db, ...createClock(options), halt: createHalt(haltAt), smtpUrl, seed };
};

const haltingBatch = (kind: BatchKind, halt: Halt): BatchKind => ({
  ...kind,
  async *handleAll(runs, context) {
    for await (const ends of kind.handleAll(runs, context)) {
      await halt('handled');
      yield ends;
    }
  },
  async storeAll(trx, changes) {
    await kind.storeAll?.(trx, changes);
    await halt('storing');
  },
});

const haltingSingle = (kind: SingleKind, halt: Halt): SingleKind => ({
  ...kind,
  async handle(run, context) {
    const outcome = (await kind.handle(run, context)) ?? {};
    await halt('handled');
    return {
      ...outcome,
      async effects(trx) {
        await outcome.effects?.(trx);
        await halt('storing');
      },
    };
  },
});

/** The kind with its points to halt at. */
const haltingKind = (kind: JobKind, halt: Halt): JobKind =>
  kind.handleAll ? haltingBatch(kind, halt) : haltingSingle(kind, halt);

const isDone = async ({ kysely }: Database): Promise<boolean> => {
  const rows = await kysely.selectFrom('job_run').select('state').distinct().execute();
  return rows.length > 0 && rows.every(({ state }) => state !== 'queued' && state !== 'running');
};

/**
 * The program of a worker that does the runs of a kind and sends their mails until it is killed. It prints a line once it
 * has started, and one when all runs are done.
 */
export const workUntilKilled = async (createKind: CreateKind): Promise<void> => {
  const { db, clock, passOn, isFast, halt, smtpUrl } = await openForKill();
  const logger = { info() {}, warn() {}, error() {} };
  const mails = mailKind(smtpTransport(smtpUrl, 'Readerlens <no-reply@readerlens.example>'));
  const kinds = [haltingKind(createKind(db, clock, logger), halt), mails];
  const runner = createRunner({ db, kinds, logger, clock, pollMs: 200 });
  if (isFast) await runner.start();
  process.stdout.write('started\n');
  while (!(await isDone(db))) {
    // oxlint-disable-next-line timeless-tests/no-sleep -- Only the soak has a fast clock.
    if (isFast) await new Promise((resolve) => setTimeout(resolve, 200));
    else await runner.runDue().then(() => passOn(db));
  }
  process.stdout.write('done\n');
};
