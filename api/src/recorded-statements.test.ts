// During an upgrade, processes of the version before work with the new schema for a while. So what they say to the database
// is recorded: RECORD_STATEMENTS=1 writes the file, before a version gets its first migration.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { jobKinds } from './job-kinds.ts';
import { readConfig } from './platform/config.ts';
import type { Database } from './platform/db/index.ts';
import { readMigrations } from './platform/db/migrations.ts';
import type { SqlClient } from './platform/db/session.ts';
import { groupBy } from './platform/group-by.ts';
import { createRunner } from './platform/jobs/index.ts';
import { secretsFrom } from './platform/secrets.ts';
import { describeOnOneEngine, describeOnServer, testDatabase } from './platform/testing/index.ts';
import { createServices } from './services.ts';
import { askedCalls, callWorld } from './testing/call-inputs.ts';

interface Recording {
  /** The newest migration of the version that was recorded. */
  readonly migration: string;
  /** Columns by table. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Each with the types of the columns of its answer, as `{text,integer}`; '' without an answer. */
  readonly statements: readonly { readonly text: string; readonly types: string }[];
}

const file = path.join(import.meta.dirname, 'testing', 'recorded-statements.json.gz');
const isRecording = process.env['RECORD_STATEMENTS'] === '1';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly isRequired: boolean;
}

const readColumns = async ({ kysely }: Database): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    SELECT table_name AS "table", column_name AS name,
      is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER' AS "isRequired"
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`.execute(
    kysely,
  );
  return rows;
};

const canBePrepared = (statement: string): boolean =>
  /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE|MERGE)\b/i.test(statement);

/** Statements that differ in numbers, or in how long a list of parameters is, need only one of them. */
const chooseDistinct = (statements: Iterable<string>): string[] => {
  const byShape = new Map<string, string>();
  for (const statement of statements) {
    const shape = statement
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\d+/g, '0')
      .replaceAll(/\$0(::\w+)?(, \$0(::\w+)?)+/g, '$0')
      .replaceAll(/(\(\$0\))(, \(\$0\))+/g, '$1');
    if (!byShape.has(shape)) byShape.set(shape, statement);
  }
  return [...byShape.values()].toSorted();
};

/** Prepares each statement, calls `whenPrepared`, and returns those that the database does not understand, with the reason. */
const findRefused = async (
  db: Database,
  statements: readonly string[],
  whenPrepared: (statement: string, client: SqlClient) => Promise<void> = async () => undefined,
): Promise<Map<string, string>> => {
  const refused = new Map<string, string>();
  const client = await db.session();
  for (const statement of statements)
    try {
      await client.exec(`PREPARE recorded AS ${statement}`);
      await whenPrepared(statement, client);
      await client.exec('DEALLOCATE recorded');
    } catch (error) {
      refused.set(statement, String(error));
    }
  client.release();
  return refused;
};

/** The types of what each statement answers, by its text. The embedded engine tells them, servers only since PostgreSQL 16. */
const readTypes = async (db: Database, statements: readonly string[]): Promise<Map<string, string>> => {
  const types = new Map<string, string>();
  const refused = await findRefused(db, statements, async (statement, client) => {
    const { rows } = await client.query(
      `SELECT result_types::text AS types FROM pg_prepared_statements WHERE name = 'recorded'`,
    );
    types.set(statement, (rows[0]?.['types'] as string | null) ?? '');
  });
  expect([...refused]).toEqual([]);
  return types;
};

if (isRecording)
  describeOnServer('the statements of this version', (db) => {
    const query = jest.spyOn(pg.Client.prototype, 'query');
    afterAll(() => query.mockRestore());
    const { listInputs, send } = callWorld(db);
    const embedded = testDatabase();

    it('are recorded', async () => {
      for (const call of askedCalls) for (const input of listInputs(call)) await send(call, input);
      const logger = { info() {}, warn() {}, error() {} };
      const services = createServices(readConfig({ LOG_LEVEL: 'silent' }), db(), secretsFrom('a secret'));
      const runner = createRunner({ db: db(), kinds: jobKinds(undefined, services, logger), logger });
      await runner.start();
      await runner.runDue();
      await runner.stop();
      const statements = chooseDistinct(
        query.mock.calls.flatMap(([text]: unknown[]) =>
          typeof text === 'string' && canBePrepared(text) ? [text] : [],
        ),
      );
      // Those about temporary tables, which no migration changes.
      const refused = await findRefused(db(), statements);
      const types = await readTypes(
        embedded(),
        statements.filter((statement) => !refused.has(statement)),
      );
      const recording: Recording = {
        migration: readMigrations().at(-1)?.name ?? '',
        columns: Object.fromEntries(
          [...groupBy(await readColumns(db()), ({ table }) => table)].map(([table, columns]) => [
            table,
            columns.map(({ name }) => name),
          ]),
        ),
        statements: [...types].map(([text, typesOfAnswer]) => ({ text, types: typesOfAnswer })),
      };
      expect(recording.statements.length).toBeGreaterThan(400);
      writeFileSync(file, gzipSync(JSON.stringify(recording), { level: 9 }));
    });
  });
else
  describe('what the version before says to the database', () => {
    const recording = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Recording;
    const statements = recording.statements.map(({ text }) => text);

    describeOnOneEngine('with the new schema', (db) => {
      it('is understood', async () => {
        expect(statements.length).toBeGreaterThan(400);
        expect([...(await findRefused(db(), statements))]).toEqual([]);
      });

      it('inserts rows without the new columns', async () => {
        const isNew = ({ table, name }: Column) => recording.columns[table]?.includes(name) === false;
        const columns = await readColumns(db());
        expect(columns.filter((column) => column.isRequired && isNew(column))).toEqual([]);
      });
    });

    describe('with the new schema, embedded', () => {
      const db = testDatabase();

      it('is answered with the types of before', async () => {
        const types = await readTypes(db(), statements);
        expect(recording.statements.filter(({ text, types: before }) => types.get(text) !== before)).toEqual(
          [],
        );
      });
    });
  });
