import { databaseError, sqlState } from './database-error.ts';
import type { WorkerStart } from './pglite-protocol.ts';
import { startPglite } from './pglite-session.ts';
import type { PgliteSession } from './pglite-session.ts';
import type { SqlClient, SqlPool, SqlResult } from './sql-pool.ts';
import { toText } from './values.ts';

export interface PglitePoolOptions extends WorkerStart {
  statementTimeoutMs: number;
  /** How long a caller waits for the session while others hold it. */
  connectTimeoutMs: number;
  /** Opens the session; a thread of its own unless given. */
  startSession?: typeof startPglite | undefined;
}

const localTimeout = /^\s*set\s+local\s+statement_timeout\s*=\s*(\d+)\s*;?\s*$/i;
const rollsBack = /^\s*rollback\s*;?\s*$/i;
const endsTransaction = new Set(['COMMIT', 'ROLLBACK']);

const clientOf = (session: PgliteSession, defaultLimitMs: number, release: () => void): SqlClient => {
  let limitMs = defaultLimitMs;
  return {
    async query(sql, parameters = []) {
      // An ended session has rolled back already; failing here would hide why it ended.
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
      // The session may be inside a transaction that could not be rolled back; a new one begins clean.
      if (destroy) void session.terminate();
      release();
    },
  };
};

/** Lets one holder in at a time, in the order of arrival. */
const turnstile = (limitMs: number) => {
  const queue: (() => void)[] = [];
  let held = false;
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else held = false;
  };
  const enter = () =>
    new Promise<void>((resolve, reject) => {
      if (!held) {
        held = true;
        resolve();
        return;
      }
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(admit), 1);
        reject(databaseError('the database is busy', { code: sqlState.tooManyConnections }));
      }, limitMs);
      queue.push(admit);
    });
  return { enter, leave };
};

const once = (work: () => void) => {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
};

/**
 * PGlite has one session, so holders take turns. A statement beyond its time limit ends the session's thread, as
 * does a transaction that cannot be rolled back; the next holder gets a new session on the same data. A database
 * in memory starts again from its dump then.
 */
export const pglitePool = async (
  options: PglitePoolOptions,
): Promise<SqlPool & { dump(): Promise<Uint8Array> }> => {
  const { dataDir, dumpFile, statementTimeoutMs, startSession = startPglite } = options;
  const turn = turnstile(options.connectTimeoutMs);
  const start: WorkerStart = { ...(dataDir ? { dataDir } : {}), ...(dumpFile ? { dumpFile } : {}) };
  const restart: WorkerStart = dataDir ? { dataDir } : dumpFile ? { dumpFile } : {};
  let session = await startSession(start);
  let closed = false;

  const take = async (): Promise<PgliteSession> => {
    await turn.enter();
    try {
      if (closed) throw databaseError('the database is closed', { code: sqlState.adminShutdown });
      if (session.ended) {
        await session.stopped;
        session = await startSession(restart);
      }
      return session;
    } catch (error) {
      turn.leave();
      throw error;
    }
  };
  return {
    connect: async () => clientOf(await take(), statementTimeoutMs, once(turn.leave)),
    async end() {
      // A session that is not released in time is terminated, as in a crash; committed data stays.
      const hasTurn = await turn.enter().then(
        () => true,
        () => false,
      );
      closed = true;
      if (hasTurn && !session.ended) await session.request({ op: 'close' });
      await session.terminate();
      turn.leave();
    },
    async dump() {
      const held = await take();
      try {
        return (await held.request({ op: 'dump' })) as Uint8Array;
      } finally {
        turn.leave();
      }
    },
  };
};
