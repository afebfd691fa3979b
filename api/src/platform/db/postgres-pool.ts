import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyStream } from 'pg-copy-streams';
import type { SqlClient, SqlPool } from './sql-pool.ts';
import { parserOf, toText } from './values.ts';

export interface PostgresPoolOptions {
  url: string;
  size: number;
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  /** Hears of connections that break while nobody uses them. */
  onIdleError: (error: Error) => void;
}

const clientOf = (client: pg.PoolClient): SqlClient => ({
  async query(sql, parameters = []) {
    const { command, rowCount, rows } = await client.query(sql, parameters.map(toText));
    return { command, rowCount: rowCount ?? 0, rows };
  },
  async exec(script) {
    await client.query(script);
  },
  async copyFrom(target, chunks) {
    const stream = client.query(copyStream(`COPY ${target} FROM STDIN`));
    await pipeline(Readable.from(chunks), stream);
    return stream.rowCount;
  },
  release: (destroy) => client.release(destroy),
});

/** Sessions of a PostgreSQL server, in UTC, each statement limited in time by the server. */
export const postgresPool = (options: PostgresPoolOptions): SqlPool => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: options.connectTimeoutMs,
    application_name: 'readerlens',
    // Compiling a dashboard's short statements costs more than it saves.
    options: '-c timezone=UTC -c jit=off',
    types: { getTypeParser: ((oid: number) => parserOf(oid)) as typeof pg.types.getTypeParser },
  });
  pool.on('error', options.onIdleError);
  return {
    connect: async () => clientOf(await pool.connect()),
    end: () => pool.end(),
  };
};
