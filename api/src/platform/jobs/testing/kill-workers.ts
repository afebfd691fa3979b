/* oxlint-disable timeless-tests/no-sleep, timeless-tests/no-measured-time -- Only the soak kills at random times. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../db/index.ts';
import type { Database } from '../../db/index.ts';
import { startMailServer } from '../../mail/testing/mail-server.ts';
import { seededRandom, testSeed } from '@readerlens/filters/testing';
import type { KilledWorker } from './killed-worker.ts';
import { readHeader, kill, startWorker, withServerDatabase } from './soak.ts';

export interface KillPlan<Result> {
  /** A program that calls `workUntilKilled`. */
  readonly script: string;
  /** A program that serves the API and uses it, beside the workers on a server. It is killed as often as each of them. */
  readonly apiScript?: string;
  /** What the clock of the workers shows first. */
  readonly start: string;
  /** Adds what is due, to an empty database. */
  readonly prepare: (db: Database) => Promise<unknown>;
  /** Called when no run is left. */
  readonly check: (db: Database, arrived: ArrivedMails) => Promise<Result>;
}

/** What the mail server has received, more than once if a worker died before it stored that a mail was sent. */
export interface ArrivedMails {
  /** Of these Message-IDs, those that never arrived. */
  readonly findMissing: (messageIds: readonly string[]) => string[];
  /** The Message-IDs that arrived besides these. */
  readonly besides: (messageIds: readonly string[]) => string[];
}

/** Kills at random times, on a clock that runs 60 times as fast. */
export interface RandomKills {
  /** Number of processes killed with SIGKILL. */
  readonly kills: number;
  /** Of all random choices. */
  readonly seed?: number;
}

type Timed<Result> = Result & { readonly seconds: number };

const readArrivedMails = (received: readonly { source: string }[]): ArrivedMails => {
  const arrived = new Set(received.map(({ source }) => readHeader(source, 'Message-ID')));
  return {
    findMissing: (ids) => ids.filter((id) => !arrived.has(id)),
    besides: (ids) => {
      const known = new Set(ids);
      return [...arrived].filter((id) => !known.has(id));
    },
  };
};

/** A mail server and a database with what is due, closed and checked after the work. */
export const withWorld = async <Result>(
  plan: KillPlan<Result>,
  database: KilledWorker['database'],
  { acceptAfter }: { readonly acceptAfter: () => number },
  work: (world: Pick<KilledWorker, 'database' | 'smtpUrl' | 'start'>) => Promise<void>,
): Promise<Result> => {
  const server = await startMailServer(() => undefined, acceptAfter);
  // Only one process can open the embedded engine.
  const withDatabase = async <T>(use: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(database);
    try {
      return await use(db);
    } finally {
      await db.close();
    }
  };
  try {
    await withDatabase(plan.prepare);
    await work({ database, smtpUrl: server.url, start: plan.start });
    return await withDatabase((db) => plan.check(db, readArrivedMails(server.received)));
  } finally {
    await server.stop();
  }
};

/** Works with a new data directory for the embedded engine. */
export const withDataDirectory = async <T>(work: (dataDir: string) => Promise<T>): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'readerlens-soak-'));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

interface Processes extends Required<RandomKills> {
  /** The programs that run at the same time; the first one is of a worker. */
  readonly scripts: readonly string[];
  readonly killAfterMs: number;
}

/** Kills and replaces processes at random times, and then waits until there is nothing left to do. */
const runAndKill = async (
  world: Pick<KilledWorker, 'database' | 'smtpUrl' | 'start'>,
  { scripts, kills, killAfterMs }: Processes,
  random: () => number,
): Promise<void> => {
  const fast = { origin: Date.now(), speed: 60 };
  const startOne = (place: number) =>
    startWorker(scripts[place]!, { ...world, fast, seed: random() * 2 ** 31 } satisfies KilledWorker);
  const children: ChildProcess[] = [];
  try {
    for (const place of scripts.keys()) children.push((await startOne(place)).child);
    for (let count = 0; count < kills; count += 1) {
      await delay(killAfterMs * (0.3 + 0.7 * random()));
      const place = count % scripts.length;
      if (children[place]?.exitCode !== null) throw new Error('A process ended before it was killed.');
      await kill(children[place], 'SIGKILL');
      children[place] = (await startOne(place)).child;
    }
    // The last worker says when it is done.
    await kill(children[0]!, 'SIGKILL');
    const last = await startOne(0);
    children[0] = last.child;
    await last.lines.next();
  } finally {
    await Promise.all(children.map((child) => kill(child, 'SIGKILL')));
  }
};

const killWorkers = async <Result>(
  plan: KillPlan<Result>,
  database: KilledWorker['database'],
  processes: Processes,
): Promise<Timed<Result>> => {
  const startedAt = Date.now();
  const random = seededRandom(processes.seed);
  const result = await withWorld(plan, database, { acceptAfter: () => random() * 20 }, (world) =>
    runAndKill(world, processes, random),
  );
  return { ...result, seconds: Math.round((Date.now() - startedAt) / 1000) };
};

/** With two workers, and the API if it has a program, on a PostgreSQL server, in a new database. */
export const killWorkersOnServer = <Result>(
  plan: KillPlan<Result>,
  { kills, seed = testSeed }: RandomKills,
): Promise<Timed<Result>> => {
  const { script, apiScript } = plan;
  const scripts = [script, script, ...(apiScript === undefined ? [] : [apiScript])];
  return withServerDatabase((url) => killWorkers(plan, { url }, { kills, seed, scripts, killAfterMs: 1000 }));
};

/** With one process on the embedded engine. */
export const killWorkersEmbedded = <Result>(
  plan: KillPlan<Result>,
  { kills, seed = testSeed }: RandomKills,
): Promise<Timed<Result>> =>
  // A single process needs more time to make progress before it is killed.
  withDataDirectory((dataDir) =>
    killWorkers(plan, { dataDir }, { kills, seed, scripts: [plan.script], killAfterMs: 3000 }),
  );
