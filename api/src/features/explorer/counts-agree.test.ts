import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { searchAllPages, searchPage } from './testing/search-pages.ts';

const api = demoApi();

const narrowed = [
  { field: 'ContentTopics', value: ['1', '2', '3', '4'].map((id) => ({ id })) },
  { field: 'Quality', value: [{ id: '2' }, { id: '3' }] },
  { field: 'Title', op: 'NotContains', value: 'manager' },
];
const lastYears = { field: 'RelativeDateRange', value: '/y-2y' };

describe.each([
  'internal@demo.example',
  'client@demo.example',
  'onecommunity@demo.example',
  'noevents@demo.example',
])('the results of %s', (email) => {
  it.each([
    ['of a client', {}],
    ['of two years', { filters: [lastYears] }],
    ['narrowed', { filters: narrowed }],
    ['of some types', { activityTypes: ['Webinar', 'Event'] }],
    ['with a text', { query: 'cell' }],
  ])(
    '%s is what the dashboard counts',
    async (_, { filters = [], ...narrowing }: { filters?: unknown[]; [narrowing: string]: unknown }) => {
      const token = await api().tokenOf(email);
      const user = await api().services.users.findByEmail(email);
      const own = user ? (await api().services.users.find(user.id))?.entitlements.clientIds : undefined;
      const [clientId = 1] = own ?? [];
      const body = { filters: [clients(clientId), ...filters], ...narrowing };
      const { body: answer } = await api().call('POST /api/client-dashboard/stats', { token, body });
      const { totalLeads, uniquePeople } = answer.data as { totalLeads: number; uniquePeople: number };
      expect((await searchPage(api(), token, body)).total).toBe(totalLeads);
      const rows = await searchAllPages(api(), token, { ...body, size: 100, sort: 'company asc' });
      expect(new Set(rows.map(({ qualifiedId }) => qualifiedId)).size).toBe(totalLeads);
      expect(new Set(rows.map(({ userId }) => userId)).size).toBe(uniquePeople);
    },
  );
});

it('has something to compare', async () => {
  const token = await api().tokenOf('internal@demo.example');
  const all = await searchPage(api(), token, { filters: [clients(1)] });
  const some = await searchPage(api(), token, { filters: [clients(1), ...narrowed] });
  expect(some.total).toBeGreaterThan(20);
  expect(all.total).toBeGreaterThan(2 * some.total);
  const withText = await searchPage(api(), token, { filters: [clients(1)], query: 'cell' });
  expect(withText.total).toBeGreaterThan(5);
  expect(all.total).toBeGreaterThan(withText.total);
});

it('finds as many activities per top document as the dashboard counts, even with duplicate titles', async () => {
  const token = await api().tokenOf('internal@demo.example');
  const body = { filters: [clients(1)] };
  const { body: answer } = await api().call('POST /api/client-dashboard/top-documents', { token, body });
  const documents = answer.data as { id: string; value: number }[];
  const found = await Promise.all(
    documents.map(({ id }) => searchPage(api(), token, { ...body, documentIds: [id] })),
  );
  expect(found.map(({ total }) => total)).toEqual(documents.map(({ value }) => value));
  const some = documents.slice(0, 3);
  const together = await searchPage(api(), token, { ...body, documentIds: some.map(({ id }) => id) });
  expect(together.total).toBe(some.reduce((sum, { value }) => sum + value, 0));
  expect((await searchPage(api(), token, { ...body, documentIds: ['none'] })).total).toBe(0);
});
