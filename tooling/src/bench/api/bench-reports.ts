import type { Database } from '@readerlens/api';
import { addManyReports, deleteReports, handOverAgain, readReports, reportKind } from '@readerlens/api/bench';
import type { Engine } from '@readerlens/api/bench';
import { benchCalls, benchFilters } from './bench-calls.ts';
import type { BenchServer } from './bench-server.ts';
import { createWorkers, slotTime } from './bench-workers.ts';
import { biggestClient } from './biggest-client.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { median, repeatDuring, timed } from './timing.ts';

export interface ReportsBenchResult {
  readonly engine: Engine;
  readonly reports: number;
  readonly mails: number;
  /** The statements of the reports one after another, in milliseconds. */
  readonly directMs: number;
  /** Queuing the same mails without reports. */
  readonly handOverMs: number;
  /** The runs of the reports, with their results stored and their mails queued. */
  readonly runMs: number;
  readonly ratio: number;
  /** The largest growth of the memory of this process during the runs, in megabytes. */
  readonly growthMb: number;
  /** Medians of ten concurrent dashboard calls, without and during such runs. */
  readonly idleMs: number;
  readonly busyMs: number;
  readonly busyRatio: number;
  readonly busyMaxMs: number;
}

export interface ReportsBenchOptions extends BenchOptions {
  /** Default: 500. */
  readonly reports?: number;
}

/** Runs the work, and returns its time and by how much the memory of the process grew at most. */
const watched = async (work: () => Promise<unknown>) => {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const ms = await timed(work).finally(() => clearInterval(timer));
  return { ms, growthMb: (most - before) / 1_048_576 };
};

const measure = async (
  db: Database,
  server: BenchServer,
  { reports: count = 500, rounds = 25 }: ReportsBenchOptions,
): Promise<ReportsBenchResult> => {
  const { clientId, range } = await biggestClient(db);
  const [plain] = benchFilters(clientId, range);
  const body = JSON.stringify(plain?.body);
  const calls = () => Promise.all(benchCalls.map(({ url }) => server.client.post(url, body)));
  const clients = await db.kysely
    .selectFrom('client')
    .select('id')
    .where('is_paid', '=', true)
    .orderBy('id')
    .limit(8)
    .execute();
  const owner = await db.kysely
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', 'sysadmin@demo.example')
    .executeTakeFirstOrThrow();
  let now = slotTime(range.to, 0);
  const { services, runner } = createWorkers(db, () => now, reportKind);
  const many = { count, ownerId: owner.id, clientIds: clients.map(({ id }) => id) };
  await deleteReports(db);
  try {
    const ids = await addManyReports(db, { ...many, now });
    let found = 0;
    const directMs = await timed(async () => {
      found = await readReports(services, ids, now);
    });
    const { ms: runMs, growthMb } = await watched(() => runner.runDue());
    const stored = await db.kysely
      .selectFrom('outbox_mail')
      .select(({ fn }) => fn.countAll<number>().as('mails'))
      .executeTakeFirstOrThrow();
    if (stored.mails !== found) throw new Error(`${found} activities made ${stored.mails} mails.`);
    const again = await handOverAgain(services);
    const handOverMs = await timed(again);
    await calls();
    const idle: number[] = [];
    for (let round = 0; round < rounds; round += 1) idle.push(await timed(calls));
    await deleteReports(db);
    now = slotTime(range.to, 1);
    await addManyReports(db, { ...many, now });
    const busy = await repeatDuring(runner.runDue(), calls);
    return {
      engine: db.engine,
      reports: count,
      mails: stored.mails,
      directMs,
      handOverMs,
      runMs,
      ratio: runMs / (directMs + handOverMs),
      growthMb,
      idleMs: median(idle),
      busyMs: median(busy),
      busyRatio: median(busy) / median(idle),
      busyMaxMs: Math.max(...busy),
    };
  } finally {
    await deleteReports(db);
  }
};

/** Measures reports that are due in one slot, and dashboards meanwhile. Unreachable engines are skipped. */
export const benchReports = (options: ReportsBenchOptions): Promise<ReportsBenchResult[]> =>
  withEachBenchServer(options, (db, server) => measure(db, server, options));
