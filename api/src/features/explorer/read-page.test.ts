import type { CompiledQuery } from 'kysely';
import { namedCatalogue, prepareForQuery } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { activityTypes } from '@readerlens/contract/vocabulary';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { loadDemo } from '../../data/demo/load-demo.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { readKeys } from '../../activities/key-list.ts';
import type { KeyPlace } from '../../activities/key-list.ts';
import { buildKeyOrder } from '../../activities/activity-order.ts';
import { createSelectionExtents } from '../../activities/packed/selection-extents.ts';
import { selectionWhere } from '../../activities/selection.ts';
import type { EngagementSelection } from '../../activities/selection.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { readNextPlaces, readPage } from './read-page.ts';

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

  const select = (filters: readonly Filter[], clientIds: readonly number[] = [1]): EngagementSelection => ({
    clientIds,
    communityIds: 'all',
    activityTypes,
    range: { from: '2025-03-18', to: '2026-03-18' },
    filters: prepareForQuery(filters, { now, catalogue: namedCatalogue }),
    catalogue: namedCatalogue,
  });

  const newestFirst = { field: 'date', descending: true, blinded: false } as const;

  const readSelection = async (page: number, selection: EngagementSelection, descending = true) => {
    const queries: CompiledQuery[] = [];
    const { kysely } = recordQueries(db(), (query) => queries.push(query));
    const order = { ...newestFirst, descending };
    const readExtent = createSelectionExtents(db());
    const found = await readPage(kysely, { selection, readExtent, order, page, size: 50 });
    return { ...found, queries };
  };
  const read = (page: number, filters: readonly Filter[]) => readSelection(page, select(filters));

  it.each([
    ['plain', [] as Filter[]],
    ['filtered by columns of the row', [topics]],
  ])('is read with the covering index, in its order, from both ends, %s', async (_, filters) => {
    const { total } = await read(1, filters);
    const last = Math.ceil(total / 50);
    expect(last).toBeGreaterThan(4);
    for (const page of [1, 2, last - 1, last]) {
      const { keys, queries } = await read(page, filters);
      expect(keys).toHaveLength(page === last ? total - 50 * (last - 1) : 50);
      expect(queries).toHaveLength(1);
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
    expect([beyond.total, beyond.keys, beyond.queries.length]).toEqual([total, [], 0]);
  });

  describe('of several clients', () => {
    const clients = [1, 2, 3];

    it.each([
      ['newest first', true],
      ['oldest first', false],
    ])('is that of the whole, %s', async (_, descending) => {
      for (const filters of [[], [topics]]) {
        const selection = select(filters, clients);
        const order = buildKeyOrder({ ...newestFirst, descending });
        const all = await readKeys(db().kysely, selectionWhere(selection), order, { size: 1e6, offset: 0 });
        const last = Math.ceil(all.length / 50);
        for (const page of [1, 2, 3, Math.ceil(last / 2), last - 1, last]) {
          const { keys, total } = await readSelection(page, selection, descending);
          expect([total, keys]).toEqual([all.length, all.slice((page - 1) * 50, page * 50)]);
        }
      }
    });

    it('by cursor is that of the whole', async () => {
      const selection = select([], clients);
      const order = buildKeyOrder(newestFirst);
      const where = selectionWhere(selection);
      const all = await readKeys(db().kysely, where, order, { size: 1e6, offset: 0 });
      const readExtent = createSelectionExtents(db());
      const found: ActivityKey[] = [];
      for (let after: KeyPlace | undefined; ;) {
        const places = await readNextPlaces(db().kysely, { selection, readExtent, after, size: 40 });
        found.push(...places.map(({ clientId, id }) => ({ clientId, id })));
        after = places.at(-1);
        if (places.length < 40) break;
      }
      expect(found).toEqual(all);
    });

    it('reads a small part of the period near its ends', async () => {
      const selection = select([], clients);
      const { total } = await readSelection(1, selection);
      for (const page of [1, Math.ceil(total / 50)]) {
        const { queries } = await readSelection(page, selection);
        const counting = queries.map(({ sql: text, parameters }) => ({
          sql: `SELECT count(*) AS count FROM (${text.replace(/ORDER BY[^]*$/, '')}) AS part`,
          parameters: parameters.slice(0, -2),
        }));
        for (const { sql: text, parameters } of counting) {
          const { rows } = await db().kysely.executeQuery<{ count: number }>({
            ...(queries[0] as CompiledQuery),
            sql: text,
            parameters,
          });
          expect(rows[0]?.count).toBeLessThan(total / 4);
        }
      }
    });

    it('is that of the whole when most activities lie far from an end', async () => {
      // One activity long before the others makes the parts from the start empty.
      const selection = select([], clients);
      const [first] = (await readSelection(1, selection, false)).keys;
      if (!first) throw new Error('There are no activities.');
      const moved = { ...selection, range: { from: '1990-01-01', to: selection.range.to } };
      const change = (occurredAt: Date) =>
        db().kysely.updateTable('engagement').set({ occurred_at: occurredAt }).where('id', '=', first.id);
      const { occurred_at: before } = await db()
        .kysely.selectFrom('engagement')
        .select('occurred_at')
        .where('id', '=', first.id)
        .executeTakeFirstOrThrow();
      await change(new Date('1990-02-01')).execute();
      const { keys, total, queries } = await readSelection(1, moved, false);
      const order = buildKeyOrder({ ...newestFirst, descending: false });
      const all = await readKeys(db().kysely, selectionWhere(moved), order, { size: 50, offset: 0 });
      await change(before).execute();
      expect(keys).toEqual(all);
      expect(keys[0]).toEqual(first);
      expect(total).toBeGreaterThan(1000);
      expect(queries.length).toBeGreaterThan(1);
    });
  });
});
