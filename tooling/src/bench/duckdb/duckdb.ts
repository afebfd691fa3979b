import type { Database } from '@readerlens/api';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { repositoryRoot } from '../../paths.ts';

/** The part of `@duckdb/node-api` that is used. The package is installed by the first benchmark, not with the others. */
interface DuckDbModule {
  DuckDBInstance: {
    create(file: string, options: Readonly<Record<string, string>>): Promise<DuckDbInstance>;
  };
}
interface DuckDbInstance {
  connect(): Promise<DuckDbConnection>;
  closeSync(): void;
}
interface DuckDbConnection {
  run(text: string): Promise<unknown>;
  runAndReadAll(text: string): Promise<{ getRowObjectsJS(): Record<string, unknown>[] }>;
  closeSync(): void;
}

const version = '1.5.6-r.1';

/** Installs DuckDB beside pnpm, so that neither `npm start` nor `npm test` downloads its 70 MB. */
const importDuckDb = async (log: (line: string) => void): Promise<DuckDbModule> => {
  const folder = path.join(repositoryRoot, '.tools', 'duckdb');
  const packageFolder = path.join(folder, 'node_modules', '@duckdb', 'node-api');
  const manifest = path.join(packageFolder, 'package.json');
  const readVersion = () => (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  if (!existsSync(manifest) || readVersion() !== version) {
    log('installing DuckDB');
    mkdirSync(folder, { recursive: true });
    const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    const { status } = spawnSync(
      'npm',
      ['install', '--prefix', folder, ...quiet, `@duckdb/node-api@${version}`],
      {
        stdio: 'inherit',
        shell: process.platform === 'win32',
      },
    );
    if (status !== 0) throw new Error('DuckDB was not installed.');
  }
  return (await import(pathToFileURL(path.join(packageFolder, 'lib', 'index.js')).href)) as DuckDbModule;
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** The columns of all tables of the product that the statements name. */
const readColumns = async ({ kysely }: Database, statements: readonly string[]): Promise<Column[]> => {
  const named = new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/(?:FROM|JOIN)\s+"?([a-z_]+)"?\s+AS/g)].map(([, name]) => name),
    ),
  );
  const { rows } = await sql<Column>`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`.execute(kysely);
  return rows.filter(({ table }) => named.has(table));
};

const toDuckDbType = (type: string): string =>
  type
    .replace('timestamp with time zone', 'timestamp')
    .replace('jsonb', 'json')
    .replace('character varying', 'text');

const rowsPerFile = 100_000;

/** The rows of a table as lines of JSON, in parts. */
async function* readLines(
  { kysely }: Database,
  table: string,
  columns: readonly string[],
): AsyncGenerator<string> {
  const isKeyed = columns.includes('client_id') && columns.includes('id');
  const source = sql.table(table);
  const unkeyed = isKeyed ? sql`t.client_id IS NULL` : sql`true`;
  const { rows: others } = await sql<{
    line: string;
  }>`SELECT row_to_json(t)::text AS line FROM ${source} AS t WHERE ${unkeyed}`.execute(kysely);
  if (others.length > 0) yield others.map(({ line }) => line).join('\n');
  if (!isKeyed) return;
  let last = { client_id: 0, id: 0 };
  for (;;) {
    const { rows } = await sql<{ line: string; client_id: number; id: number }>`
      SELECT row_to_json(t)::text AS line, t.client_id, t.id FROM ${source} AS t
      WHERE (t.client_id, t.id) > (${last.client_id}::integer, ${last.id}::bigint)
      ORDER BY t.client_id, t.id LIMIT ${rowsPerFile}`.execute(kysely);
    const end = rows.at(-1);
    if (!end) return;
    last = end;
    yield rows.map(({ line }) => line).join('\n');
  }
}

/** The functions of the product's database that its statements call. */
const functions = [
  `document_name(title, external_id, id) AS coalesce(nullif(trim(title), ''), nullif(external_id, ''), 'Document ' || id)`,
  `organisation_name(name, domain, id) AS coalesce(nullif(trim(name), ''), nullif(domain, ''), 'Organization ' || id)`,
  `reader_name(first_name, last_name, email, external_id, id) AS coalesce(
    nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), nullif(email, ''),
    nullif(external_id, ''), 'Reader ' || id)`,
  `fold_text(text) AS lower(strip_accents(text))`,
];

export interface DuckDb {
  /** Runs a statement of DuckDB and returns its rows. */
  readonly run: (text: string) => Promise<Record<string, unknown>[]>;
  readonly close: () => void;
}

/**
 * Opens DuckDB in memory on two threads, with a copy of the tables that the statements name. Its process is this one, so
 * that `process.cpuUsage` includes it.
 */
export const openDuckDb = async (
  db: Database,
  statements: readonly string[],
  log: (line: string) => void,
): Promise<DuckDb> => {
  const { DuckDBInstance } = await importDuckDb(log);
  log('  copying the data to DuckDB');
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-duckdb-'));
  const file = path.join(folder, 'rows.json');
  try {
    const columns = await readColumns(db, statements);
    for (const table of new Set(columns.map((column) => column.table))) {
      const own = columns.filter((column) => column.table === table);
      const typed = own.map(({ name, type }) => ({ name, type: toDuckDbType(type) }));
      await connection.run(
        `CREATE TABLE ${table} (${typed.map(({ name, type }) => `"${name}" ${type}`).join(', ')})`,
      );
      const described = typed.map(({ name, type }) => `"${name}": '${type}'`).join(', ');
      for await (const lines of readLines(
        db,
        table,
        own.map(({ name }) => name),
      )) {
        writeFileSync(file, lines);
        if (lines !== '')
          await connection.run(
            `INSERT INTO ${table} SELECT * FROM read_json('${file}', format = 'newline_delimited', columns = {${described}})`,
          );
      }
    }
    for (const each of functions) await connection.run(`CREATE MACRO ${each}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    run: async (text) => (await connection.runAndReadAll(text)).getRowObjectsJS(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
};
