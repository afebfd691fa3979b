import { hash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import { interceptQueries } from '../../platform/db/intercept-queries.ts';
import type { Database, Schema } from '../../platform/db/index.ts';
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

const executing = new WeakMap<Kysely<Schema>, Kysely<Schema>>();

/** The database that executes the statements that one of `KeepStatements` does not answer; any other is its own. */
export const findExecuting = (kysely: Kysely<Schema>): Kysely<Schema> => executing.get(kysely) ?? kysely;

/** More rows are not worth their memory. */
const mostRows = 2000;
const largestBytes = 2 ** 18;

const measureBytes = (rows: readonly unknown[]): number =>
  rows.length > mostRows ? Infinity : JSON.stringify(rows).length * 2;

/**
 * Keeps the rows of statements, with the version of the data before they were read: rows may be newer than
 * their version, in which case nobody finds them. A statement contains all that its rows depend on: the selection, and what
 * the caller may see. What reads a table without a version is not kept.
 */
export const createKeptStatements = (
  db: Pick<Database, 'kysely' | 'readColumns'>,
  { mostBytes = 2 ** 24, onBytes }: KeptStatementOptions = {},
): KeepStatements => {
  const kept = createKeptValues<readonly unknown[]>(mostBytes, onBytes);

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

  const answer = async (
    query: CompiledQuery,
    version: string,
    execute: () => Promise<{ readonly rows: unknown[] }>,
  ) => {
    // Statements about what was counted have thousands of ids.
    const text = hash('sha256', `${query.sql}\n${JSON.stringify(query.parameters)}`, 'base64');
    const found = kept.find(text);
    if (found?.version === version) return { rows: structuredClone(found.value) as unknown[] };
    const result = await execute();
    const bytes = measureBytes(result.rows);
    if (bytes > largestBytes) return result;
    const copy = structuredClone(result.rows);
    kept.keep({ text, version }, bytes, () => copy);
    return result;
  };

  return (selection) => {
    // A figure reads one version for all its statements.
    let versions: Promise<TableVersions | undefined> | undefined;
    const keeping = interceptQueries(db.kysely, async (query, execute) => {
      const tables = listStatementTables(query.sql);
      if (!tables || tables.length === 0) return execute();
      versions ??= readVersions(selection);
      const version = (await versions)?.(tables);
      return version === undefined ? execute() : answer(query, version, execute);
    });
    executing.set(keeping, db.kysely);
    return keeping;
  };
};
