import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Compilable, PostgresPool, Transaction } from 'kysely';
import { connectDeadlineMs, statementDeadlineMs } from '../../deadlines.ts';
import { grantToApp, readRole } from './app-role.ts';
import { beginAsTold } from './first-transaction.ts';
import { copiedColumns, copyTarget, copyText, joinChunks, withoutParameters } from './copy-rows.ts';
import type { Rows } from './copy-rows.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { migrate } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { pglitePool } from './pglite-pool.ts';
import type { PglitePoolOptions } from './pglite-pool.ts';
import { postgresPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import type { CopyChunks, CopyFormat, SqlClient, SqlPool } from './sql-pool.ts';
import type { TurnLimits } from './turns.ts';
import { templateDump } from './template-dump.ts';

export type Engine = 'pglite' | 'postgres';

export interface DatabaseConfig {
  /** A PostgreSQL server, 15 or newer. */
  url?: string | undefined;
  /**
   * The same server as the owner of the tables: migrates, and gives the user of `url` what the product needs. By default,
   * the user of `url` owns the tables.
   */
  ownerUrl?: string | undefined;
  /** Folder of the embedded database if there is no `url`; without either, the database is in memory. */
  dataDir?: string | undefined;
  /** Timeout of one statement; default: 30 s. */
  statementTimeoutMs?: number | undefined;
  /** How long a caller waits for a session; default: 30 s. */
  connectTimeoutMs?: number | undefined;
  /** How long a PostgreSQL server may take to answer when nobody has got a session; overridden by tests. */
  answerDeadlineMs?: number | undefined;
  /** Connections to a PostgreSQL server; default: 10. */
  poolSize?: number | undefined;
  /** Limits of one user; overridden by tests. */
  turnLimits?: TurnLimits | undefined;
  /** Called with the seconds that each statement has waited for a session. */
  onWait?: ((seconds: number) => void) | undefined;
  /** Called when the server has no connection left, each time that a statement begins to wait for one. */
  onServerFull?: (() => void) | undefined;
  /** The migrations to apply; by default those of this version. Null opens the database as it is. */
  migrations?: readonly Migration[] | null | undefined;
  /** Whether nobody else uses the database, so that what migrations leave to do is done before it opens. */
  isAlone?: boolean | undefined;
  /** Called with the name of each migration that this opening has applied, and the seconds that it took. */
  onMigrated?: ((migration: string, seconds: number) => void) | undefined;
  /** Called with the name of a migration that has waited for a table in vain and will be tried again. */
  onMigrationWaits?: ((migration: string) => void) | undefined;
  /** Called when an idle connection breaks. */
  onIdleError?: ((error: Error) => void) | undefined;
  /** Opens the session of the embedded database; overridden by tests to share one. */
  startSession?: PglitePoolOptions['startSession'];
}

export interface Database {
  readonly engine: Engine;
  readonly kysely: Kysely<Schema>;
  /**
   * Runs work in a transaction. `timeoutMs` replaces the timeout of each statement; 0 means none. On the embedded
   * engine, all other statements wait until it ends, so use `trx` for the whole work.
   */
  transaction<T>(
    work: (trx: Transaction<Schema>) => Promise<T>,
    options?: { timeoutMs?: number },
  ): Promise<T>;
  /** Writes many rows, all or none, in the given transaction or in a new one. Returns their number. */
  copyIn(
    table: keyof Schema,
    columns: readonly string[],
    rows: Rows,
    trx?: Transaction<Schema>,
  ): Promise<number>;
  /**
   * Reads rows as bytes outside of the JavaScript heap: lines in COPY text format. Its parameters are
   * written into its text.
   */
  copyOut(query: Compilable, session?: Kysely<Schema>): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Starts to read rows likewise, in pieces that arrive as they are taken. Until the last one is taken, other statements of the session wait. The embedded engine reads all rows at once.
   */
  copyChunks(query: Compilable, session: Kysely<Schema>): Promise<CopyChunks>;
  /**
   * Reads the columns of a query as the server sends them in binary: the values of all rows end to end, or null if no row has one. Its
   * parameters are written into its text. `onStart` is called when the statement has its session, before it sees any data.
   */
  readColumns(query: CompiledQuery, onStart?: () => void): Promise<(Uint8Array<ArrayBuffer> | null)[]>;
  /** A session without Kysely, for scripts and for several statements on one connection. */
  session(): Promise<SqlClient>;
  /**
   * Runs work as the owner of the tables, for as long as it takes: on a connection that others do not wait for, and which breaks
   * when the signal aborts. The embedded engine has one session and does not break it.
   */
  asOwner<T>(work: (client: SqlClient) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Rejects if the database does not respond. Running and waiting statements do not delay it. */
  ping(): Promise<void>;
  /** Closes all sessions and unlocks the embedded data directory. */
  close(): Promise<void>;
}

/** Passed through Kysely as a parameter, so that the copy runs in the session of its transaction. */
class CopyRequest {
  readonly target: string;
  readonly rows: Rows;

  constructor(target: string, rows: Rows) {
    this.target = target;
    this.rows = rows;
  }
}

/** Likewise for `copyOut` and `readColumns`; the statement is the query to copy. */
class CopyOutRequest {
  readonly format: CopyFormat;
  readonly onStart: () => void;

  constructor(format: CopyFormat, onStart: () => void = () => {}) {
    this.format = format;
    this.onStart = onStart;
  }
}

/** Likewise for `copyChunks`. */
const copyChunksRequest = Symbol('copy in chunks');

const kyselyClient = (client: SqlClient) => ({
  release: (destroy?: boolean) => client.release(destroy),
  async query(sql: string, parameters: readonly unknown[]) {
    const [first] = parameters;
    if (first instanceof CopyOutRequest) {
      first.onStart();
      return { command: 'COPY', rowCount: 1, rows: [{ chunks: await client.copyTo(sql, first.format) }] };
    }
    if (first === copyChunksRequest)
      return { command: 'COPY', rowCount: 1, rows: [{ chunks: client.copyChunks(sql) }] };
    if (!(first instanceof CopyRequest)) return client.query(sql, parameters);
    const rowCount = await client.copyFrom(first.target, copyText(first.rows));
    return { command: 'INSERT', rowCount, rows: [] };
  },
});

const createKysely = (pool: SqlPool): Kysely<Schema> => {
  const adapter = {
    options: {},
    connect: async () => kyselyClient(await pool.connect()),
    end: () => pool.end(),
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: adapter as unknown as PostgresPool }) });
};

