import { migrationLockMs } from '../../deadlines.ts';
import type { SqlClient } from './sql-pool.ts';

/**
 * Work that a migration leaves for after its commit, because it takes long or cannot run in a transaction. In the script, it
 * is a line such as `-- After the commit: CREATE INDEX CONCURRENTLY a ON b (c)`, or `-- In batches: UPDATE ...`, which
 * changes a limited number of rows and is repeated until it changes none.
 */
export interface MigrationWork {
  readonly statement: string;
  readonly inBatches: boolean;
}

export const findWork = (script: string): MigrationWork[] =>
  [...script.matchAll(/^-- (After the commit|In batches): (.+)$/gm)].map(([, when, statement]) => ({
    statement: statement!,
    inBatches: when === 'In batches',
  }));

/** What is left to do. A row goes when its work is done, and comes in the transaction of the migration. */
export const createWorkTable = `CREATE TABLE IF NOT EXISTS migration_work (
  migration   text NOT NULL,
  position    smallint NOT NULL,
  statement   text NOT NULL,
  in_batches  boolean NOT NULL,
  failed_at   timestamptz,
  error       text,
  PRIMARY KEY (migration, position)
)`;

export const recordWork = async (client: SqlClient, migration: string, script: string): Promise<void> => {
  for (const [position, { statement, inBatches }] of findWork(script).entries())
    await client.query(
      'INSERT INTO migration_work (migration, position, statement, in_batches) VALUES ($1, $2, $3, $4)',
      [migration, position, statement, inBatches],
    );
};

/** An arbitrary number that nothing else in this database uses. */
const advisoryLock = 7_305_212;

/** Returns whether the index is there and complete. */
const dropUnlessComplete = async (client: SqlClient, index: string): Promise<boolean> => {
  const { rows } = await client.query(
    'SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  );
  const isComplete = rows[0]?.['is_valid'];
  if (isComplete === false) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
  return isComplete === true;
};

/** An attempt that was interrupted leaves an invalid index, which costs each write and serves no query. */
const buildIndex = async (client: SqlClient, index: string, statement: string) => {
  if (await dropUnlessComplete(client, index)) return;
  try {
    await client.query(statement);
  } catch (error) {
    // A connection that broke cannot: the next attempt does.
    await dropUnlessComplete(client, index).catch(() => undefined);
    throw error;
  }
};

/** Rows of a batch are locked until it ends, so it neither waits for long nor runs for long. */
const runBatches = async (client: SqlClient, statement: string) => {
  await client.query(`SET lock_timeout = ${migrationLockMs}`);
  try {
    while ((await client.query(statement)).rowCount > 0);
  } finally {
    await client.query('RESET lock_timeout');
  }
};

const runStatement = async (
  client: SqlClient,
  { statement, inBatches }: MigrationWork,
  isAlone: boolean,
): Promise<void> => {
  if (inBatches) return runBatches(client, statement);
  const index = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+) ON /.exec(statement)?.[1];
  if (index === undefined) await client.query(statement);
  else await buildIndex(client, index, isAlone ? statement.replace(' CONCURRENTLY', '') : statement);
};

interface StoredWork extends MigrationWork {
  readonly migration: string;
  readonly position: number;
}

const readWork = async (client: SqlClient): Promise<StoredWork[]> => {
  const { rows } = await client.query(
    `SELECT migration, position, statement, in_batches AS "inBatches" FROM migration_work ORDER BY migration, position`,
  );
  return rows as unknown as StoredWork[];
};

export interface WorkDone extends MigrationWork {
  readonly migration: string;
  /** Why it is left for another attempt; undefined if it is done. */
  readonly error?: unknown;
}

const runAndStore = async (client: SqlClient, work: StoredWork, isAlone: boolean): Promise<WorkDone> => {
  const { migration, position } = work;
  try {
    await runStatement(client, work, isAlone);
  } catch (error) {
    await client.query(
      `UPDATE migration_work SET failed_at = coalesce(failed_at, clock_timestamp()), error = $3
       WHERE migration = $1 AND position = $2`,
      [migration, position, error instanceof Error ? error.message : String(error)],
    );
    return { ...work, error };
  }
  await client.query('DELETE FROM migration_work WHERE migration = $1 AND position = $2', [
    migration,
    position,
  ]);
  return work;
};

/**
 * Does what migrations have left to do, as the owner of the tables, in a session without a transaction. Returns how each work
 * ended; one that fails does not keep the others from being done. `isAlone`: nobody uses the tables meanwhile, so that indexes are
 * built at once. Undefined while another session does it: the lock is that of
 * the session, so the server holds it for a process that was killed until the statement of it has ended, too. Rejects if the
 * connection breaks.
 */
export const runMigrationWork = async (
  client: SqlClient,
  isAlone: boolean,
): Promise<WorkDone[] | undefined> => {
  if ((await readWork(client)).length === 0) return [];
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS is_mine', [advisoryLock]);
  if (rows[0]?.['is_mine'] !== true) return undefined;
  await client.query('SET statement_timeout = 0');
  const ends: WorkDone[] = [];
  for (const work of await readWork(client)) ends.push(await runAndStore(client, work, isAlone));
  await client.query('RESET statement_timeout');
  await client.query('SELECT pg_advisory_unlock($1)', [advisoryLock]);
  return ends;
};
