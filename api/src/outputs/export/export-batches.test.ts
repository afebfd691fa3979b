import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { exportColumns } from '@readerlens/contract/explorer';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import type { Database } from '../../platform/db/index.ts';
import { describeOnEachEngine } from '../../platform/testing/index.ts';
import { nextBatchSize } from './export-batches.ts';
import { exportToBuffer } from './plan-export.ts';

it('reads fewer rows at a time when the database is slow, and never more than 5000', () => {
  expect(nextBatchSize(1000, 10)).toBe(2000);
  expect(nextBatchSize(4000, 10)).toBe(5000);
  expect(nextBatchSize(4000, 100)).toBe(2000);
  expect(nextBatchSize(4000, 10_000)).toBe(2000);
  expect(nextBatchSize(1000, 10_000)).toBe(1000);
  expect(nextBatchSize(200, 0)).toBe(1000);
});

describeOnEachEngine('the statements of an export', (db, engine) => {
  const world = activityWorld(db);
  const rowCount = 12_000;
  let clientId: number;
  beforeAll(async () => {
    clientId = await world().add('client', { name: 'Client' });
    const readerId = await world().add('reader', { title: 'Scientist' });
    await sql`INSERT INTO engagement (client_id, reader_id, document_id, community_id, occurred_at, activity_type, status, source)
      SELECT ${clientId}::integer, ${readerId}::integer, 1, 1, ${noon(5)}::timestamptz + place * interval '1 second', 1, 1, 1
      FROM generate_series(1, ${rowCount}::integer) AS place`.execute(db().kysely);
  });

  /** The statements and the number of their rows. */
  const recordStatements = async (...fields: string[]) => {
    const statements: { text: string; rows: number }[] = [];
    const recorded: Database = {
      ...db(),
      async copyOut(query, session) {
        const bytes = await db().copyOut(query, session);
        const rows = Buffer.from(bytes).toString().split('\n').length - 1;
        statements.push({ text: query.compile().sql, rows });
        return bytes;
      },
      async copyChunks(query, session) {
        statements.push({ text: query.compile().sql, rows: rowCount });
        return db().copyChunks(query, session);
      },
    };
    const file = await exportToBuffer(recorded, {
      where: sql<SqlBool>`e.client_id = ${clientId}::integer`,
      columns: exportColumns.filter(({ field }) => fields.includes(field)),
      viewer: {
        user: { first_name: 'Ana', last_name: 'Ruiz' },
        blinded: false,
        scope: { searchFields: new Set() },
      },
      order: { field: 'date', descending: true, blinded: false },
      format: 'csv',
      selection: 'All',
    });
    return { statements, lines: Buffer.from(file).toString().split('\r\n') };
  };

  it('are a single one, or few of which none is large', async () => {
    const { statements, lines } = await recordStatements('date', 'jobTitle');
    expect(lines).toHaveLength(rowCount + 2);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Scientist$/);
    expect(statements.reduce((sum, { rows }) => sum + rows, 0)).toBe(rowCount);
    const isShared = engine === 'pglite';
    expect(Math.max(...statements.map(({ rows }) => rows))).toBeLessThanOrEqual(isShared ? 5000 : rowCount);
    expect(statements.length).toBeLessThanOrEqual(isShared ? rowCount / 1000 : 1);
  });

  it('read only the tables of the chosen columns', async () => {
    const [first] = (await recordStatements('date', 'jobTitle')).statements;
    expect(first?.text).toContain('JOIN reader');
    expect(first?.text).not.toMatch(/document|organisation|engagement_detail|r\.email/);
    const [all] = (await recordStatements('docTitle', 'readerOrg', 'specifics')).statements;
    expect(all?.text).toMatch(/document[^]*organisation[^]*engagement_detail/);
  });
});
