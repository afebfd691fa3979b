import type { Database } from '@readerlens/api';
import { CompiledQuery } from 'kysely';
import type { Page } from './page-calls.ts';

/** The statements of each call of a page, in steps: those of one step run beside each other. */
export type Statements = readonly (readonly (readonly CompiledQuery[])[])[];

/** A condition on all clients or codes is longer than anybody reads. */
const maxLine = 160;

const explainQuery = async (db: Database, { sql, parameters }: CompiledQuery): Promise<string> => {
  const explain = CompiledQuery.raw(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ${sql}`,
    [...parameters],
  );
  const { rows } = await db.kysely.executeQuery<{ 'QUERY PLAN': string }>(explain);
  return rows.map((row) => `    ${row['QUERY PLAN'].slice(0, maxLine)}`).join('\n');
};

/** The plans of all statements of a page, as Markdown. They have the numbers of rows, but no times, which vary. */
export const formatPlans = async (db: Database, page: Page, statements: Statements): Promise<string> => {
  const parts: string[] = [];
  for (const [at, { url }] of page.calls.entries()) {
    parts.push(`### ${url}`);
    for (const query of statements[at]?.flat() ?? []) parts.push(await explainQuery(db, query));
  }
  return parts.join('\n\n');
};
