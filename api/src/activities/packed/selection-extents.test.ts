import { activityTypes } from '@readerlens/contract/vocabulary';
import { namedCatalogue } from '@readerlens/filters/model';
import type { PreparedFilter } from '@readerlens/filters/model';
import { loadDemo } from '../../data/demo/load-demo.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { createSelectionExtents } from './selection-extents.ts';
import type { ReadExtent } from './selection-extents.ts';

const select = (filters: readonly PreparedFilter[] = []): EngagementSelection => ({
  clientIds: [1],
  communityIds: 'all',
  activityTypes,
  range: { from: '2025-03-18', to: '2026-03-18' },
  filters,
  catalogue: namedCatalogue,
});
const named = (value: string) => select([{ $type: 'Text', field: 'DocumentTitle', op: 'Contains', value }]);

describeOnOneEngine('extents of selections', (db) => {
  beforeAll(() => loadDemo(db(), { now: new Date('2026-03-18T15:00:00Z'), scale: 'small' }));
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const expected = async (selection: EngagementSelection) => {
    const found = await db()
      .kysely.selectFrom('engagement as e')
      .select(['e.id', 'e.occurred_at'])
      .where(selectionWhere(selection))
      .execute();
    const times = found.map((row) => row.occurred_at.getTime());
    const [first = 0, last = 0] = times.length > 0 ? [Math.min(...times), Math.max(...times)] : [];
    return { count: times.length, first, last };
  };
  /** Reads an extent, in milliseconds, and returns how many statements read activities. */
  const readWith = async (read: ReadExtent, selection: EngagementSelection) => {
    const reading = jest.spyOn(db(), 'readColumns');
    reading.mockClear();
    const { count, first, last } = await read(selection);
    const statements = reading.mock.calls.filter(([query]) => query.sql.includes('FROM engagement')).length;
    const [firstMs, lastMs] = [first, last].map((micros) => Math.floor(micros / 1000));
    return { found: { count, first: firstMs, last: lastMs }, read: statements };
  };

  it('are read once while nothing changes', async () => {
    const extent = createSelectionExtents(db());
    for (const selection of [select(), named('a'), named("it's %"), named('no such name')]) {
      const found = await expected(selection);
      expect(await readWith(extent, selection)).toEqual({ found, read: 1 });
      expect(await readWith(extent, selection)).toEqual({ found, read: 0 });
    }
  });

  it('are kept for the selections that were asked for last', async () => {
    const roomForTwo = 12_000;
    const extent = createSelectionExtents(db(), roomForTwo);
    for (const value of ['a', 'e', 'a', 'o']) await extent(named(value));
    expect((await readWith(extent, named('a'))).read).toBe(0);
    expect((await readWith(extent, named('e'))).read).toBe(1);
  });

  it('follow a change at once', async () => {
    const extent = createSelectionExtents(db());
    const before = (await extent(select())).count;
    await db().kysely.updateTable('engagement').set({ status: 2 }).where('id', '=', 1).execute();
    await db()
      .kysely.deleteFrom('engagement')
      .where('client_id', '=', 1)
      .where('reader_id', '=', 1)
      .execute();
    const { found, read } = await readWith(extent, select());
    expect({ found, read }).toEqual({ found: await expected(select()), read: 1 });
    expect(found.count).toBeLessThanOrEqual(before);
  });
});
