import type { Database } from '@readerlens/api';
import { addManyReports, deleteReports, handOverAgain, readReports, reportKind } from '@readerlens/api/bench';
import type { Engine } from '@readerlens/api/bench';
import type { BenchServer } from './bench-server.ts';
import { createWorkers, ownerAndClients, slotTime } from './bench-workers.ts';
import { biggestClient } from './biggest-client.ts';
import { dashboardsMeanwhile } from './dashboards-meanwhile.ts';
import type { DashboardsMeanwhile } from './dashboards-meanwhile.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { timed } from './timing.ts';

export interface ReportsBenchResult extends DashboardsMeanwhile {
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
  /** The largest growth of the memory of this process during the runs, after the same runs before, in megabytes. */
  readonly growthMb: number;
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
  const { range } = await biggestClient(db);
  const { ownerId, clientIds } = await ownerAndClients(db);
  // The day before the data was loaded: activities of that day have the same time, and cannot be told apart by it.
  const now = slotTime(range.to, -2);
  const { services, runner } = createWorkers(db, () => now, reportKind);
  // All of these have activities.
  const many = { count, ownerId, clientIds: clientIds.slice(0, 8) };
  await deleteReports(db);
  try {
    await addManyReports(db, { ...many, now });
    // First, because the heap of a process that has just started grows whatever it does.
    const dashboards = await dashboardsMeanwhile(db, server, rounds, () => runner.runDue());
    await deleteReports(db);
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
    return {
      engine: db.engine,
      reports: count,
      mails: stored.mails,
      directMs,
      handOverMs,
      runMs,
      ratio: runMs / (directMs + handOverMs),
      growthMb,
      ...dashboards,
    };
  } finally {
    await deleteReports(db);
  }
};

/** Measures reports that are due in one slot, and dashboards meanwhile. Unreachable engines are skipped. */
export const benchReports = (options: ReportsBenchOptions): Promise<ReportsBenchResult[]> =>
  withEachBenchServer(options, (db, server) => measure(db, server, options));
