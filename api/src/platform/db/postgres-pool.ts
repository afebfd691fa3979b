import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { from as copyInto, to as copyOutOf } from 'pg-copy-streams';
import { fullServerPauseMs, readinessDeadlineMs } from '../../deadlines.ts';
import { answersInTime } from './answers-in-time.ts';
import { DatabaseError, databaseError, sqlState } from './database-error.ts';
import { readChunks } from './read-chunks.ts';
import type { SqlClient, SqlPool } from './sql-pool.ts';
import { createTurns } from './turns.ts';
import type { TurnLimits } from './turns.ts';
import { findParser, toText } from './values.ts';

export interface PostgresPoolOptions extends TurnLimits {
  url: string;
  size: number;
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  /** How long the server may take to answer when nobody has got a session; overridden by tests. */
  answerDeadlineMs?: number | undefined;
  onWait?: ((seconds: number) => void) | undefined;
  /** Called when the server has no connection left, each time that a statement begins to wait for one. */
  onServerFull?: (() => void) | undefined;
  /** Called when an idle connection breaks. */
  onIdleError: (error: Error) => void;
}

const createClient = (client: pg.PoolClient, afterRelease: () => void): SqlClient => ({
  async query(sql, parameters = []) {
    const { command, rowCount, rows } = await client.query(sql, parameters.map(toText));
    return { command, rowCount: rowCount ?? 0, rows };
  },
  async exec(script) {
    await client.query(script);
  },
  async copyFrom(target, chunks) {
    const stream = client.query(copyInto(`COPY ${target} FROM STDIN`));
    await pipeline(Readable.from(chunks), stream);
    return stream.rowCount;
  },
  copyTo: (query, format = 'text') =>
    client.query(copyOutOf(`COPY (${query}) TO STDOUT (FORMAT ${format})`)).toArray(),
  copyChunks: (query) => readChunks(client.query(copyOutOf(`COPY (${query}) TO STDOUT`))),
  release(destroy) {
    client.release(destroy);
    afterRelease();
  },
});

const isServerFull = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === sqlState.tooManyConnections;

/** Other processes use the server, too: one of them may give a connection back before the wait limit. */
const connectOnceFree = async (
  pool: pg.Pool,
  { connectTimeoutMs, onServerFull }: PostgresPoolOptions,
): Promise<pg.PoolClient> => {
  const end = performance.now() + connectTimeoutMs;
  for (let attempt = 0; ; attempt += 1)
    try {
      return await pool.connect();
    } catch (error) {
      if (!isServerFull(error) || performance.now() >= end) throw error;
      if (attempt === 0) onServerFull?.();
      await setTimeout(fullServerPauseMs);
    }
};

/**
 * Ends the connection of a session once the server has twice in a row answered nobody. The server cannot enforce the
 * statement timeout while it hangs, and a statement without one may take any time while it answers others.
 */
const endWhenSilent = (client: pg.PoolClient, answers: () => Promise<boolean>, everyMs: number) => {
  let silent = 0;
  const timer = setInterval(async () => {
    silent = (await answers()) ? 0 : silent + 1;
    if (silent === 2) await client.end();
  }, everyMs).unref();
  return () => clearInterval(timer);
};

/** Sessions on a PostgreSQL server, in UTC. The server enforces the statement timeout. */
export const postgresPool = (options: PostgresPoolOptions): SqlPool => {
  const settings: pg.PoolConfig = {
    connectionString: options.url,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: options.connectTimeoutMs,
    application_name: 'readerlens',
    // JIT compilation costs more than it saves for the short statements of dashboards. Users share sessions, and a session that
    // uses several cores makes those of others slower without anybody waiting: none has parallel workers.
    options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0',
    types: { getTypeParser: ((oid: number) => findParser(oid)) as typeof pg.types.getTypeParser },
  };
  const open = (own: Pick<pg.PoolConfig, 'max' | 'query_timeout'>) => {
    const pool = new pg.Pool({ ...settings, ...own });
    pool.on('error', options.onIdleError);
    // The next statement on a broken connection fails; an unhandled error event would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  const pool = open({ max: options.size });
  // A question without an answer ends its connection: the next one must not wait behind it.
  const pings = open({ max: 1, query_timeout: options.answerDeadlineMs ?? readinessDeadlineMs });
  const turns = createTurns({ ...options, sessions: options.size, waitMs: options.connectTimeoutMs });
  const ping = async () => {
    await pings.query('SELECT 1');
  };
  /** That no connection is left is an answer, too: a server that is full does not hang. */
  const pingOrFull = () =>
    ping().catch((error: unknown) => {
      if (!isServerFull(error)) throw error;
    });
  /** One question for all who wait, and for all sessions. */
  let asking: Promise<boolean> | undefined;
  const answers = () =>
    (asking ??= answersInTime({ ping: pingOrFull }, options.answerDeadlineMs).finally(() => {
      asking = undefined;
    }));
  /** A server that hangs keeps all sessions, as if there was too much to do. */
  const takeTurn = async () => {
    try {
      return await turns.take();
    } catch (error) {
      if (await answers()) throw error;
      throw databaseError('the database does not answer', { code: sqlState.connectionFailure });
    }
  };
  return {
    async connect() {
      const endTurn = await takeTurn();
      try {
        const client = await connectOnceFree(pool, options);
        const endWatch = endWhenSilent(client, answers, options.connectTimeoutMs / 2);
        return createClient(client, () => {
          endWatch();
          endTurn();
        });
      } catch (error) {
        endTurn();
        throw error;
      }
    },
    ping,
    async end() {
      await Promise.all([pool.end(), pings.end()]);
    },
  };
};
