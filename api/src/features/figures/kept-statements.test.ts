import type { CallKey } from '@readerlens/contract';
import { sql } from 'kysely';
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

/** Those whose rows belong to a client. Details are only read with their activity. */
const clientTables = [
  'engagement',
  'event_registrant',
  'newsletter_recipient',
  'opportunity',
  'opportunity_stage',
  'webinar_registrant',
];

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
  const formatQuery = (query: CompiledQuery) => JSON.stringify([query.sql, query.parameters]);

  /** Those that are not executed a second time. */
  let asked: Asked[] = [];
  let kept: CompiledQuery[] = [];
  beforeAll(async () => {
    await sql`
      INSERT INTO opportunity_stage (client_id, stage_key, outcome)
      SELECT client_id, match_text(stage), 'won' FROM opportunity`.execute(db().kysely);
    const first = await askEach();
    const again = new Set((await askEach()).map(({ query }) => formatQuery(query)));
    asked = first.filter(({ query }) => !again.has(formatQuery(query)));
    kept = asked.map(({ query }) => query);
  });

  it('are those of many figures', () => {
    expect(new Set(kept.map((query) => query.sql)).size).toBeGreaterThan(60);
    const marketing = `newness newness/by-month content comparison comparison/trend
      webinars webinars/registrations webinars/list webinars/people
      events events/list events/sessions events/lift events/organizations
      newsletters newsletters/links newsletters/latency newsletters/organizations
      pipeline pipeline/rows pipeline/without-deals`.split(/\s+/);
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

  it('read no rows of other clients, whose changes they would not notice', async () => {
    const { kysely } = db();
    const { client_id: clientId } = await kysely
      .selectFrom('engagement')
      .select('client_id')
      .executeTakeFirstOrThrow();
    const { id: other } = await kysely
      .insertInto('client')
      .values({ name: 'Another client' })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The same readers, organizations and documents, so that whoever reads them finds more.
    for (const table of clientTables) {
      const { rows } = await sql<{ columns: string }>`
        SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${table} AND column_name NOT IN ('id', 'client_id')`.execute(
        kysely,
      );
      const columns = sql.raw(rows[0]?.columns ?? '');
      const { numAffectedRows } = await sql`
        INSERT INTO ${sql.table(table)} (client_id, ${columns})
        SELECT ${other}::integer, ${columns} FROM ${sql.table(table)} WHERE client_id = ${clientId}::integer`.execute(
        kysely,
      );
      expect([table, Number(numAffectedRows) > 0]).toEqual([table, true]);
    }
    const ofClients = new RegExp(String.raw`\b(${clientTables.join('|')})"? AS`, 'g');
    const restrict = (text: string) =>
      text.replaceAll(ofClients, `(SELECT * FROM $1 WHERE client_id = ${clientId}) AS`);
    const read = new Set<string>();
    for (const query of kept) {
      const own = (listStatementTables(query.sql) ?? []).filter((name) => clientTables.includes(name));
      if (own.length === 0) continue;
      own.forEach((name) => read.add(name));
      const restricted = { ...query, sql: restrict(query.sql) };
      expect(restricted.sql).not.toBe(query.sql);
      const [all, ofClient] = await Promise.all([query, restricted].map((each) => kysely.executeQuery(each)));
      expect([query.sql, all?.rows]).toEqual([query.sql, ofClient?.rows]);
    }
    expect([...read].toSorted()).toEqual(clientTables);
  });
});
