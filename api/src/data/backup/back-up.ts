import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from '../../platform/command.ts';
import { databaseLocation } from '../../platform/config.ts';
import type { Config } from '../../platform/config.ts';
import { openDatabase } from '../../platform/db/index.ts';
import { requireDatabase } from '../../platform/existing-database.ts';
import { quoteName } from '../../platform/db/session.ts';
import type { SqlClient } from '../../platform/db/session.ts';
import { buildFileKey } from '../../platform/files/files.ts';
import { openObjects } from '../../platform/files/index.ts';
import type { ObjectStore } from '../../platform/files/object-store.ts';
import { unlessMissing } from '../../platform/files/storage.ts';
import { BackupError } from './backup-error.ts';
import { isBackedUp, readAppliedMigrations, readSequences, readTables } from './database-tables.ts';
import { takeFingerprints } from './fingerprints.ts';
import { areaMember, fileMember, tableMember, writeManifest } from './manifest.ts';
import type { Manifest, Member } from './manifest.ts';
import { countLines, folderMode, untilStopped, writeMember } from './members.ts';

/** In the name of a folder that is not complete. */
const unfinishedMark = '.unfinished-';

/** Writes a file of the backup. */
type Write = (member: string, chunks: AsyncIterable<Uint8Array>) => Promise<Member>;

/** Texts that every server reads alike, whatever its settings. */
export const plainTexts = `
  SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 3; SET LOCAL TimeZone = 'UTC';`;

async function* readChunks(client: SqlClient, query: string): AsyncGenerator<Uint8Array> {
  const chunks = client.copyChunks(query);
  for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) yield chunk;
}

type DatabasePart = Pick<Manifest, 'migrations' | 'tables' | 'sequences'> & {
  readonly members: Member[];
  /** Of the files that the database knows. */
  readonly fileIds: readonly string[];
};

const copyTables = async (client: SqlClient, write: Write): Promise<DatabasePart> => {
  const migrations = await readAppliedMigrations(client);
  const tables: Manifest['tables'] = [];
  const members: Member[] = [];
  for (const { name, columns } of (await readTables(client)).filter(isBackedUp)) {
    const query = `SELECT ${columns.map(quoteName).join(', ')} FROM ${quoteName(name)}`;
    const { chunks, lines } = countLines(readChunks(client, query));
    members.push(await write(tableMember(name), chunks));
    tables.push({ name, columns: [...columns], rows: lines() });
  }
  const { rows } = await client.query('SELECT id FROM stored_file WHERE stored_at IS NOT NULL ORDER BY id');
  // After the rows: a sequence that is ahead does no harm, one that is behind does.
  const sequences = await readSequences(client);
  return { migrations, tables, sequences, members, fileIds: rows.map(({ id }) => id as string) };
};

/** All tables as of one moment, while the product writes to them. */
const backUpDatabase = async (
  { open }: Command,
  config: Config,
  write: Write,
): Promise<DatabasePart & { engine: string }> => {
  requireDatabase(config);
  // Not migrated, and not as the owner: reading is enough.
  const db = await open(openDatabase({ ...databaseLocation(config), ownerUrl: undefined, migrations: null }));
  const client = await db.session();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.exec(plainTexts);
    const part = { engine: db.engine, ...(await copyTables(client, write)) };
    await client.query('ROLLBACK');
    client.release();
    return part;
  } catch (error) {
    // After a copy that is not read to its end, the session would wait for ever for another statement.
    client.release(true);
    throw error;
  }
};

/** The contents of objects, and the keys of those that are not there. */
const backUpObjects = async (
  store: ObjectStore,
  keys: Iterable<string> | AsyncIterable<string>,
  write: (key: string, chunks: AsyncIterable<Uint8Array>) => Promise<Member>,
) => {
  const members: Member[] = [];
  const missing: string[] = [];
  for await (const key of keys) {
    const found = await store.open(key);
    const member = found && (await unlessMissing(write(key, found.body)));
    if (member) members.push(member);
    else missing.push(key);
  }
  return { members, missing };
};

/**
 * Files of versions are never changed, and a registry names only versions that are complete. So a registry that is read
 * first finds all of its versions in the backup.
 */
async function* registriesFirst(store: ObjectStore): AsyncGenerator<string> {
  const isVersion = (key: string) => key.startsWith('areas/');
  for await (const key of store.list()) if (!isVersion(key)) yield key;
  for await (const key of store.list()) if (isVersion(key)) yield key;
}

const writeParts = async (command: Command, config: Config, write: Write) => {
  const { print } = command;
  const createdAt = new Date().toISOString();
  const { engine, fileIds, members, ...database } = await backUpDatabase(command, config, write);
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`  ${rows.toLocaleString('en-US')} rows of ${database.tables.length} tables`);
  // After the database: a file that it does not know is harmless, the opposite is not.
  const files = await backUpObjects(
    openObjects(config.filesStore),
    fileIds.map(buildFileKey),
    (key, chunks) => write(fileMember(key), chunks),
  );
  print(`  ${files.members.length.toLocaleString('en-US')} files`);
  const areas = config.areas.store === undefined ? undefined : openObjects(config.areas.store);
  const areaFiles =
    areas &&
    (await backUpObjects(areas, registriesFirst(areas), (key, chunks) => write(areaMember(key), chunks)));
  if (areaFiles) print(`  ${areaFiles.members.length.toLocaleString('en-US')} files of areas`);
  return {
    createdAt,
    engine,
    ...database,
    secrets: takeFingerprints(config),
    hasAreas: areaFiles !== undefined,
    missingFiles: files.missing,
    members: [...members, ...files.members, ...(areaFiles?.members ?? [])],
  };
};

/** Says what backups that were killed have left beside a folder: it has personal data, and nothing else deletes it. */
const reportUnfinished = async (folder: string, print: Command['print']): Promise<void> => {
  const parent = path.dirname(folder);
  const names = (await readdir(parent)).filter((name) => name.includes(unfinishedMark));
  for (const name of names)
    print(`  ${path.join(parent, name)} is of a backup that did not end. Delete it, unless one runs now.`);
};

/** Writes a backup into a new folder, which has its name only once it is complete. Throws BackupError. */
export const backUp = async (command: Command, to: string): Promise<void> => {
  const config = command.readConfig();
  const folder = path.resolve(to);
  if (existsSync(folder)) throw new BackupError(`${folder} exists. Name a new folder.`);
  const unfinished = `${folder}${unfinishedMark}${randomUUID()}`;
  await mkdir(path.dirname(folder), { recursive: true, mode: folderMode });
  await reportUnfinished(folder, command.print);
  await mkdir(unfinished, { mode: folderMode });
  try {
    const manifest = await writeParts(command, config, (member, chunks) =>
      writeMember(unfinished, member, untilStopped(chunks, command.signal)),
    );
    await writeManifest(unfinished, manifest);
    await rename(unfinished, folder);
    for (const key of manifest.missingFiles)
      command.print(`  not there, or deleted meanwhile: the file ${key}`);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};
