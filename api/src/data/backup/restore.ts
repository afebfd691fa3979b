import { existsSync } from 'node:fs';
import path from 'node:path';
import { databaseLocation } from '../../platform/config.ts';
import type { Config } from '../../platform/config.ts';
import { MigrationError, openDatabase } from '../../platform/db/index.ts';
import type { DatabaseConfig } from '../../platform/db/index.ts';
import { copyTarget, quoteName, readMigrations } from '../../platform/db/session.ts';
import type { Migration, SqlClient } from '../../platform/db/session.ts';
import { openObjects } from '../../platform/files/index.ts';
import type { ObjectHeaders, ObjectStore } from '../../platform/files/object-store.ts';
import { plainTexts } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { isBackedUp, readTables, sortByReferences } from './database-tables.ts';
import { assertEmptyDatabase, assertNothingElse } from './empty-place.ts';
import { listChangedSecrets } from './fingerprints.ts';
import { areaMember, fileMember, listKeys, readManifest, tableMember } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { readMember, untilStopped, verifyMembers, wholeLines } from './members.ts';

export interface RestoreOptions {
  readonly config: Config;
  /** The folder of the backup. */
  readonly from: string;
  readonly report: (line: string) => void;
  /** Stops the restore, unless its rows are visible already. */
  readonly signal: AbortSignal;
  /** The headers with which S3 serves a file of an area. */
  readonly chooseAreaHeaders: (key: string) => ObjectHeaders;
}

/**
 * The migrations that the database of the backup had; undefined for all of this version. Throws MigrationError if this version
 * lacks or changed one.
 */
const findMigrations = ({ migrations }: Manifest): Migration[] | undefined => {
  const all = readMigrations();
  const known = new Map(all.map((migration) => [migration.name, migration]));
  const found = migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (!migration) throw new MigrationError(name, 'unknown');
    if (migration.checksum !== checksum) throw new MigrationError(name, 'changed');
    return migration;
  });
  return found.length === all.length ? undefined : found;
};

/** As the owner of the tables: the product itself may neither set sequences nor refresh statistics. */
const ownerLocation = (config: Config): DatabaseConfig =>
  config.databaseOwnerUrl === undefined ? databaseLocation(config) : { url: config.databaseOwnerUrl };

/** Runs work in one session. */
const inSession = async <T>(
  location: DatabaseConfig,
  migrations: readonly Migration[] | null | undefined,
  work: (client: SqlClient) => Promise<T>,
): Promise<T> => {
  const db = await openDatabase({ ...location, migrations, isAlone: true });
  try {
    const client = await db.session();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  } finally {
    await db.close();
  }
};

const inTransaction = async (client: SqlClient, work: () => Promise<void>): Promise<void> => {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    await client.exec(plainTexts);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
};

/** Of the event of the audit log that says what was restored. */
const restoreAction = 'backup.restore';

const holdReason = 'This database was restored from a backup.';

/** What must be true before any process can see the data. */
const settle = async (client: SqlClient, { createdAt }: Manifest): Promise<void> => {
  await client.query('INSERT INTO delivery_hold (reason) VALUES ($1)', [holdReason]);
  await client.query('UPDATE user_session SET ended_at = now() WHERE ended_at IS NULL');
  // Their workers are gone, so nobody has to wait for the ends of their leases.
  await client.query(`
    UPDATE job_run SET state = 'queued', next_at = now(), lease_token = NULL, leased_until = NULL
    WHERE state = 'running'`);
  await client.query(
    `INSERT INTO audit_event (action, actor_id, detail) VALUES ('${restoreAction}', NULL, $1)`,
    [JSON.stringify({ backupOf: createdAt })],
  );
};

/** Changes of activities add versions, so theirs come last and replace what loading added. */
const versions = 'data_version';

/** From so many rows on, building indexes after the rows are in is several times faster than updating them for each row. */
const manyRows = 10_000;

