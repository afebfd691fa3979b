import type { CallKey } from '@readerlens/contract';
import type { CompiledQuery } from 'kysely';
import { listStatementTables } from '../../activities/packed/data-version.ts';
import { callWorld } from '../../testing/call-inputs.ts';
import { recordQueries } from '../../platform/db/record-queries.ts';
import type { Database } from '../../platform/db/index.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { marketingFigures } from '../marketing/marketing-figures.ts';
import { figures } from './figures.routes.ts';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const listRelations = (node: PlanNode): string[] => [
  ...(node['Relation Name'] ? [node['Relation Name']] : []),
  ...(node.Plans ?? []).flatMap(listRelations),
];

interface Asked {
  readonly call: CallKey;
  readonly query: CompiledQuery;
}

describeOnOneEngine('statements of figures whose rows are kept', (db) => {
  const statements: Asked[] = [];
  let call: CallKey;
  let recorded: Database | undefined;
  const world = callWorld(
    () => (recorded ??= recordQueries(db(), (query) => statements.push({ call, query }))),
  );

  const askEach = async (): Promise<Asked[]> => {
    statements.length = 0;
    for (call of [...Object.keys(figures), ...Object.keys(marketingFigures)] as CallKey[])
      for (const input of world.listInputs(call)) expect((await world.send(call, input)).status).toBe(200);
    return statements.filter(({ query }) => listStatementTables(query.sql)?.length);
  };
  const formatQuery = ({ sql, parameters }: CompiledQuery) => JSON.stringify([sql, parameters]);

  /** Those that are not executed a second time. */
  let asked: Asked[] = [];
  let kept: CompiledQuery[] = [];
  beforeAll(async () => {
    const first = await askEach();
    const again = new Set((await askEach()).map(({ query }) => formatQuery(query)));
    asked = first.filter(({ query }) => !again.has(formatQuery(query)));
    kept = asked.map(({ query }) => query);
  });

  it('are those of many figures', () => {
    expect(new Set(kept.map(({ sql }) => sql)).size).toBeGreaterThan(60);
    const marketing = ['newness', 'newness/by-month', 'content', 'comparison', 'comparison/trend'];
    const expected = [
      'POST /api/content-overview-dashboard/doc-count-by-{segment}',
      'POST /api/most-active-cos',
      'POST /api/most-active-readers',
      ...marketing.map((name) => `POST /api/marketing-performance/${name}`),
    ];
    const calls = new Set<string>(asked.map((each) => each.call));
    expect(expected.filter((name) => !calls.has(name))).toEqual([]);
  });

  it('name all tables that they read', async () => {
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

  it('read no activities of other clients, whose changes they would not notice', async () => {
    const { kysely } = db();
    const [activity] = await kysely.selectFrom('engagement').selectAll().execute();
    if (!activity) throw new Error('There is no activity.');
    const { id: other } = await kysely
      .insertInto('client')
      .values({ name: 'Another client' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: _, ...columns } = activity;
    // The same reader, organization and document, so that whoever reads them finds more.
    await kysely
      .insertInto('engagement')
      .values([1, 2].map((place) => ({ ...columns, client_id: other, external_id: `other ${place}` })))
      .execute();
    const own = `(SELECT * FROM engagement WHERE client_id = ${activity.client_id}) AS`;
    for (const query of kept.filter(({ sql }) => listStatementTables(sql)?.includes('engagement'))) {
      const restricted = { ...query, sql: query.sql.replaceAll(/\bengagement"? AS/g, own) };
      expect(restricted.sql).not.toBe(query.sql);
      const [all, ofClient] = await Promise.all([query, restricted].map((each) => kysely.executeQuery(each)));
      expect([query.sql, all?.rows]).toEqual([query.sql, ofClient?.rows]);
    }
  });
});
