import { openDatabase } from '../db/index.ts';
import type { Database, DatabaseConfig, Engine } from '../db/index.ts';
import { enginesOfAnyTest } from './engines.ts';
import { hasServer, openServerDatabase } from './server-database.ts';
import { startSharedSession } from './shared-session.ts';

type Options = Pick<DatabaseConfig, 'statementTimeoutMs' | 'turnLimits'>;

/** A busy machine makes any statement slow; only the test has a deadline. */
const patient = { statementTimeoutMs: 0, connectTimeoutMs: 120_000 } as const satisfies DatabaseConfig;

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
  databaseFor(() => openDatabase({ ...patient, ...options, startSession: startSharedSession }));

type Tests = (db: () => Database, engine: Engine) => void;

const serverDatabase = (options: Options): (() => Database) =>
  databaseFor(() => openServerDatabase({ ...patient, ...options }));

const describeOn = (engines: readonly Engine[], name: string, tests: Tests, options: Options): void => {
  for (const engine of engines)
    describe(`${name} (${engine})`, () =>
      tests(engine === 'pglite' ? testDatabase(options) : serverDatabase(options), engine));
};

/**
 * Declares tests whose result can depend on the engine: on connections, locks, limits, streams or versions. They run on
 * the embedded engine and, if one is reachable (TEST_DATABASE_URL, else localhost), on a PostgreSQL server, each with a
 * separate database.
 */
export const describeOnEachEngine = (name: string, tests: Tests, options: Options = {}): void =>
  describeOn(hasServer ? ['pglite', 'postgres'] : ['pglite'], name, tests, options);

/** Declares tests of sessions beside each other, which the embedded engine does not have. */
export const describeOnServer = (name: string, tests: Tests, options: Options = {}): void =>
  describeOn(hasServer ? ['postgres'] : [], name, tests, options);

/**
 * Declares tests of SQL that both engines run alike, because the embedded one is PostgreSQL, too. They run on the server
 * and on the embedded engine by turns, three days each, or with ENGINES=both on both.
 */
export const describeOnOneEngine = (name: string, tests: Tests, options: Options = {}): void =>
  describeOn(enginesOfAnyTest(), name, tests, options);
