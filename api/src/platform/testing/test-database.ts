import { openDatabase } from '../db/index.ts';
import type { Database, DatabaseConfig, Engine } from '../db/index.ts';
import { hasServer, openServerDatabase } from './server-database.ts';
import { startSharedSession } from './shared-session.ts';

type Options = Pick<DatabaseConfig, 'statementTimeoutMs' | 'turnLimits'>;

const databaseFor = (open: () => Promise<Database>): (() => Database) => {
  let db: Database | undefined;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(async () => {
    await db?.close();
  });
  return () => {
    if (!db) throw new Error('The test database is only available in tests and hooks.');
    return db;
  };
};

/**
 * An empty, migrated embedded database for the tests of a file or `describe`: opened before them and closed after them.
 * Returns a function that returns it in tests and hooks.
 */
export const testDatabase = (options: Options = {}): (() => Database) =>
  databaseFor(() => openDatabase({ ...options, startSession: startSharedSession }));

/**
 * Declares the same tests for the embedded engine and, if one is reachable (TEST_DATABASE_URL, else localhost), for a
 * PostgreSQL server, each with a separate database.
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
