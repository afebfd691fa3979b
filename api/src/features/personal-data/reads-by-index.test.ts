// A request about one reader does not read the activities of all others.
import { sql } from 'kysely';
import pg from 'pg';
import type { Calls } from '@readerlens/contract';
import { describeOnServer } from '../../platform/testing/index.ts';
import { email, plantedReader } from './testing/planted-reader.ts';

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  /** Of a bitmap of rows, which is from an index. */
  readonly 'Recheck Cond'?: string;
  readonly 'Node Type': string;
  readonly Plans?: readonly Plan[];
}

const listPlans = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listPlans)];

const readsActivities = (statement: string): boolean =>
  /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/i.test(statement) && /\bengagement\b/.test(statement);

describeOnServer('requests about a reader', (db) => {
  const planting = plantedReader(db);

  /** The statements that read activities otherwise than by an index that begins with the client. */
  const findScans = async (statements: ReadonlyMap<string, readonly unknown[]>): Promise<string[]> => {
    const client = await db().session();
    const found: string[] = [];
    for (const [statement, parameters] of statements) {
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${statement}`, parameters);
      const [{ Plan: plan }] = rows[0]!['QUERY PLAN'] as [{ Plan: Plan }];
      const scans = listPlans(plan).filter((each) => each['Relation Name'] === 'engagement');
      const isScan = (each: Plan) => {
        const condition = each['Index Cond'] ?? each['Recheck Cond'] ?? '';
        return each['Node Type'] !== 'ModifyTable' && !condition.includes('client_id');
      };
      if (scans.some(isScan)) found.push(statement);
    }
    client.release();
    return found;
  };

  /** Activities of other readers, so many that reading all of them takes longer. */
  const addOthers = async () => {
    const { kysely } = db();
    await sql`
      INSERT INTO engagement (client_id, occurred_at, activity_type, source, status, community_id, document_id, reader_id)
      SELECT 1000 + n % 30, '2026-01-05', 0, 0, 1, 1, 1, 1000 + n % 5000 FROM generate_series(1, 50000) AS n`.execute(
      kysely,
    );
    await sql`ANALYZE engagement`.execute(kysely);
  };

  it('find activities by client and reader', async () => {
    const { world, admin, activity } = planting;
    const readerId = String(activity().readerId);
    await addOthers();
    const { id: other } = await db()
      .kysely.insertInto('client')
      .values({ name: 'Another client' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`INSERT INTO engagement (client_id, occurred_at, activity_type, source, status, community_id, document_id, reader_id)
      SELECT ${other}, occurred_at, activity_type, source, status, community_id, document_id, reader_id
      FROM engagement WHERE reader_id = ${activity().readerId}`.execute(db().kysely);
    // Not before the test: others of its group restore all functions at the end of theirs.
    const query = jest.spyOn(pg.Client.prototype, 'query');
    const clientIds = [String(other)];
    const steps: readonly [keyof Calls, object][] = [
      ['POST /api/personal-data/find', { email }],
      ['POST /api/personal-data/export', { readerIds: [readerId] }],
      ['POST /api/personal-data/restrict', { readerId, reason: 'Contested.' }],
      ['POST /api/personal-data/lift', { readerId }],
      ['POST /api/personal-data/erase', { readerIds: [readerId], keep: [], clientIds }],
      ['POST /api/personal-data/erase', { readerIds: [readerId], keep: [] }],
    ];
    for (const [call, body] of steps)
      expect([call, (await world().call(call, { token: admin(), body })).status]).toEqual([call, 200]);
    const statements = new Map(
      query.mock.calls.flatMap(([text, values]: unknown[]) =>
        typeof text === 'string' && readsActivities(text) ? [[text, (values ?? []) as unknown[]]] : [],
      ),
    );
    query.mockRestore();
    expect(statements.size).toBeGreaterThan(6);
    expect(await findScans(statements)).toEqual([]);
    // The server may gather statistics of the other tables at any time.
    await sql`ANALYZE`.execute(db().kysely);
    expect(await findScans(statements)).toEqual([]);
  });
});
