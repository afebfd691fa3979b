import type { CompiledQuery } from 'kysely';
import { namedCatalogue, prepareForQuery } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { activityTypes } from '@readerlens/contract/vocabulary';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { loadDemo } from '../../data/demo/load-demo.ts';
import { countActivities } from '../../activities/key-list.ts';
import { selectionWhere } from '../../activities/selection.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { readPage } from './read-page.ts';

const now = new Date('2026-03-18T15:00:00Z');
const topics: Filter = {
  $type: 'Terms',
  field: 'ContentTopics',
  op: 'Contains',
  value: ['1', '2', '3', '4'].map((id) => ({ id })),
  allowNA: false,
};

describeOnOneEngine('a page of keys', (db) => {
  beforeAll(() => loadDemo(db(), { now, scale: 'small' }));

  const read = async (page: number, filters: readonly Filter[]) => {
    const queries: CompiledQuery[] = [];
    const { kysely } = recordQueries(db(), (query) => queries.push(query));
    const where = selectionWhere({
      clientIds: [1],
      communityIds: 'all',
      activityTypes,
      range: { from: '2025-03-18', to: '2026-03-18' },
      filters: prepareForQuery(filters, { now, catalogue: namedCatalogue }),
      catalogue: namedCatalogue,
    });
    const order = { field: 'date', descending: true, blinded: false } as const;
    const found = await readPage(kysely, {
      where,
      count: () => countActivities(kysely, where),
      order,
      page,
      size: 50,
    });
    return { ...found, queries };
  };

  it.each([
    ['plain', [] as Filter[]],
    ['filtered by columns of the row', [topics]],
  ])('is counted and read with the covering index, in its order, from both ends, %s', async (_, filters) => {
    const { total } = await read(1, filters);
    const last = Math.ceil(total / 50);
    expect(last).toBeGreaterThan(4);
    for (const page of [1, 2, last - 1, last]) {
      const { keys, queries } = await read(page, filters);
      expect(keys).toHaveLength(page === last ? total - 50 * (last - 1) : 50);
      expect(queries).toHaveLength(2);
      for (const query of queries) {
        const { rows } = await db().kysely.executeQuery({ ...query, sql: `EXPLAIN ${query.sql}` });
        const plan = JSON.stringify(rows);
        expect(plan).toMatch(/Index Only Scan (Backward )?using engagement_covering on engagement e /);
        expect(plan).not.toContain('Sort');
      }
    }
  });

  it('skips at most half of the rows', async () => {
    const { total } = await read(1, []);
    const last = Math.ceil(total / 50);
    for (const page of [2, Math.ceil(last / 2), last - 1, last]) {
      const { queries } = await read(page, []);
      const offset = Number(queries.find(({ sql }) => sql.includes('OFFSET'))?.parameters.at(-1));
      expect(offset).toBeLessThanOrEqual(total / 2);
    }
  });

  it('after the last is not read', async () => {
    const { total } = await read(1, []);
    const beyond = await read(Math.ceil(total / 50) + 1, []);
    expect([beyond.total, beyond.keys, beyond.queries.length]).toEqual([total, [], 1]);
  });
});
