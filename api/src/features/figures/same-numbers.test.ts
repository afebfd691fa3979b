import { dashboardFields, documentSegments } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { parse } from 'csv-parse/sync';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

const month = { field: 'RelativeDateRange', value: '-90d' };
const filters = {
  'a year of one client': [clients(1)],
  'ninety days of two clients': [clients(1, 3), month],
  'a community and a stage': [
    clients(1, 2, 3),
    { field: 'Onlines', value: [{ id: '1' }] },
    { field: 'BuyersJourneyStage', value: [{ id: 'Early' }] },
  ],
  'activities without a region': [clients(1, 2), { field: 'Region', value: [], allowNA: true }],
  'all but one document type': [
    clients(2),
    month,
    { field: 'DocumentTypes', op: 'NotContains', value: [{ id: '1' }] },
  ],
} as const;

interface Valued {
  value: number;
}
const sum = (rows: readonly Valued[]): number => rows.reduce((total, { value }) => total + value, 0);

describeOnOneEngine('numbers of the same filters', (db) => {
  const api = demoApi(db);
  // Some documents were taken offline; their engagements still happened.
  beforeAll(() =>
    db().kysely.updateTable('document').set({ is_active: false }).where('id', '<', 40).execute(),
  );

  describe.each(Object.entries(filters))('%s', (_, ofCase) => {
    const read = async <Data>(call: CallKey, params: Record<string, string> = {}, more: object = {}) => {
      const token = await api().tokenOf('internal@demo.example');
      const { status, body } = await api().call(call, { token, params, body: { filters: ofCase, ...more } });
      expect([status, body.message]).toEqual([200, '']);
      return body.data as Data;
    };
    const stats = () => read<{ totalLeads: number; uniqueDocs: number }>('POST /api/client-dashboard/stats');

    it('have one number of documents in tiles, charts, lists and exports', async () => {
      const { uniqueDocs } = await stats();
      expect(uniqueDocs).toBeGreaterThan(0);
      const documents = 'POST /api/content-overview-dashboard';
      const engaged = await read<{ total: number }>(`${documents}/activities-with-docs-count`);
      const ages = await read<{ count: number }[]>(`${documents}/doc-count-by-buyers-journey-and-age`);
      const ranked = await read<Valued[]>('POST /api/client-dashboard/top-documents', {}, { size: 200 });
      const bySegment = await Promise.all(
        documentSegments.map((segment) => read<Valued[]>(`${documents}/doc-count-by-{segment}`, { segment })),
      );
      const exported = await exportedColumn('docId');
      expect({
        engaged: engaged.total,
        ages: ages.reduce((total, { count }) => total + count, 0),
        ranked: ranked.length,
        bySegment: bySegment.map(sum),
        exported: new Set(exported).size,
      }).toEqual({
        engaged: uniqueDocs,
        ages: uniqueDocs,
        ranked: uniqueDocs,
        bySegment: documentSegments.map(() => uniqueDocs),
        exported: uniqueDocs,
      });
      const all = await read<{ total: number }>(`${documents}/doc-count`);
      expect(all.total).toBeGreaterThanOrEqual(uniqueDocs);
    });

    it('have one number of engagements, which all shares are parts of', async () => {
      const { totalLeads } = await stats();
      const months = await read<{ value: { primary: number; secondary: number } }[]>(
        'POST /api/client-dashboard/by-month',
      );
      const sources = await read<Valued[]>('POST /api/client-dashboard/by-source');
      const byField = await Promise.all(
        dashboardFields.map((field) =>
          read<Valued[]>('POST /api/client-dashboard/by-field/{field}', { field }, { size: 200 }),
        ),
      );
      const ranked = await read<Valued[]>('POST /api/client-dashboard/top-documents', {}, { size: 200 });
      const list = await read<{ total: number }>('POST /api/analytics/search');
      expect({
        months: sum(months.map(({ value }) => ({ value: value.primary + value.secondary }))),
        sources: sum(sources),
        byField: byField.map(sum),
        ranked: sum(ranked),
        list: list.total,
        exported: (await exportedColumn('activityType')).length,
      }).toEqual({
        months: totalLeads,
        sources: totalLeads,
        byField: dashboardFields.map(() => totalLeads),
        ranked: totalLeads,
        list: totalLeads,
        exported: totalLeads,
      });
    });

    const exportedColumn = async (field: string): Promise<string[]> => {
      const token = await api().tokenOf('internal@demo.example');
      const { statusCode, rawPayload } = await api().app.inject({
        method: 'POST',
        url: '/api/analytics/export',
        headers: { authorization: `Bearer ${token}` },
        payload: { filters: ofCase, columns: [{ field }], format: 'csv' },
      });
      expect(statusCode).toBe(200);
      const [, ...rows] = parse(rawPayload.toString(), { bom: true });
      return rows.map((row) => row.at(-1) ?? '');
    };
  });
});
