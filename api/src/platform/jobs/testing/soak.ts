/* oxlint-disable timeless-tests/no-sleep, timeless-tests/no-measured-time -- Only the soak kills at random times. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMailServer } from '../../mail/testing/mail-server.ts';
import { seededRandom, testSeed } from '@readerlens/filters/testing';
import { databaseUrl, serverUrl, withClient } from '../../testing/test-server.ts';
import type { SoakSummary } from './soak-kind.ts';
import type { SoakWorker } from './soak-worker.ts';

export interface SoakOptions {
  database: SoakWorker['database'];
  /** Number of concurrent processes; one with the embedded engine. */
  workers: number;
  /** Number of processes killed with SIGKILL, at random times. */
  kills: number;
  /** Average time between two kills. */
  killAfterMs?: number;
  /** Of all random choices. */
  seed?: number;
  log?: (line: string) => void;
}

export interface SoakResult extends Omit<SoakSummary, 'messageIds'> {
  kills: number;
  seconds: number;
  mails: number;
  /** Mails that never arrived. */
  missing: number;
  /** Mails that arrived again with the same Message-ID, because a worker died before it marked them as sent. */
  repeated: number;
  /** Pairs of run and recipient with more than one Message-ID, or with one that is not in the outbox. */
  secondIds: number;
}

const script = fileURLToPath(new URL('./soak-worker.ts', import.meta.url));
const speed = 60;

export const readHeader = (source: string, name: string) =>
  new RegExp(`^${name}:\\s*(.+?)\\r?$`, 'im').exec(source)?.[1] ?? '';

/** Starts a process with a worker, which prints a line once it has started. */
export const startWorker = async (
  file: string,
  options: object,
): Promise<{ child: ChildProcess; lines: AsyncIterator<string> }> => {
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { done } = await lines.next();
  if (done) throw new Error('A worker exited before it started.');
  return { child, lines };
};

export const kill = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

const checkMails = (received: readonly { source: string }[], { messageIds }: SoakSummary) => {
  const arrivals = new Map<string, number>();
  const idsBySubject = new Map<string, Set<string>>();
  for (const { source } of received) {
    const id = readHeader(source, 'Message-ID');
    const subject = readHeader(source, 'Subject');
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    idsBySubject.set(subject, (idsBySubject.get(subject) ?? new Set()).add(id));
  }
  const known = new Set(messageIds);
  return {
    mails: messageIds.length,
    missing: messageIds.filter((id) => !arrivals.has(id)).length,
    repeated: [...arrivals.values()].filter((count) => count > 1).length,
    secondIds: [...idsBySubject.values()].filter(
      (ids) => ids.size > 1 || ![...ids].every((id) => known.has(id)),
    ).length,
  };
};

/**
 * Starts workers with schedules, runs and mails, kills and replaces one after another at random times, and then lets
 * the last one finish the remaining work. The clock runs 60 times as fast, so that leases and pauses end in time.
 */
export const runSoak = async ({
  database,
  workers,
  kills,
  killAfterMs = 500,
  seed = testSeed,
  log = () => {},
}: SoakOptions): Promise<SoakResult> => {
  const startedAt = Date.now();
  const random = seededRandom(seed);
  log(`seed ${seed}`);
  const server = await startMailServer(
    () => undefined,
    () => random() * 20,
  );
  const options = { database, smtpUrl: server.url, origin: startedAt, speed };
  const start = async () =>
    (await startWorker(script, { ...options, drain: false, seed: random() * 2 ** 31 })).child;
  const children: ChildProcess[] = [];
  try {
    for (let index = 0; index < workers; index += 1) children.push(await start());
    for (let count = 1; count <= kills; count += 1) {
      await delay(killAfterMs * (0.2 + 1.8 * random()));
      const place = Math.floor(random() * children.length);
      await kill(children[place]!, 'SIGKILL');
      children[place] = await start();
      if (count % 10 === 0)
        log(`${count} of ${kills} workers killed, ${server.received.length} mails arrived`);
    }
    await Promise.all(children.map((child) => kill(child, 'SIGTERM')));
    const { child, lines } = await startWorker(script, { ...options, drain: true, seed });
    children.push(child);
    const { value } = (await lines.next()) as { value: string };
    const { messageIds, ...summary } = JSON.parse(value) as SoakSummary;
    const mails = checkMails(server.received, { messageIds, ...summary });
    return { ...summary, ...mails, kills, seconds: Math.round((Date.now() - startedAt) / 1000) };
  } finally {
    await Promise.all(children.map((child) => kill(child, 'SIGKILL')));
    await server.stop();
  }
};

/** Works with a new database on the PostgreSQL server, which processes can open and die with. */
export const withServerDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const name = `readerlens_soak_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const onServer = (statement: string) => withClient(serverUrl, (client) => client.query(statement));
  await onServer(`CREATE DATABASE ${name}`);
  try {
    return await work(databaseUrl(name));
  } finally {
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
};

/** Runs the soak test on a PostgreSQL server, in a new database. */
export const soakServer = (options: Omit<SoakOptions, 'database'>): Promise<SoakResult> =>
  withServerDatabase((url) => runSoak({ ...options, database: { url } }));

/** Runs the soak test on the embedded engine, with one process at a time. */
export const soakEmbedded = async (
  options: Omit<SoakOptions, 'database' | 'workers'>,
): Promise<SoakResult> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'readerlens-soak-'));
  try {
    // A single process needs more time to make progress before it is killed.
    return await runSoak({ killAfterMs: 1500, ...options, workers: 1, database: { dataDir } });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** The counts that must be zero. */
export const countFaults = ({
  runs,
  doubled,
  withoutEffects,
  unsent,
  missing,
  secondIds,
  mails,
}: SoakResult) => ({
  doubled,
  withoutEffects,
  unsent,
  missing,
  secondIds,
  // Two of each run.
  extraMails: Math.abs(mails - 2 * (runs['soak done'] ?? 0)),
  failed: Object.entries(runs).reduce(
    (sum, [name, count]) => (name.endsWith(' done') ? sum : sum + count),
    0,
  ),
});
