import type { SqlClient } from '../../platform/db/session.ts';
import { quoteName } from '../../platform/db/session.ts';
import type { ObjectStore } from '../../platform/files/object-store.ts';
import { BackupError } from './backup-error.ts';
import { readAppliedMigrations, readTables } from './database-tables.ts';
import type { Manifest } from './manifest.ts';

/** A process that was seen within this time runs. */
const processSeconds = 60;

const hasRows = async (client: SqlClient, table: string, where = 'true'): Promise<boolean> => {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT FROM ${quoteName(table)} WHERE ${where}) AS found`,
  );
  return rows[0]?.['found'] === true;
};

/** What a process writes by itself once it has started on an empty database. */
const ownRows: Readonly<Record<string, string>> = {
  schema_migration: 'false',
  migration_work: 'false',
  process_heartbeat: 'false',
  client_cost: 'false',
  data_version: 'false',
  delivery_hold: 'false',
  schedule: `owner_id <> 'system'`,
  job_run: `owner_id <> 'system'`,
};

/** Throws BackupError unless the database is empty, or has the tables of the backup or of an earlier version without rows. */
export const assertEmptyDatabase = async (client: SqlClient, { migrations }: Manifest): Promise<void> => {
  const tables = (await readTables(client)).map(({ name }) => name);
  if (tables.length === 0) return;
  const advice = 'Create a new, empty database and name it in DATABASE_URL, or another DATA_DIR.';
  if (!tables.includes('schema_migration'))
    throw new BackupError(`The database has tables that are not of this product: ${tables[0]}. ${advice}`);
  if (tables.includes('process_heartbeat')) {
    const isRunning = `seen_at > clock_timestamp() - interval '${processSeconds} seconds'`;
    if (await hasRows(client, 'process_heartbeat', isRunning))
      throw new BackupError(
        `A process of the product ran on this database within the last ${processSeconds} seconds. Stop all of them first.`,
      );
  }
  for (const table of tables)
    if (await hasRows(client, table, ownRows[table]))
      throw new BackupError(`The database is not empty: ${table} has rows. ${advice}`);
  const known = new Set(migrations.map(({ name }) => name));
  const newer = (await readAppliedMigrations(client)).find(({ name }) => !known.has(name));
  if (newer)
    throw new BackupError(
      `The tables of the database are newer than the backup: it lacks the migration ${newer.name}. ${advice}`,
    );
};

/** Throws BackupError if a store has objects, except those that an interrupted restore of the same backup left. */
export const assertNothingElse = async (store: ObjectStore, keys: readonly string[]): Promise<void> => {
  const own = new Set(keys);
  for await (const key of store.list())
    if (!own.has(key))
      throw new BackupError(
        `${store.target} is not empty: it has ${key}. Name an empty folder or prefix in FILES_STORE.`,
      );
};
