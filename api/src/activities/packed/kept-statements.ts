import { hash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import { interceptQueries } from '../../platform/db/intercept-queries.ts';
import type { Database, Schema } from '../../platform/db/index.ts';
import { currentCaller } from '../../platform/caller.ts';
import { listStatementTables, parseTableVersions, tableVersionsStatement } from './data-version.ts';
import type { ReadSelection, TableVersions } from './data-version.ts';
import { createKeptValues } from './kept-values.ts';

export interface KeptStatementOptions {
  readonly mostBytes?: number;
  /** Called with by how much the kept rows have grown. */
  readonly onBytes?: (more: number) => void;
}

/** A database whose statements about the data of a selection's clients are answered from kept rows while nothing changes. */
export type KeepStatements = (selection: ReadSelection) => Kysely<Schema>;

/** Counts of the rows of a statement. */
export interface Counted<Rows, Value> {
  readonly query: CompiledQuery;
  /** All that `count` depends on besides the rows, as JSON can have it. */
  readonly key: unknown;
  /** Executes the statement. */
  readonly read: () => Promise<Rows>;
  readonly count: (rows: Rows) => Value;
}

interface Keeping {
  readonly executing: Kysely<Schema>;
  readonly count: <Rows, Value>(counted: Counted<Rows, Value>) => Promise<Value>;
}
const keepings = new WeakMap<Kysely<Schema>, Keeping>();

/** The database that executes the statements that one of `KeepStatements` does not answer; any other is its own. */
export const findExecuting = (kysely: Kysely<Schema>): Kysely<Schema> =>
  keepings.get(kysely)?.executing ?? kysely;

/**
 * Counts rows that are too many to keep. One of `KeepStatements` keeps the counts instead, and calls of one user that arrive while
 * nothing changes share the rows; with any other database they are read each time.
 */
export const keepCounts = async <Rows, Value>(
  kysely: Kysely<Schema>,
  counted: Counted<Rows, Value>,
): Promise<Value> => keepings.get(kysely)?.count(counted) ?? counted.count(await counted.read());

/** More rows are not worth their memory. */
const mostRows = 2000;
const largestBytes = 2 ** 18;

const measureBytes = (value: unknown): number =>
  Array.isArray(value) && value.length > mostRows ? Infinity : JSON.stringify(value).length * 2;

const formatStatement = (query: CompiledQuery): string => `${query.sql}\n${JSON.stringify(query.parameters)}`;

/**
 * Keeps the rows of statements, with the version of the data before they were read: rows may be newer than
 * their version, in which case nobody finds them. A statement contains all that its rows depend on: the selection, and what
 * the caller may see. What reads a table without a version is not kept.
 */
export const createKeptStatements = (
  db: Pick<Database, 'kysely' | 'readColumns'>,
  { mostBytes = 2 ** 24, onBytes }: KeptStatementOptions = {},
): KeepStatements => {
  const kept = createKeptValues<unknown>(mostBytes, onBytes);
  /** Rows that are being read, by their user, statement and version. */
  const reading = new Map<string, Promise<unknown>>();

  /** Each figure reads it in its own turn: shared, it would wait in the line of whoever came first. */
  const readVersions = async (selection: ReadSelection): Promise<TableVersions | undefined> => {
    try {
      const [field] = await db.readColumns(tableVersionsStatement(db.kysely, selection));
      return field ? parseTableVersions(field) : undefined;
    } catch {
      // The statements are then executed, and say themselves what is wrong.
      return undefined;
    }
  };

  /** The value that is kept for a statement, or one that is read now and kept unless it is too large. */
  const answer = async <Value>(
    statement: string,
    version: string,
    read: () => Promise<Value>,
  ): Promise<Value> => {
    // Statements about what was counted have thousands of ids.
    const text = hash('sha256', statement, 'base64');
    const found = kept.find(text);
    if (found?.version === version) return structuredClone(found.value) as Value;
    const value = await read();
    const bytes = measureBytes(value);
    if (bytes > largestBytes) return value;
    const copy = structuredClone(value);
    kept.keep({ text, version }, bytes, () => copy);
    return value;
  };

  /**
   * Who has read the same version sees nothing that rows lack whose reading began after that version was read. The user whose
   * reading it is may be refused, so nobody else shares it.
   */
  const share = <Rows>(statement: string, version: string, read: () => Promise<Rows>): Promise<Rows> => {
    const key = JSON.stringify([currentCaller(), statement, version]);
    const current = reading.get(key) as Promise<Rows> | undefined;
    if (current) return current;
    const rows = read();
    const end = () => reading.delete(key);
    rows.then(end, end);
    reading.set(key, rows);
    return rows;
  };

  return (selection) => {
    // A figure reads one version for all its statements.
    let versions: Promise<TableVersions | undefined> | undefined;
    /** Undefined if what a statement reads has no version. */
    const readVersion = async (text: string): Promise<string | undefined> => {
      const tables = listStatementTables(text);
      if (!tables || tables.length === 0) return undefined;
      versions ??= readVersions(selection);
      return (await versions)?.(tables);
    };
    const keeping = interceptQueries(db.kysely, async (query, execute) => {
      const version = await readVersion(query.sql);
      if (version === undefined) return execute();
      const read = async () => (await execute()).rows;
      return { rows: await answer(formatStatement(query), version, read) };
    });
    keepings.set(keeping, {
      executing: db.kysely,
      async count({ query, key, read, count }) {
        const version = await readVersion(query.sql);
        if (version === undefined) return count(await read());
        const statement = formatStatement(query);
        return answer(`${statement}\n${JSON.stringify(key)}`, version, async () =>
          count(await share(statement, version, read)),
        );
      },
    });
    return keeping;
  };
};
