import { MigrationError, loadDemo, openDatabase } from '@readerlens/api';
import type { Database, DatabaseConfig, DemoScale } from '@readerlens/api';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export interface BenchDatabases {
  /** Databases are kept between runs, because loading a million activities takes longer than measuring. */
  readonly cacheDir: string;
  /** A server on which databases can be created. */
  readonly serverUrl: string;
  readonly scale: DemoScale;
  readonly log: (line: string) => void;
}

const openWithDemo = async (config: DatabaseConfig, { scale, log }: BenchDatabases): Promise<Database> => {
  const db = await openDatabase({ ...config, statementTimeoutMs: 0 });
  let percent = 0;
  const onProgress = (done: number, total: number) => {
    const now = Math.floor((done * 4) / total) * 25;
    if (now > percent) log(`  loading, ${now}%`);
    percent = Math.max(percent, now);
  };
  await loadDemo(db, { now: new Date(), scale, onProgress });
  return db;
};

/** Recreates a kept database that cannot be migrated. */
const openOrRecreate = async (
  open: () => Promise<Database>,
  remove: () => Promise<void> | void,
): Promise<Database> => {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    await remove();
    return open();
  }
};

/** Opens the embedded engine with demo data of the given scale, on disk. */
export const openEmbeddedBench = (options: BenchDatabases): Promise<Database> => {
  const dataDir = join(options.cacheDir, `pglite-${options.scale}`);
  return openOrRecreate(
    () => openWithDemo({ dataDir }, options),
    () => rmSync(dataDir, { recursive: true, force: true }),
  );
};

const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const duplicateDatabase = '42P04';

/** Opens a database with demo data of the given scale on the server; undefined if the server is unreachable. */
export const openServerBench = async (options: BenchDatabases): Promise<Database | undefined> => {
  const name = `readerlens_bench_${options.scale}`;
  const create = () =>
    onServer(options.serverUrl, `CREATE DATABASE ${name}`).catch((error: { code?: string }) => {
      if (error.code !== duplicateDatabase) throw error;
    });
  try {
    await create();
  } catch {
    return undefined;
  }
  const url = new URL(options.serverUrl);
  url.pathname = `/${name}`;
  return openOrRecreate(
    () => openWithDemo({ url: url.href }, options),
    async () => {
      await onServer(options.serverUrl, `DROP DATABASE ${name}`);
      await create();
    },
  );
};
