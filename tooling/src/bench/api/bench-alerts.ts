import type { Database } from '@readerlens/api';
import { addManyAlerts, alertKind, deleteAlerts, readOneByOne } from '@readerlens/api/bench';
import type { Engine } from '@readerlens/api/bench';
import type { BenchServer } from './bench-server.ts';
import { createWorkers, ownerAndClients, slotTime } from './bench-workers.ts';
import { biggestClient } from './biggest-client.ts';
import { dashboardsMeanwhile } from './dashboards-meanwhile.ts';
import type { DashboardsMeanwhile } from './dashboards-meanwhile.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { timed } from './timing.ts';

export interface AlertsBenchResult extends DashboardsMeanwhile {
  readonly engine: Engine;
  readonly alerts: number;
  /** Entities and activities that their statements return. */
  readonly found: number;
  /** The statements of the alerts one after another, in milliseconds. */
  readonly directMs: number;
  /** The runs of the alerts, with their results stored. */
  readonly runMs: number;
  readonly ratio: number;
}

export interface AlertsBenchOptions extends BenchOptions {
  /** Default: 1,000. */
  readonly alerts?: number;
}

/** The measurement with the median ratio is reported, because the speed of a shared machine changes. */
const repeats = 5;

const measure = async (
  db: Database,
  server: BenchServer,
  { alerts: count = 1000, rounds = 25 }: AlertsBenchOptions,
): Promise<AlertsBenchResult> => {
  const { range } = await biggestClient(db);
  const { ownerId, clientIds } = await ownerAndClients(db);
  let now = slotTime(range.to, 0);
  const { services, runner } = createWorkers(db, () => now, alertKind);
  /** The first slot of new alerts. */
  const firstSlot = async () => {
    await deleteAlerts(db);
    const ids = await addManyAlerts(db, { count, ownerId, clientIds, now });
    const date = now.toISOString().slice(0, 10);
    let found = 0;
    const directMs = await timed(async () => {
      found = await readOneByOne(services, ids, date);
    });
    const runMs = await timed(() => runner.runDue());
    const stored = await db.kysely
      .selectFrom('alert_run')
      .select(({ fn }) => fn.countAll<number>().as('runs'))
      .executeTakeFirstOrThrow();
    if (stored.runs !== count) throw new Error(`${count} alerts made ${stored.runs} results.`);
    return { found, directMs, runMs, ratio: runMs / directMs };
  };
  try {
    const slots = [];
    for (let repeat = 0; repeat < repeats; repeat += 1) slots.push(await firstSlot());
    now = slotTime(range.to, 1);
    const dashboards = await dashboardsMeanwhile(db, server, rounds, () => runner.runDue());
    return {
      engine: db.engine,
      alerts: count,
      ...slots.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(repeats / 2)]!,
      ...dashboards,
    };
  } finally {
    await deleteAlerts(db);
  }
};

/** Measures alerts that are due in one slot, and dashboards meanwhile. Unreachable engines are skipped. */
export const benchAlerts = (options: AlertsBenchOptions): Promise<AlertsBenchResult[]> =>
  withEachBenchServer(options, (db, server) => measure(db, server, options));
