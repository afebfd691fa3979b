import { openDatabase } from '../db/index.ts';
import type { Database, Engine } from '../db/index.ts';
import { hasServer, openServerDatabase } from './server-database.ts';
import { startSharedSession } from './shared-session.ts';

interface Options {
  statementTimeoutMs?: number;
}

const databaseFor = (open: () => Promise<Database>): (() => Database) => {
  let db: Database | undefined;
  beforeAll(async () => {
    db = await open();
  }, 60_000);
  afterAll(async () => {
    await db?.close();
  }, 60_000);
  return () => {
    if (!db) throw new Error('The test database is open inside tests and hooks only.');
    return db;
  };
};

/**
 * An empty, migrated embedded database for the tests of this file or `describe`: opened before them, closed after.
 * Answers the way to get at it from inside a test or hook.
 */
export const testDatabase = (options: Options = {}): (() => Database) =>
  databaseFor(() => openDatabase({ ...options, startSession: startSharedSession }));

/**
 * Declares the same tests for the embedded engine and, where one can be reached (TEST_DATABASE_URL, else
 * localhost), for a PostgreSQL server, in a database of their own.
 */
export const describeOnEachEngine = (
  name: string,
  tests: (db: () => Database, engine: Engine) => void,
  options: Options = {},
): void => {
  describe(`${name} (pglite)`, () => tests(testDatabase(options), 'pglite'));
  if (hasServer)
    describe(`${name} (postgres)`, () =>
      tests(
        databaseFor(() => openServerDatabase(options)),
        'postgres',
      ));
};