const copyOut = async (
  session: Kysely<Schema>,
  query: CompiledQuery,
  request: CopyOutRequest,
): Promise<readonly Uint8Array[]> => {
  const copy = CompiledQuery.raw(withoutParameters(query), [request]);
  const { rows } = await session.getExecutor().executeQuery<{ chunks: readonly Uint8Array[] }>(copy);
  return rows[0]?.chunks ?? [];
};

const createDatabase = (
  engine: Engine,
  pool: SqlPool,
  asOwner: Database['asOwner'],
  afterClose: () => void = () => undefined,
): Database => {
  const kysely = createKysely(pool);
  const transaction: Database['transaction'] = (work, { timeoutMs } = {}) =>
    beginAsTold((begin) =>
      kysely.transaction().execute(async (trx) => {
        if (timeoutMs !== undefined) {
          await trx.executeQuery(CompiledQuery.raw(`SET LOCAL statement_timeout = ${Math.trunc(timeoutMs)}`));
        }
        await begin(trx);
        return work(trx);
      }),
    );
  let closing: Promise<void> | undefined;
  return {
    engine,
    kysely,
    transaction,
    async copyIn(table, columns, rows, trx) {
      const request = new CopyRequest(copyTarget(table, columns), rows);
      const run = async (session: Transaction<Schema>) =>
        Number((await session.executeQuery(CompiledQuery.raw('COPY', [request]))).numAffectedRows);
      return trx ? run(trx) : transaction(run, { timeoutMs: 0 });
    },
    copyOut: async (query, session = kysely) =>
      joinChunks(await copyOut(session, query.compile(), new CopyOutRequest('text'))),
    async copyChunks(query, session) {
      const copy = CompiledQuery.raw(withoutParameters(query.compile()), [copyChunksRequest]);
      const { rows } = await session.getExecutor().executeQuery<{ chunks: CopyChunks }>(copy);
      return rows[0]!.chunks;
    },
    async readColumns(query, onStart) {
      return copiedColumns(await copyOut(this.kysely, query, new CopyOutRequest('binary', onStart)));
    },
    session: () => pool.connect(),
    asOwner,
    ping: () => pool.ping(),
    // Not Kysely's destroy: it leaves a pool alone that it has not used yet.
    close: () => (closing ??= pool.end().finally(afterClose)),
  };
};

/** Two dashboards and the page around them fit four times into the line. */
const turnLimits: TurnLimits = { sessionsPerUser: 4, waitingPerUser: 100 };

