import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { migrationLockMs, migrationPauseMs, mostMigrationAttempts } from '../../deadlines.ts';
import { DatabaseError, sqlState } from './database-error.ts';
import { inLockedTransaction } from './locked-transaction.ts';
import { createWorkTable, recordWork, runMigrationWork } from './migration-work.ts';
import type { SqlClient, SqlPool } from './sql-pool.ts';
import { ExplainedError } from '../explained-error.ts';

export interface Migration {
  name: string;
  script: string;
  checksum: string;
}

/** The database does not match this version: an applied migration was changed, or is unknown to this version. */
export class MigrationError extends ExplainedError {
  override readonly name = 'MigrationError';
  readonly migration: string;
  readonly reason: 'changed' | 'unknown';

  constructor(migration: string, reason: 'changed' | 'unknown') {
    super(
      reason === 'changed'
        ? `The migration ${migration} was changed after it was applied to this database.`
        : `This database belongs to a newer version: its migration ${migration} is unknown to this one.`,
    );
    this.migration = migration;
    this.reason = reason;
  }
}

const directory = new URL('./migrations/', import.meta.url);

/** All migrations in order: the .sql files in `migrations/`, sorted by name. */
export const readMigrations = (): Migration[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const script = readFileSync(new URL(name, directory), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    });

/** The newest one that this process knows: tells versions of the product apart. */
export const nameLastMigration = (): string =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1) ?? '';

const createTable = `CREATE TABLE IF NOT EXISTS schema_migration (
  name        text PRIMARY KEY,
  checksum    text NOT NULL,
  applied_at  timestamptz NOT NULL DEFAULT now()
)`;
/** An arbitrary number that nothing else in this database uses. */
const advisoryLock = 7_305_211;

const appliedMigrations = async (client: SqlClient): Promise<Map<string, string>> => {
  const { rows } = await client.query('SELECT name, checksum FROM schema_migration');
  return new Map(rows.map(({ name, checksum }) => [name as string, checksum as string]));
};

const check = (applied: Map<string, string>, migrations: readonly Migration[]) => {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name)) throw new MigrationError(name, 'unknown');
    if (known.get(name) !== checksum) throw new MigrationError(name, 'changed');
  }
};

export interface MigrateOptions {
  /** By default those of this version. */
  readonly migrations?: readonly Migration[];
  /** Called when a migration is applied, with the seconds that it took without its waiting. */
  readonly onApplied?: ((migration: string, seconds: number) => void) | undefined;
  /** Called each time that a migration has waited for a table in vain and will be tried again. */
  readonly onTableInUse?: ((migration: string) => void) | undefined;
  /** How long a migration waits for a table, in milliseconds. */
  readonly lockTimeoutMs?: number;
  /** Whether nobody uses the database before this returns; a new one is used by nobody in any case. */
  readonly isAlone?: boolean | undefined;
}

type KnownOptions = Required<Pick<MigrateOptions, 'lockTimeoutMs' | 'migrations'>>;

const applyNext = (
  client: SqlClient,
  { migrations, lockTimeoutMs }: KnownOptions,
  onStart: (migration: Migration) => void,
): Promise<Migration | undefined> =>
  inLockedTransaction(client, advisoryLock, async () => {
    await client.exec(`${createTable}; ${createWorkTable};`);
    const applied = await appliedMigrations(client);
    check(applied, migrations);
    const next = migrations.find(({ name }) => !applied.has(name));
    if (!next) return undefined;
    onStart(next);
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await client.exec(next.script);
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      next.name,
      next.checksum,
    ]);
    await recordWork(client, next.name, next.script);
    return next;
  });

const isTableInUse = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === sqlState.lockNotAvailable;

/**
 * Applies the next migration. While one waits for a table that a long statement reads, every later statement on the table waits
 * behind it. So it gives up soon, lets them pass, and is tried again.
 */
const applyNextOnceFree = async (
  client: SqlClient,
  options: KnownOptions,
  { onApplied, onTableInUse }: Pick<MigrateOptions, 'onApplied' | 'onTableInUse'>,
): Promise<Migration | undefined> => {
  let started: Migration | undefined;
  let startedAt = 0;
  for (let attempt = 1; ; attempt += 1)
    try {
      const applied = await applyNext(client, options, (migration) => {
        started = migration;
        startedAt = performance.now();
      });
      if (applied) onApplied?.(applied.name, Math.round(performance.now() - startedAt) / 1000);
      return applied;
    } catch (error) {
      if (!isTableInUse(error) || attempt === mostMigrationAttempts) throw error;
      onTableInUse?.(started?.name ?? '');
      await setTimeout(migrationPauseMs);
    }
};

/**
 * Migrates the schema to this version, one transaction per migration; safe to call in several processes at once.
 * Returns the names of the applied migrations. Throws MigrationError before it changes anything, and the error of the database
 * if a table stays in use. What migrations leave to do is done at once if nobody uses the database, and else is for
 * `runMigrationWork`.
 */
export const migrate = async (
  pool: Pick<SqlPool, 'connect'>,
  {
    migrations = readMigrations(),
    lockTimeoutMs = migrationLockMs,
    onApplied,
    onTableInUse,
    isAlone = false,
  }: MigrateOptions = {},
): Promise<string[]> => {
  const client = await pool.connect();
  try {
    const applied: string[] = [];
    for (;;) {
      const migration = await applyNextOnceFree(
        client,
        { migrations, lockTimeoutMs },
        { onApplied, onTableInUse },
      );
      if (migration === undefined) break;
      applied.push(migration.name);
    }
    const isNew = applied[0] === migrations[0]?.name;
    if (isAlone || isNew) await runMigrationWork(client, true);
    return applied;
  } finally {
    client.release();
  }
};
