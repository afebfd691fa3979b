import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import { namedCatalogue, prepareForQuery } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { buckets } from '@readerlens/contract/buckets';
import { activityTypes } from '@readerlens/contract/vocabulary';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { loadDemo } from '../../data/demo/load-demo.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { createDimensionNamesSource } from '../dimension-names.ts';
import { packedStatement } from '../packed/packed-statement.ts';
import type { EngagementSelection } from '../selection.ts';
import { figures } from '../../features/figures/figures.routes.ts';
import { countActivities } from './counts.ts';
import type { Selected } from './figure.ts';

const now = new Date('2026-03-18T15:00:00Z');

const buildSelection = (filters: readonly Filter[] = []): EngagementSelection => ({
  clientIds: [1],
  communityIds: 'all',
  activityTypes,
  range: { from: '2026-02-01', to: '2026-03-18' },
  filters: prepareForQuery(filters, { now, catalogue: namedCatalogue }),
  catalogue: namedCatalogue,
});
const fields = ['DocumentTypes', 'BuyersJourneyStage', 'Onlines', 'Region', 'ContentType'];
const maxSize = { size: 200, filters: [] };

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

describeOnOneEngine('figures', (db) => {
  let selected: Selected;

  beforeAll(async () => {
    await loadDemo(db(), { now, scale: 'small' });
    selected = {
      kysely: db().kysely,
      names: createDimensionNamesSource(db()),
      selection: buildSelection(),
      session: { blinded: false } as Selected['session'],
    };
  });

  /** Answers the calls of a page without a session, which they do not need. */
  const dashboard = (part: Partial<Selected> = {}, body: object = maxSize) => {
    const question = (params?: object) => ({ ...selected, ...part, body, params, query: undefined }) as never;
    return {
      byMonth: () => figures['POST /api/client-dashboard/by-month'].read(question()),
      readersByMonth: () => figures['POST /api/client-dashboard/unique-by-month'].read(question()),
      bySource: () => figures['POST /api/client-dashboard/by-source'].read(question()),
      readersBySource: () => figures['POST /api/client-dashboard/unique-by-source'].read(question()),
      byField: (field: string) =>
        figures['POST /api/client-dashboard/by-field/{field}'].read(question({ field })),
      topDocuments: () => figures['POST /api/client-dashboard/top-documents'].read(question()),
      documentsBy: (segment: string) =>
        figures['POST /api/content-overview-dashboard/doc-count-by-{segment}'].read(question({ segment })),
      documentsByStageAndAge: () =>
        figures['POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age'].read(question()),
      engagedDocuments: async () =>
        (await figures['POST /api/content-overview-dashboard/activities-with-docs-count'].read(question()))
          .total,
      availableDocuments: async () =>
        (await figures['POST /api/content-overview-dashboard/doc-count'].read(question())).total,
    };
  };
  const sum = (rows: readonly ({ value: number } | { count: number })[]) =>
    rows.reduce((total, row) => total + ('value' in row ? row.value : row.count), 0);
  const sumMonths = (months: readonly { value: { primary: number; secondary: number } }[]) =>
    months.reduce((total, { value }) => total + value.primary + value.secondary, 0);
  const plainly = async (expression: string) => {
    const { rows } = await sql
      .raw<{ value: number }>(`SELECT ${expression} AS value FROM engagement
      WHERE client_id = 1 AND occurred_at >= '2026-02-01' AND occurred_at < '2026-03-19' AND status IN (1, 4)`)
      .execute(db().kysely);
    return rows[0]?.value;
  };

  it('have consistent counts', async () => {
    const counts = await countActivities(selected);
    expect(counts).toEqual({
      engagements: await plainly('count(*)'),
      readers: await plainly('count(DISTINCT reader_id)'),
      documents: await plainly('count(DISTINCT document_id)'),
    });
    const { engagements, documents } = counts;
    const all = dashboard();
    expect(engagements).toBeGreaterThan(50);
    expect(sumMonths((await all.byMonth()).data)).toBe(engagements);
    expect(sum((await all.bySource()).data)).toBe(engagements);
    for (const field of fields) expect(sum((await all.byField(field)).data)).toBe(engagements);
    for (const segment of ['document-type', 'content-type', 'community', 'buyers-journey'])
      expect(sum((await all.documentsBy(segment)).data)).toBe(documents);
    expect(sum((await all.documentsByStageAndAge()).data)).toBe(documents);
    expect(await all.engagedDocuments()).toBe(documents);
    expect(sum((await all.topDocuments()).data)).toBe(engagements);
  });

  it('count distinct readers in each part', async () => {
    const organic = (await dashboard().readersBySource()).data.find(({ name }) => name === 'organic');
    expect(organic?.value).toBe(await plainly('count(DISTINCT reader_id) FILTER (WHERE source = 1)'));
    const march = (await dashboard().readersByMonth()).data.find(({ key }) => key === '2026-03');
    expect(march?.value.primary).toBe(
      await plainly(`count(DISTINCT reader_id) FILTER (WHERE sequence = 1 AND occurred_at >= '2026-03-01')`),
    );
  });

  it('count available documents, including those without engagement', async () => {
    expect(await dashboard().availableDocuments()).toBeGreaterThanOrEqual(
      await dashboard().engagedDocuments(),
    );
    const never = dashboard({
      selection: { ...buildSelection(), range: { from: '1990-01-01', to: '1990-01-02' } },
    });
    expect(await never.engagedDocuments()).toBe(0);
    expect(await never.availableDocuments()).toBeGreaterThan(0);
  });

  it('are zero for an empty list of clients, activity types or communities', async () => {
    const noClients = { ...buildSelection(), clientIds: [] };
    const count = (selection: EngagementSelection) => countActivities({ ...selected, selection });
    expect(await count(noClients)).toEqual({ engagements: 0, readers: 0, documents: 0 });
    expect(sumMonths((await dashboard({ selection: noClients }).byMonth()).data)).toBe(0);
    expect(await dashboard({ selection: noClients }).availableDocuments()).toBe(0);
    expect(await count({ ...buildSelection(), activityTypes: [] })).toMatchObject({ engagements: 0 });
    expect(await count({ ...buildSelection(), communityIds: [] })).toMatchObject({ engagements: 0 });
  });

  it.each([
    ['plain', [] as Filter[]],
    ['filtered by columns of the row', ownFilters],
  ])('read only the covering index, %s', async (_, filters) => {
    const queries: CompiledQuery[] = [];
    const { kysely } = recordQueries(db(), (query) => queries.push(query));
    const recorded = { kysely, selection: buildSelection(filters) };
    const recording = dashboard(recorded, { filters: [] });
    await countActivities(recorded);
    for (const bucket of buckets) {
      const divided = dashboard(recorded, { filters: [], bucket });
      await divided.byMonth();
      await divided.readersByMonth();
    }
    await recording.bySource();
    for (const field of fields) await recording.byField(field);
    await recording.readersBySource();
    await recording.topDocuments();
    await recording.documentsBy('community');
    expect(queries).toHaveLength(16);
    for (const query of queries) {
      const { rows } = await db().kysely.executeQuery({ ...query, sql: `EXPLAIN ${query.sql}` });
      expect(JSON.stringify(rows)).toContain('Index Only Scan using engagement_covering on engagement e ');
    }
  });

  it.each([
    ['plain', [] as Filter[]],
    ['filtered by columns of the row', ownFilters],
  ])('read only the covering index for packed rows, %s', async (_, filters) => {
    const query = packedStatement(db().kysely, buildSelection(filters), { most: 1_000_000 });
    const { rows } = await db().kysely.executeQuery({ ...query, sql: `EXPLAIN ${query.sql}` });
    expect(JSON.stringify(rows)).toContain('Index Only Scan using engagement_covering on engagement e ');
  });
});
