import type { Database } from '@readerlens/api';
import { addManyAlerts, alertKind, deleteAlerts, readOneByOne } from '@readerlens/api/bench';
import type { Engine } from '@readerlens/api/bench';
import { benchCalls, benchFilters } from './bench-calls.ts';
import type { BenchServer } from './bench-server.ts';
import { createWorkers, slotTime } from './bench-workers.ts';
import { biggestClient } from './biggest-client.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { median, repeatDuring, timed } from './timing.ts';

export interface AlertsBenchResult {
  readonly engine: Engine;
  readonly alerts: number;
  /** Entities and activities that their statements return. */
  readonly found: number;
  /** The statements of the alerts one after another, in milliseconds. */
  readonly directMs: number;
  /** The runs of the alerts, with their results stored. */
  readonly runMs: number;
  readonly ratio: number;
  /** Medians of ten concurrent dashboard calls, without and during such runs. */
  readonly idleMs: number;
  readonly busyMs: number;
  readonly busyRatio: number;
  readonly busyMaxMs: number;
}

export interface AlertsBenchOptions extends BenchOptions {
  /** Default: 1,000. */
  readonly alerts?: number;
}

const measure = async (
  db: Database,
  server: BenchServer,
  { alerts: count = 1000, rounds = 25 }: AlertsBenchOptions,
): Promise<AlertsBenchResult> => {
  const { clientId, range } = await biggestClient(db);
  const [plain] = benchFilters(clientId, range);
  const body = JSON.stringify(plain?.body);
  const calls = () => Promise.all(benchCalls.map(({ url }) => server.client.post(url, body)));
  const clientIds = (
    await db.kysely.selectFrom('client').select('id').where('is_paid', '=', true).orderBy('id').execute()
  ).map(({ id }) => id);
  const owner = await db.kysely
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', 'sysadmin@demo.example')
    .executeTakeFirstOrThrow();
  let now = slotTime(range.to, 0);
  const { services, runner } = createWorkers(db, () => now, alertKind);
  await deleteAlerts(db);
  try {
    const ids = await addManyAlerts(db, { count, ownerId: owner.id, clientIds, now });
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
    await calls();
    const idle: number[] = [];
    for (let round = 0; round < rounds; round += 1) idle.push(await timed(calls));
    now = slotTime(range.to, 1);
    const busy = await repeatDuring(runner.runDue(), calls);
    return {
      engine: db.engine,
      alerts: count,
      found,
      directMs,
      runMs,
      ratio: runMs / directMs,
      idleMs: median(idle),
      busyMs: median(busy),
      busyRatio: median(busy) / median(idle),
      busyMaxMs: Math.max(...busy),
    };
  } finally {
    await deleteAlerts(db);
  }
};

/** Measures alerts that are due in one slot, and dashboards meanwhile. Unreachable engines are skipped. */
export const benchAlerts = (options: AlertsBenchOptions): Promise<AlertsBenchResult[]> =>
  withEachBenchServer(options, (db, server) => measure(db, server, options));
