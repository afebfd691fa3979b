import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import { namedCatalogue, prepareForQuery } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { activityTypes } from '@readerlens/contract/vocabulary';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { loadDemo } from '../../data/demo/load-demo.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { CountedColumn } from './engagement-store.ts';
import { createPostgresEngagementStore } from './postgres-engagement-store.ts';
import type { EngagementSelection } from './selection.ts';

const now = new Date('2026-03-18T15:00:00Z');

const selectionOf = (filters: readonly Filter[] = []): EngagementSelection => ({
  clientIds: [1],
  communityIds: 'all',
  activityTypes,
  range: { from: '2026-02-01', to: '2026-03-18' },
  filters: prepareForQuery(filters, { now, catalogue: namedCatalogue }),
  catalogue: namedCatalogue,
});
const months = ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'];
const columns: CountedColumn[] = [
  'source',
  'document_type_id',
  'stage',
  'community_id',
  'region_id',
  'content_type',
];

const terms = (field: string, ...ids: string[]): Filter => ({
  $type: 'Terms',
  field,
  op: 'Contains',
  value: ids.map((id) => ({ id })),
  allowNA: false,
});
/** One of every kind that can be evaluated on the activity row alone. */
const ownFilters: Filter[] = [
  terms('ContentTopics', '1', '2', '3'),
  terms('AnalystTags', '1', '2', '3', '4', '5'),
  terms('Quality', '1', '2', '3'),
  { $type: 'Exists', field: 'Specifics', value: false },
  { $type: 'Bool', field: 'JsProcessed', value: true, allowNA: false },
  { $type: 'Media', field: 'MediaSource', value: ['All newsletters'] },
  { ...terms('Newsletter', '1'), op: 'NotContains' } as Filter,
  { ...terms('Region', '3'), op: 'NotContains' } as Filter,
];

describeOnOneEngine('the engagement store', (db) => {
  beforeAll(() => loadDemo(db(), { now, scale: 'small' }));

  const store = () => createPostgresEngagementStore(db());
  const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
  const plainly = async (expression: string) => {
    const { rows } = await sql
      .raw<{ value: number }>(`SELECT ${expression} AS value FROM engagement
      WHERE client_id = 1 AND occurred_at >= '2026-02-01' AND occurred_at < '2026-03-19' AND status IN (1, 4)`)
      .execute(db().kysely);
    return rows[0]?.value;
  };

  it('returns consistent counts from all methods', async () => {
    const selection = selectionOf();
    const stats = await store().stats(selection);
    expect(stats).toEqual({
      engagements: await plainly('count(*)'),
      readers: await plainly('count(DISTINCT reader_id)'),
      documents: await plainly('count(DISTINCT document_id)'),
    });
    expect(stats.engagements).toBeGreaterThan(50);
    expect(sum(await store().byMonth(selection, months))).toBe(stats.engagements);
    for (const column of columns)
      expect(sum(await store().byColumn(selection, column))).toBe(stats.engagements);
    for (const attribute of ['document_type_id', 'content_type', 'community_id'] as const)
      expect(sum(await store().documentsBy(selection, attribute))).toBe(stats.documents);
    expect(sum(await store().documentsByStageAndAge(selection))).toBe(stats.documents);
    expect(await store().engagedDocuments(selection)).toBe(stats.documents);
    const ranks = await store().topDocuments(selection, 'engagements', 200);
    expect(ranks.reduce((total, { engagements }) => total + engagements, 0)).toBe(stats.engagements);
  });

  it('counts distinct readers in each part', async () => {
    const selection = selectionOf();
    const organic = (await store().readersByColumn(selection, 'source')).find(({ code }) => code === 1);
    expect(organic?.count).toBe(await plainly('count(DISTINCT reader_id) FILTER (WHERE source = 1)'));
    const initial = (await store().readersByMonth(selection, months)).find(
      (row) => row.bucket === 1 && row.sequence === 1,
    );
    expect(initial?.count).toBe(
      await plainly(`count(DISTINCT reader_id) FILTER (WHERE sequence = 1 AND occurred_at >= '2026-03-01')`),
    );
  });

  it('counts available documents, including those without engagement', async () => {
    const selection = selectionOf();
    const available = await store().availableDocuments(selection);
    expect(available).toBeGreaterThanOrEqual(await store().engagedDocuments(selection));
    const never = { ...selection, range: { from: '1990-01-01', to: '1990-01-02' } };
    expect(await store().engagedDocuments(never)).toBe(0);
    expect(await store().availableDocuments(never)).toBeGreaterThan(0);
  });

  it('returns nothing for an empty list of clients', async () => {
    const noClients = { ...selectionOf(), clientIds: [] };
    expect(await store().stats(noClients)).toEqual({ engagements: 0, readers: 0, documents: 0 });
    expect(await store().byMonth(noClients, months)).toEqual([]);
    expect(await store().availableDocuments(noClients)).toBe(0);
    expect(await store().stats({ ...selectionOf(), activityTypes: [] })).toMatchObject({ engagements: 0 });
    expect(await store().stats({ ...selectionOf(), communityIds: [] })).toMatchObject({ engagements: 0 });
  });

  it.each([
    ['plain', [] as Filter[]],
    ['filtered by columns of the row', ownFilters],
  ])('reads only the covering index, %s', async (_, filters) => {
    const queries: CompiledQuery[] = [];
    const recording = createPostgresEngagementStore(recordQueries(db(), (query) => queries.push(query)));
    const selection = selectionOf(filters);
    await recording.stats(selection);
    await recording.byMonth(selection, months);
    await recording.readersByMonth(selection, months);
    for (const column of columns) await recording.byColumn(selection, column);
    await recording.readersByColumn(selection, 'source');
    await recording.topDocuments(selection, 'engagements', 25);
    await recording.documentsBy(selection, 'community_id');
    expect(queries).toHaveLength(12);
    for (const query of queries) {
      const { rows } = await db().kysely.executeQuery({ ...query, sql: `EXPLAIN ${query.sql}` });
      expect(JSON.stringify(rows)).toContain('Index Only Scan using engagement_covering on engagement e ');
    }
  });
});
