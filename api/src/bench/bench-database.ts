import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { loadDemo } from '../demo/load-demo.ts';
import type { DemoScale } from '../demo/demo-size.ts';
import { MigrationError, openDatabase } from '../platform/db/index.ts';
import type { Database, DatabaseConfig } from '../platform/db/index.ts';

export interface BenchDatabases {
  /** Kept between runs: loading a million activities takes longer than measuring. */
  readonly cacheDir: string;
  /** A server on which databases may be made. */
  readonly serverUrl: string;
  readonly scale: DemoScale;
  readonly say: (line: string) => void;
}

const filled = async (config: DatabaseConfig, { scale, say }: BenchDatabases): Promise<Database> => {
  const db = await openDatabase({ ...config, statementTimeoutMs: 0 });
  let percent = 0;
  const onProgress = (done: number, total: number) => {
    const now = Math.floor((done * 4) / total) * 25;
    if (now > percent) say(`  loading, ${now}%`);
    percent = Math.max(percent, now);
  };
  await loadDemo(db, { now: new Date(), scale, onProgress });
  return db;
};

/** A kept database of an older schema is of no use. */
const orAnew = async (
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

/** The embedded engine with the demo of a scale, on disk. */
export const openEmbeddedBench = (options: BenchDatabases): Promise<Database> => {
  const dataDir = join(options.cacheDir, `pglite-${options.scale}`);
  return orAnew(
    () => filled({ dataDir }, options),
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

/** The demo of a scale in a database of its own on the server; undefined where no server answers. */
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
  return orAnew(
    () => filled({ url: url.href }, options),
    async () => {
      await onServer(options.serverUrl, `DROP DATABASE ${name}`);
      await create();
    },
  );
};
