import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../platform/db/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { headerOf, kill, startWorker, withServerDatabase } from '../../../platform/jobs/testing/soak.ts';
import { startMailServer } from '../../../platform/mail/testing/mail-server.ts';
import type { KilledWorker } from './killed-worker.ts';
import { addRunData, addRunWorld, seriesRule, specificRule } from './run-world.ts';

export interface AlertSoakOptions {
  /** All due in one slot, each with three recipients. */
  readonly alerts: number;
  /** Number of processes killed with SIGKILL, at random times. */
  readonly kills: number;
}

export interface AlertSoakResult {
  readonly seconds: number;
  /** Results by alert and slot. */
  readonly results: number;
  /** Alerts without a result, or with one of another slot. */
  readonly missing: number;
  readonly doubled: number;
  readonly mails: number;
  /** Mails of a recipient and a run that never arrived. */
  readonly unsent: number;
  /** Message-IDs that arrived, but belong to no recipient of a run. */
  readonly unknown: number;
  /** Activities in the ledger besides those that had to be reported, or not there. */
  readonly wrongActivities: number;
  readonly unfinished: number;
}

const script = fileURLToPath(new URL('./killed-worker.ts', import.meta.url));
const slot = '2026-03-03';
/** Reported by each alert of every activity. */
const activities = 7;

/** Alerts of both kinds, due at the first slot. */
const prepare = async (db: Database, { alerts }: AlertSoakOptions) => {
  await addRunData(db);
  const world = addRunWorld(db, () => new Date('2026-03-02T12:00:00Z'));
  const owner = await world.addPerson();
  const recipients = [owner, await world.addPerson(), await world.addPerson({ communities: [1] })];
  for (let index = 0; index < alerts; index += 1)
    await world.addAlert({ owner, rule: index % 2 ? specificRule : seriesRule, recipients });
  await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 4 });
  await world.addActivities({ at: '2026-03-02T14:00:00Z', count: 3, readerId: 2, communityId: 2 });
};

/** Kills and replaces workers at random times, and then waits until there is nothing left to do. */
const runAndKill = async (
  options: Omit<KilledWorker, 'origin' | 'start' | 'speed'>,
  { workers, kills, killAfterMs }: { workers: number; kills: number; killAfterMs: number },
): Promise<void> => {
  const origin = Date.now();
  const clock = { origin, start: `${slot}T05:59:30Z`, speed: 60 };
  const start = () => startWorker(script, { ...options, ...clock });
  const children: ChildProcess[] = [];
  try {
    for (let index = 0; index < workers; index += 1) children.push((await start()).child);
    for (let count = 0; count < kills; count += 1) {
      await delay(killAfterMs * (0.3 + 0.7 * Math.random()));
      const place = count % workers;
      await kill(children[place]!, 'SIGKILL');
      children[place] = (await start()).child;
    }
    // The last worker says when it is done.
    await kill(children[0]!, 'SIGKILL');
    const last = await start();
    children[0] = last.child;
    await last.lines.next();
  } finally {
    await Promise.all(children.map((child) => kill(child, 'SIGKILL')));
  }
};

const check = async (db: Database, { alerts }: AlertSoakOptions, received: readonly { source: string }[]) => {
  const { kysely } = db;
  const runs = await kysely.selectFrom('alert_run').select(['alert_id', 'slot']).execute();
  const recipients = await kysely.selectFrom('alert_run_recipient').select('message_id').execute();
  const ledger = await kysely.selectFrom('alert_activity').select('activity_id').execute();
  const open = await kysely.selectFrom('job_run').select('id').where('state', '!=', 'done').execute();
  const onTime = new Set(runs.filter((run) => run.slot === slot).map((run) => run.alert_id));
  const ids = recipients.flatMap(({ message_id }) => message_id ?? []);
  const arrived = new Set(received.map(({ source }) => headerOf(source, 'Message-ID')));
  return {
    results: runs.length,
    missing: alerts - onTime.size,
    doubled: runs.length - new Set(runs.map((run) => `${run.alert_id} ${run.slot}`)).size,
    mails: ids.length,
    unsent: recipients.length - ids.length + ids.filter((id) => !arrived.has(id)).length,
    unknown: [...arrived].filter((id) => !ids.includes(id)).length,
    wrongActivities: Math.abs(ledger.length - activities * Math.floor(alerts / 2)),
    unfinished: open.length,
  };
};

const soak = async (
  options: AlertSoakOptions,
  database: KilledWorker['database'],
  processes: { workers: number; killAfterMs: number },
): Promise<AlertSoakResult> => {
  const startedAt = Date.now();
  const server = await startMailServer(
    () => undefined,
    () => Math.random() * 20,
  );
  // Only one process can open the embedded engine.
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(database);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  try {
    await withDatabase((db) => prepare(db, options));
    await runAndKill({ database, smtpUrl: server.url }, { ...processes, kills: options.kills });
    const result = await withDatabase((db) => check(db, options, server.received));
    return { ...result, seconds: Math.round((Date.now() - startedAt) / 1000) };
  } finally {
    await server.stop();
  }
};

/** With two workers on a PostgreSQL server, in a new database. */
export const soakAlertsOnServer = (options: AlertSoakOptions): Promise<AlertSoakResult> =>
  withServerDatabase((url) => soak(options, { url }, { workers: 2, killAfterMs: 1000 }));

/** With one process on the embedded engine. */
export const soakAlertsEmbedded = async (options: AlertSoakOptions): Promise<AlertSoakResult> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'readerlens-soak-'));
  try {
    // A single process needs more time to make progress before it is killed.
    return await soak(options, { dataDir }, { workers: 1, killAfterMs: 3000 });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Everything but 0 is a fault. */
export const alertFaultsOf = ({
  missing,
  doubled,
  unsent,
  unknown,
  wrongActivities,
  unfinished,
}: AlertSoakResult) => ({
  'missing results': missing,
  'results twice': doubled,
  'mails that never arrived': unsent,
  'second Message-IDs': unknown,
  'wrong activities': wrongActivities,
  'unfinished runs': unfinished,
});
