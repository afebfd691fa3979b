import type { EngagementRow } from '@readerlens/contract';
import { searchColumns, searchSortFields } from '@readerlens/contract/explorer';
import type { SearchColumn } from '@readerlens/contract/explorer';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { runs, seededRandom, testSeed } from '@readerlens/filters/testing';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { exporter } from './testing/exporter.ts';
import { blindedHeaders, searchAllPages } from './testing/search-pages.ts';

const random = seededRandom();
const chance = (part: number): boolean => random() < part;
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

/** What the table shows in each column, by the headings of the file. The file has the texts that a click on 'Specifics' shows. */
const cells: Readonly<Record<Exclude<SearchColumn, 'specifics'>, (row: EngagementRow) => object>> = {
  date: ({ date }) => ({ 'Activity Date': new Date(date) }),
  activityType: ({ activityType }) => ({ 'Activity Type': activityTypeLabel[activityType] }),
  quality: ({ qualityNum }) => ({ Quality: qualityNum }),
  fullName: ({ fullName, jobTitle }) => ({ 'Reader Name': fullName, 'Job Title': jobTitle }),
  company: ({ company }) => ({ 'Reader Company': company }),
  portal: ({ portal }) => ({ Community: portal }),
  docTitle: ({ docTitle }) => ({ 'Content Title': docTitle }),
  sequence: ({ sequenceName }) => ({ Sequence: sequenceName }),
};

const withoutEmpty = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

describeOnOneEngine('the file of the search as shown', (db) => {
  const api = demoApi(db);
  const { send, workbook } = exporter(api);

  it('has the rows of the table, for random selections, columns and orders', async () => {
    for (let run = 0; run < runs({ test: 6, soak: 60 }); run += 1) {
      const [as, own] = pick([
        ['internal', 4],
        ['client', 1],
        ['premium', 2],
      ] as const);
      const token = await api().tokenOf(`${as}@demo.example`);
      const headers = chance(0.3) ? blindedHeaders : {};
      const search = {
        filters: [clients(own), { field: 'RelativeDateRange', value: pick(['-30d', '-90d']) }],
        sort: { field: pick(searchSortFields), order: pick(['asc', 'desc']) },
        ...(chance(0.3) ? { query: pick(['a', 'er']) } : {}),
      };
      const names = searchColumns.filter((name) => name !== 'specifics' && chance(0.6));
      const shownColumns = names.length > 0 ? names.toReversed() : (['date'] as const);
      const shown = await searchAllPages(api(), token, search, headers);
      const file = await workbook(token, { ...search, shownColumns }, headers);
      const expected = shown.map((row) =>
        withoutEmpty(
          Object.assign({}, ...shownColumns.map((name) => (name === 'specifics' ? {} : cells[name](row)))),
        ),
      );
      const title = { seed: testSeed, run, as, search, shownColumns };
      expect({ ...title, rows: file.rows }).toEqual({ ...title, rows: expected });
      expect(file.about.Rows).toBe(shown.length);
    }
  });

  const filters = [clients(1), { field: 'RelativeDateRange', value: '-90d' }];

  it('has no other columns, a name of its own, and says in which order it is', async () => {
    const token = await api().tokenOf('internal@demo.example');
    const body = {
      filters,
      shownColumns: ['docTitle', 'fullName', 'specifics'],
      sort: { field: 'docTitle' },
    };
    const { headers } = await send(token, body);
    expect(headers['content-disposition']).toMatch(/filename="activities_as_shown_\d{8}_\d{4}\.xlsx"/);
    const { headings, about } = await workbook(token, body);
    expect(headings).toEqual(['Content Title', 'Reader Name', 'Job Title', 'Specifics']);
    expect(about).toMatchObject({ Order: 'Content Title, ascending', Masked: 'No' });
    const { items } = (await api().call('POST /api/analytics/search', { token, body: { filters } }))
      .body as unknown as { items: EngagementRow[] };
    const itemIds = items.slice(0, 3).map(({ qualifiedId }) => qualifiedId);
    const selected = await workbook(token, { itemIds, shownColumns: ['date'] });
    expect([selected.headings, selected.rows.length]).toEqual([['Activity Date'], itemIds.length]);
    const [event] = await db()
      .kysely.selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'activities.export')
      .orderBy('at', 'desc')
      .limit(1)
      .execute();
    expect(event?.detail).toMatchObject({ rows: itemIds.length, asShown: true });
  });

  it('refuses columns that the table does not have, and options of the specified files', async () => {
    const token = await api().tokenOf('internal@demo.example');
    const wrong = [
      { shownColumns: ['email'] },
      { shownColumns: [] },
      { shownColumns: ['date'], columns: [{ field: 'email' }] },
      { shownColumns: ['date'], aggregateSubsequents: true },
    ];
    for (const options of wrong) {
      const { statusCode, body } = await send(token, { filters, ...options });
      expect([options, statusCode, (JSON.parse(body) as { code: string }).code]).toEqual([
        options,
        400,
        'invalid_input',
      ]);
    }
  });
});