/** Indexes of keys stay: references are checked with them. */
const withoutIndexes = async (
  client: SqlClient,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> => {
  const { rows } = await client.query(
    `SELECT quote_ident(indexname) AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = current_schema() AND tablename = ANY($1::text[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = to_regclass(quote_ident(indexname)))`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${String(name)}`);
  await work();
  for (const { definition } of rows) await client.query(String(definition));
};

const loadTables = async (
  client: SqlClient,
  { from, signal }: RestoreOptions,
  manifest: Manifest,
): Promise<void> => {
  const present = (await readTables(client)).filter(isBackedUp).map(({ name }) => name);
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const foreign = [...tables.keys()].find((name) => !present.includes(name));
  if (foreign !== undefined)
    throw new BackupError(`The backup has a table that is not of this product: ${foreign}.`);
  const sorted = (await sortByReferences(client, present)).filter((name) => name !== versions);
  // Rows of migrations, and of processes that ran on the empty database. The audit log, which refuses this, has none.
  for (const name of sorted.toReversed())
    if (name !== 'audit_event') await client.query(`DELETE FROM ${quoteName(name)}`);
  const load = async (name: string) => {
    const table = tables.get(name);
    if (!table) return;
    const lines = wholeLines(untilStopped(readMember(from, tableMember(name)), signal));
    const rows = await client.copyFrom(copyTarget(name, table.columns), lines);
    if (rows !== table.rows)
      throw new BackupError(`${name} has ${rows} rows instead of ${table.rows}. Nothing was restored.`);
  };
  const large = manifest.tables.filter(({ rows }) => rows > manyRows).map(({ name }) => name);
  await withoutIndexes(client, large, async () => {
    for (const name of sorted) await load(name);
  });
  await client.query(`DELETE FROM ${versions}`);
  await load(versions);
  for (const { name, last } of manifest.sequences)
    if (last !== null)
      await client.query('SELECT setval($1::text::regclass, $2::text::bigint)', [quoteName(name), last]);
};

const putAll = async (
  store: ObjectStore,
  { from, signal }: RestoreOptions,
  members: readonly (readonly [string, string])[],
  headers?: (key: string) => ObjectHeaders,
) => {
  for (const [key, member] of members) {
    signal.throwIfAborted();
    await store.put(key, readMember(from, member), headers?.(key));
  }
};

const restoreFiles = async (options: RestoreOptions, manifest: Manifest) => {
  const { config, report } = options;
  const keys = listKeys(manifest, 'files');
  const store = openObjects(config.filesStore);
  await assertNothingElse(store, keys);
  await putAll(
    store,
    options,
    keys.map((key) => [key, fileMember(key)] as const),
  );
  report(`  ${keys.length.toLocaleString('en-US')} files`);
};

/** Of the channel that people use. */
const mainRegistry = 'registry.json';

/** Registries last: they name only versions that are there, and without the main one a restore was interrupted. */
const restoreAreas = async (options: RestoreOptions, manifest: Manifest) => {
  const { config, report, chooseAreaHeaders } = options;
  if (!manifest.hasAreas) return;
  if (config.areas.store === undefined) {
    report('  The areas of the backup were not restored, because AREAS_STORE is not set.');
    return;
  }
  const store = openObjects(config.areas.store);
  if ((await store.size(mainRegistry)) !== undefined) {
    report(`  The areas of the backup were not restored, because ${store.target} has some.`);
    return;
  }
  const keys = listKeys(manifest, 'areas');
  const place = (key: string) => (key.startsWith('areas/') ? 0 : key === mainRegistry ? 2 : 1);
  const sorted = keys.toSorted((a, b) => place(a) - place(b));
  await putAll(
    store,
    options,
    sorted.map((key) => [key, areaMember(key)] as const),
    chooseAreaHeaders,
  );
  report(`  ${keys.length.toLocaleString('en-US')} files of areas`);
};

/** Whether the last event of the audit log is the restore of this backup: nobody has used the product since. */
const isJustRestored = async (client: SqlClient, { createdAt }: Manifest): Promise<boolean> => {
  if (!(await readTables(client)).some(({ name }) => name === 'audit_event')) return false;
  const { rows } = await client.query('SELECT action, detail FROM audit_event ORDER BY id DESC LIMIT 1');
  const [last] = rows as { action: string; detail: { backupOf?: string } | null }[];
  return last?.action === restoreAction && last.detail?.backupOf === createdAt;
};

/** Whether the rows of the backup are there already. Throws BackupError if anything else is. */
const checkPlace = async (config: Config, manifest: Manifest): Promise<boolean> => {
  const isNewFolder = config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'db'));
  const isRestored =
    !isNewFolder &&
    (await inSession(ownerLocation(config), null, async (client) => {
      if (await isJustRestored(client, manifest)) return true;
      await assertEmptyDatabase(client, manifest);
      return false;
    }));
  if (!isRestored) await assertNothingElse(openObjects(config.filesStore), listKeys(manifest, 'files'));
  return isRestored;
};

const restoreAll = async (
  options: RestoreOptions,
  manifest: Manifest,
  migrations: readonly Migration[] | undefined,
): Promise<void> => {
  await restoreFiles(options, manifest);
  await restoreAreas(options, manifest);
  await inSession(ownerLocation(options.config), migrations, (client) =>
    inTransaction(client, async () => {
      await loadTables(client, options, manifest);
      await settle(client, manifest);
    }),
  );
};

/**
 * Restores a backup into an empty place, with deliveries held and all sessions ended. The rows become visible last and at
 * once; after an interruption, the same command can be repeated. Throws BackupError or MigrationError before it changes
 * anything, if it can tell by then.
 */
export const restore = async (given: RestoreOptions): Promise<void> => {
  const options = { ...given, from: path.resolve(given.from) };
  const { config, from, report, signal } = options;
  const manifest = await readManifest(from);
  const migrations = findMigrations(manifest);
  report(
    `The backup is of ${manifest.createdAt}. Its ${manifest.members.length.toLocaleString('en-US')} files are checked first.`,
  );
  await verifyMembers(from, manifest.members, signal);
  if (await checkPlace(config, manifest)) report('  Its rows are there already.');
  else await restoreAll(options, manifest, migrations);
  await inSession(ownerLocation(config), null, (client) => client.query('ANALYZE'));
  // Migrates to this version, and gives the user of the product its rights.
  const db = await openDatabase({ ...databaseLocation(config), isAlone: true });
  await db.close();
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  report(`  ${rows.toLocaleString('en-US')} rows of ${manifest.tables.length} tables`);
  for (const line of listChangedSecrets(manifest.secrets, config)) report(`  ${line}`);
};
