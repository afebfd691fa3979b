import { databaseError, sqlState } from './database-error.ts';
import type { WorkerStart } from './pglite-protocol.ts';
import { startPglite } from './pglite-session.ts';
import type { PgliteSession } from './pglite-session.ts';
import type { SqlClient, SqlPool, SqlResult } from './sql-pool.ts';
import { createTurns } from './turns.ts';
import type { TurnLimits } from './turns.ts';
import { toText } from './values.ts';

export interface PglitePoolOptions extends WorkerStart, TurnLimits {
  statementTimeoutMs: number;
  onWait?: ((seconds: number) => void) | undefined;
  /** How long a caller waits for the session while others use it. */
  connectTimeoutMs: number;
  /** Opens the session; by default in a new thread. */
  startSession?: typeof startPglite | undefined;
}

const setTimeLimit = /^\s*set\s+(?:local\s+)?statement_timeout\s*=\s*(\d+)\s*(?:;\s*)?$/i;
const rollsBack = /^\s*rollback\s*(?:;\s*)?$/i;
const endsTransaction = new Set(['COMMIT', 'ROLLBACK']);

const createClient = (session: PgliteSession, defaultLimitMs: number, release: () => void): SqlClient => {
  let limitMs = defaultLimitMs;
  return {
    async query(sql, parameters = []) {
      // An ended session was rolled back; an error here would hide why it ended.
      if (session.ended && rollsBack.test(sql)) return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      const limit = setTimeLimit.exec(sql);
      if (limit) limitMs = Number(limit[1]);
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
    copyTo: async (query, format = 'text') => [
      (await session.request({ op: 'copyTo', query, format }, limitMs)) as Uint8Array,
    ],
    copyChunks(query) {
      let chunks: Promise<readonly Uint8Array[]> | undefined = this.copyTo(query);
      chunks.catch(() => undefined);
      return {
        async next() {
          const whole = await chunks;
          chunks = undefined;
          return whole?.[0];
        },
      };
    },
    release(destroy) {
      // The session may be in a transaction that could not be rolled back; replace it.
      if (destroy) void session.terminate().finally(release);
      else release();
    },
  };
};

/**
 * PGlite has a single session, which users take in turns. When a statement exceeds its timeout, or a transaction
 * cannot be rolled back, the thread of the session is terminated, and a new session opens the same
 * data. A database in memory is then recreated from its dump.
 */
export const pglitePool = async (
  options: PglitePoolOptions,
): Promise<SqlPool & { dump(): Promise<Uint8Array> }> => {
  const { dataDir, dumpFile, statementTimeoutMs, startSession = startPglite } = options;
  const turns = createTurns({ ...options, sessions: 1, waitMs: options.connectTimeoutMs });
  const start: WorkerStart = { ...(dataDir ? { dataDir } : {}), ...(dumpFile ? { dumpFile } : {}) };
  const restart: WorkerStart = dataDir ? { dataDir } : dumpFile ? { dumpFile } : {};
  let session = await startSession(start);
  let closed = false;

  const replaceSession = async () => {
    await session.stopped;
    session = await startSession(restart);
  };
  /** Ends a turn once the next caller has a session. If there is none, that caller tries again. */
  const afterUse = (endTurn: () => void) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (session.ended && !closed) void replaceSession().then(endTurn, endTurn);
      else endTurn();
    };
  };
  const acquire = async (): Promise<{ session: PgliteSession; endTurn: () => void }> => {
    const endTurn = await turns.take();
    try {
      if (closed) throw databaseError('the database is closed', { code: sqlState.adminShutdown });
      if (session.ended) await replaceSession();
      return { session, endTurn: afterUse(endTurn) };
    } catch (error) {
      endTurn();
      throw error;
    }
  };
  const inSession = async <T>(work: (acquired: PgliteSession) => Promise<T>): Promise<T> => {
    const acquired = await acquire();
    return work(acquired.session).finally(acquired.endTurn);
  };
  return {
    async connect() {
      const acquired = await acquire();
      return createClient(acquired.session, statementTimeoutMs, acquired.endTurn);
    },
    async ping() {
      // A thread that computes cannot answer, but it either finishes, or is replaced after the timeout.
      if (turns.busy) return;
      await inSession((acquired) =>
        acquired.request({ op: 'query', sql: 'SELECT 1', parameters: [] }, statementTimeoutMs),
      );
    },
    async end() {
      // A session that is not released in time is terminated, as in a crash; committed data is kept.
      const endTurn = await turns.take().catch(() => undefined);
      closed = true;
      if (endTurn && !session.ended) await session.request({ op: 'close' });
      await session.terminate();
      endTurn?.();
    },
    dump: () => inSession(async (acquired) => (await acquired.request({ op: 'dump' })) as Uint8Array),
  };
};
