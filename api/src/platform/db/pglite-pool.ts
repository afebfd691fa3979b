import { databaseError, sqlState } from './database-error.ts';
import type { WorkerStart } from './pglite-protocol.ts';
import { startPglite } from './pglite-session.ts';
import type { PgliteSession } from './pglite-session.ts';
import type { SqlClient, SqlPool, SqlResult } from './sql-pool.ts';
import { toText } from './values.ts';

export interface PglitePoolOptions extends WorkerStart {
  statementTimeoutMs: number;
  /** How long a caller waits for the session while others use it. */
  connectTimeoutMs: number;
  /** Opens the session; by default in a new thread. */
  startSession?: typeof startPglite | undefined;
}

const localTimeout = /^\s*set\s+local\s+statement_timeout\s*=\s*(\d+)\s*;?\s*$/i;
const rollsBack = /^\s*rollback\s*;?\s*$/i;
const endsTransaction = new Set(['COMMIT', 'ROLLBACK']);

const clientOf = (session: PgliteSession, defaultLimitMs: number, release: () => void): SqlClient => {
  let limitMs = defaultLimitMs;
  return {
    async query(sql, parameters = []) {
      // An ended session was rolled back; an error here would hide why it ended.
      if (session.ended && rollsBack.test(sql)) return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      const local = localTimeout.exec(sql);
      if (local) limitMs = Number(local[1]);
      const result = await session.request({ op: 'query', sql, parameters: parameters.map(toText) }, limitMs);
      if (endsTransaction.has((result as SqlResult).command)) limitMs = defaultLimitMs;
      return result as SqlResult;
    },
    async exec(script) {
      await session.request({ op: 'exec', script }, limitMs);
    },
    async copyFrom(target, chunks) {
      let count = 0;
      for await (const chunk of chunks) {
        count += (await session.request({ op: 'copy', target, chunk }, limitMs)) as number;
      }
      return count;
    },
    copyTo: async (query) =>
      (await session.request({ op: 'copyTo', query }, limitMs)) as Uint8Array<ArrayBuffer>,
    release(destroy) {
      // The session may be in a transaction that could not be rolled back; replace it.
      if (destroy) void session.terminate();
      release();
    },
  };
};

/** A lock with one holder at a time, first come, first served. */
const createLock = (limitMs: number) => {
  const queue: (() => void)[] = [];
  let held = false;
  const unlock = () => {
    const next = queue.shift();
    if (next) next();
    else held = false;
  };
  const lock = () =>
    new Promise<void>((resolve, reject) => {
      if (!held) {
        held = true;
        resolve();
        return;
      }
      const grant = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(grant), 1);
        reject(databaseError('the database is busy', { code: sqlState.tooManyConnections }));
      }, limitMs);
      queue.push(grant);
    });
  return { lock, unlock };
};

const once = (work: () => void) => {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
};

/**
 * PGlite has a single session, which callers take in turns. When a statement exceeds its timeout, or a transaction
 * cannot be rolled back, the thread of the session is terminated, and the next caller gets a new session on the same
 * data. A database in memory is then recreated from its dump.
 */
export const pglitePool = async (
  options: PglitePoolOptions,
): Promise<SqlPool & { dump(): Promise<Uint8Array> }> => {
  const { dataDir, dumpFile, statementTimeoutMs, startSession = startPglite } = options;
  const { lock, unlock } = createLock(options.connectTimeoutMs);
  const start: WorkerStart = { ...(dataDir ? { dataDir } : {}), ...(dumpFile ? { dumpFile } : {}) };
  const restart: WorkerStart = dataDir ? { dataDir } : dumpFile ? { dumpFile } : {};
  let session = await startSession(start);
  let closed = false;

  const acquire = async (): Promise<PgliteSession> => {
    await lock();
    try {
      if (closed) throw databaseError('the database is closed', { code: sqlState.adminShutdown });
      if (session.ended) {
        await session.stopped;
        session = await startSession(restart);
      }
      return session;
    } catch (error) {
      unlock();
      throw error;
    }
  };
  return {
    connect: async () => clientOf(await acquire(), statementTimeoutMs, once(unlock)),
    async end() {
      // A session that is not released in time is terminated, as in a crash; committed data is kept.
      const isLocked = await lock().then(
        () => true,
        () => false,
      );
      closed = true;
      if (isLocked && !session.ended) await session.request({ op: 'close' });
      await session.terminate();
      unlock();
    },
    async dump() {
      const acquired = await acquire();
      try {
        return (await acquired.request({ op: 'dump' })) as Uint8Array;
      } finally {
        unlock();
      }
    },
  };
};