const createPool = (url: string, config: DatabaseConfig): SqlPool =>
  postgresPool({
    url,
    size: config.poolSize ?? 10,
    ...(config.turnLimits ?? turnLimits),
    statementTimeoutMs: config.statementTimeoutMs ?? statementDeadlineMs,
    connectTimeoutMs: config.connectTimeoutMs ?? connectDeadlineMs,
    answerDeadlineMs: config.answerDeadlineMs,
    onWait: config.onWait,
    onServerFull: config.onServerFull,
    onIdleError: config.onIdleError ?? (() => undefined),
  });

const migrateAsTold = async (
  pool: SqlPool,
  {
    migrations,
    onMigrated,
    onMigrationWaits,
    isAlone,
  }: Pick<DatabaseConfig, 'isAlone' | 'migrations' | 'onMigrated' | 'onMigrationWaits'>,
) => {
  if (migrations === null) return;
  await migrate(pool, {
    ...(migrations ? { migrations } : {}),
    onApplied: onMigrated,
    onTableInUse: onMigrationWaits,
    isAlone,
  });
};

const onOwnConnection =
  (url: string, config: DatabaseConfig): Database['asOwner'] =>
  async (work, signal) => {
    const pool = createPool(url, { ...config, poolSize: 1 });
    try {
      const client = await pool.connect();
      let isReleased = false;
      const end = () => {
        if (!isReleased) client.release(true);
        isReleased = true;
      };
      signal?.addEventListener('abort', end);
      try {
        signal?.throwIfAborted();
        return await work(client);
      } finally {
        signal?.removeEventListener('abort', end);
        end();
      }
    } finally {
      await pool.end();
    }
  };

const inOnlySession =
  (pool: SqlPool): Database['asOwner'] =>
  async (work) => {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  };

const migrateAsOwner = async (ownerUrl: string, url: string, config: DatabaseConfig) => {
  const owner = createPool(ownerUrl, { ...config, poolSize: 1 });
  try {
    await migrateAsTold(owner, config);
    await grantToApp(owner, readRole(url));
  } finally {
    await owner.end();
  }
};

const openPostgres = async (url: string, config: DatabaseConfig): Promise<Database> => {
  const asOwner = onOwnConnection(config.ownerUrl ?? url, config);
  if (config.ownerUrl) {
    await migrateAsOwner(config.ownerUrl, url, config);
    return createDatabase('postgres', createPool(url, config), asOwner);
  }
  const pool = createPool(url, config);
  try {
    await migrateAsTold(pool, config);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return createDatabase('postgres', pool, asOwner);
};

/** Recreates a directory whose creation was interrupted. */
const prepareDirectory = async (
  dataDir: string,
  isTemplateUsed: boolean,
): Promise<{ dataDir: string; dumpFile?: string }> => {
  const directory = join(dataDir, 'db');
  const unfinished = join(dataDir, 'db.unfinished');
  if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
  if (existsSync(directory)) return { dataDir: directory };
  const dumpFile = isTemplateUsed ? await templateDump() : undefined;
  writeFileSync(
    unfinished,
    'The creation of the database next to this file was interrupted. It is recreated at the next start.\n',
  );
  return { dataDir: directory, ...(dumpFile ? { dumpFile } : {}) };
};

const openEmbedded = async (config: DatabaseConfig): Promise<Database> => {
  const {
    dataDir,
    statementTimeoutMs = statementDeadlineMs,
    connectTimeoutMs = connectDeadlineMs,
    startSession,
    migrations,
  } = config;
  if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = dataDir ? lockDataDirectory(dataDir) : () => undefined;
  try {
    const start = dataDir
      ? await prepareDirectory(dataDir, migrations === undefined)
      : { dumpFile: await templateDump() };
    const pool = await pglitePool({
      ...start,
      ...(config.turnLimits ?? turnLimits),
      statementTimeoutMs,
      connectTimeoutMs,
      onWait: config.onWait,
      startSession,
    });
    if (dataDir) rmSync(join(dataDir, 'db.unfinished'), { force: true });
    try {
      await migrateAsTold(pool, { migrations, onMigrated: config.onMigrated, isAlone: true });
    } catch (error) {
      await pool.end();
      throw error;
    }
    return createDatabase('pglite', pool, inOnlySession(pool), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
};

/**
 * Opens the database and brings its schema up to this version. Throws DataDirectoryInUseError, MigrationError,
 * or the driver's error when a server cannot be reached.
 */
export const openDatabase = (config: DatabaseConfig): Promise<Database> =>
  config.url ? openPostgres(config.url, config) : openEmbedded(config);
