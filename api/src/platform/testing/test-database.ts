import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openDatabase } from '../db/index.ts';
import type { Database, Engine } from '../db/index.ts';

interface Options {
  statementTimeoutMs?: number;
}

const databaseFor = (open: () => Promise<Database>, afterwards = async () => {}): (() => Database) => {
  let db: Database | undefined;
  beforeAll(async () => {
    db = await open();
  }, 60_000);
  afterAll(async () => {
    await db?.close();
    await afterwards();
  }, 60_000);
  return () => {
    if (!db) throw new Error('The test database is open inside tests and hooks only.');
    return db;
  };
};

/**
 * A fresh, migrated embedded database for the tests of this file or `describe`: opened before them, closed after.
 * Answers the way to get at it from inside a test or hook.
 */
export const testDatabase = (options: Options = {}): (() => Database) =>
  databaseFor(() => openDatabase(options));

const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

const onServer = async (statement: string) => {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const probe = `
  import pg from 'pg';
  const client = new pg.Client({ connectionString: process.argv[1], connectionTimeoutMillis: 1000 });
  await client.connect();
  await client.end();`;

/** Asked for in a process of its own, because tests must be declared before anything can be awaited. */
const serverAnswers = (): boolean => {
  if (process.env.TEST_DATABASE_URL) return true;
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  return spawnSync(process.execPath, ['--input-type=module', '-e', probe, serverUrl], { cwd }).status === 0;
};

const serverDatabase = (options: Options): (() => Database) => {
  const name = `readerlens_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const open = async () => {
    await onServer(`CREATE DATABASE ${name}`);
    return openDatabase({ ...options, url: url.href });
  };
  return databaseFor(open, () => onServer(`DROP DATABASE IF EXISTS ${name}`));
};

/**
 * Declares the same tests for the embedded engine and, where one can be reached (TEST_DATABASE_URL, else
 * localhost), for a PostgreSQL server, in a database of their own that is dropped afterwards.
 */
export const describeOnEachEngine = (
  name: string,
  tests: (db: () => Database, engine: Engine) => void,
  options: Options = {},
): void => {
  describe(`${name} (pglite)`, () => tests(testDatabase(options), 'pglite'));
  if (serverAnswers()) describe(`${name} (postgres)`, () => tests(serverDatabase(options), 'postgres'));
};
