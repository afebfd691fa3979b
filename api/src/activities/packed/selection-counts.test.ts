import { activityTypes } from '@readerlens/contract/vocabulary';
import { namedCatalogue } from '@readerlens/filters/model';
import type { PreparedFilter } from '@readerlens/filters/model';
import { loadDemo } from '../../data/demo/load-demo.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { countActivities } from '../key-list.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { createSelectionCounts } from './selection-counts.ts';

const select = (filters: readonly PreparedFilter[] = []): EngagementSelection => ({
  clientIds: [1],
  communityIds: 'all',
  activityTypes,
  range: { from: '2025-03-18', to: '2026-03-18' },
  filters,
  catalogue: namedCatalogue,
});
const named = (value: string) => select([{ $type: 'Text', field: 'DocumentTitle', op: 'Contains', value }]);

describeOnOneEngine('counts of selections', (db) => {
  beforeAll(() => loadDemo(db(), { now: new Date('2026-03-18T15:00:00Z'), scale: 'small' }));
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const expected = (selection: EngagementSelection) =>
    countActivities(db().kysely, selectionWhere(selection));
  /** Counts, and returns how many statements read activities. */
  const countWith = async (
    count: (selection: EngagementSelection) => Promise<number>,
    selection: EngagementSelection,
  ) => {
    const reading = jest.spyOn(db(), 'readFields');
    reading.mockClear();
    const found = await count(selection);
    const read = reading.mock.calls.filter(([query]) => query.sql.includes('FROM engagement'));
    return { found, read: read.length };
  };

  it('are read once while nothing changes', async () => {
    const count = createSelectionCounts(db());
    for (const selection of [select(), named('a'), named("it's %")]) {
      const total = await expected(selection);
      expect(await countWith(count, selection)).toEqual({ found: total, read: 1 });
      expect(await countWith(count, selection)).toEqual({ found: total, read: 0 });
    }
  });

  it('are kept for the selections that were asked for last', async () => {
    const roomForTwo = 12_000;
    const count = createSelectionCounts(db(), roomForTwo);
    for (const value of ['a', 'e', 'a', 'o']) await count(named(value));
    expect((await countWith(count, named('a'))).read).toBe(0);
    expect((await countWith(count, named('e'))).read).toBe(1);
  });

  it('follow a change at once', async () => {
    const count = createSelectionCounts(db());
    const before = await count(select());
    await db().kysely.updateTable('engagement').set({ status: 2 }).where('id', '=', 1).execute();
    await db()
      .kysely.deleteFrom('engagement')
      .where('client_id', '=', 1)
      .where('reader_id', '=', 1)
      .execute();
    const { found, read } = await countWith(count, select());
    expect({ found, read }).toEqual({ found: await expected(select()), read: 1 });
    expect(found).toBeLessThanOrEqual(before);
  });
});
