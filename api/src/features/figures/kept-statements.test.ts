import type { CallKey } from '@readerlens/contract';
import type { CompiledQuery } from 'kysely';
import { listStatementTables } from '../../activities/packed/data-version.ts';
import { callWorld } from '../../testing/call-inputs.ts';
import { recordQueries } from '../../platform/db/record-queries.ts';
import type { Database } from '../../platform/db/index.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { figures } from './figures.routes.ts';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const listRelations = (node: PlanNode): string[] => [
  ...(node['Relation Name'] ? [node['Relation Name']] : []),
  ...(node.Plans ?? []).flatMap(listRelations),
];

describeOnOneEngine('statements of figures whose rows are kept', (db) => {
  const statements: CompiledQuery[] = [];
  let recorded: Database | undefined;
  const world = callWorld(() => (recorded ??= recordQueries(db(), (query) => statements.push(query))));

  it('name all tables that they read', async () => {
    for (const call of Object.keys(figures) as CallKey[])
      for (const input of world.listInputs(call)) expect((await world.send(call, input)).status).toBe(200);
    const kept = statements.filter(({ sql }) => listStatementTables(sql)?.includes('engagement'));
    expect(new Set(kept.map(({ sql }) => sql)).size).toBeGreaterThan(30);
    for (const query of kept) {
      const { rows } = await db().kysely.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        ...query,
        sql: `EXPLAIN (FORMAT JSON) ${query.sql}`,
      });
      const read = new Set(rows.flatMap((row) => listRelations(row['QUERY PLAN'][0].Plan)));
      expect([
        query.sql,
        [...read].filter((name) => !listStatementTables(query.sql)?.includes(name)),
      ]).toEqual([query.sql, []]);
      expect(query.sql).not.toMatch(/\b(now|random|clock_timestamp)\(|\bcurrent_/i);
    }
  });
});
