import type { DefaultFilters, SavedSearch } from '@readerlens/contract';
import { clients, demoApi } from './testing/demo-api.ts';

const api = demoApi();

describe('the saved searches of the demo', () => {
  it.each([
    ['internal@demo.example', 3, 0],
    ['client@demo.example', 2, 0],
    ['premium@demo.example', 2, 1],
  ])('of %s can be read and run', async (email, count, defaults) => {
    const token = await api().tokenOf(email);
    const userId = String((await api().services.users.findByEmail(email))?.id);
    const params = { userId };
    const { body } = await api().call('GET /api/saved-searches/{userId}', { token, params });
    const { items } = body.data as { items: SavedSearch[] };
    expect(items).toHaveLength(count);
    expect(items.filter(({ isDefault }) => isDefault)).toHaveLength(defaults);
    for (const { name, filters, indices } of items) {
      const saved = await api().call('POST /api/saved-searches', {
        token,
        body: { userId, name: `${name} again`, filters, indices },
      });
      expect((saved.body.data as SavedSearch).filters).toEqual(filters);
      const found = await api().call('POST /api/analytics/search', {
        token,
        body: { filters, activityTypes: indices },
      });
      expect([name, found.status]).toEqual([name, 200]);
      expect((found.body.data as { total: number }).total).toBeGreaterThan(0);
    }
  });
});

it('the default filters of a client user exclude none of their activities', async () => {
  const token = await api().tokenOf('client@demo.example');
  const params = { userId: String((await api().services.users.findByEmail('client@demo.example'))?.id) };
  const { body } = await api().call('GET /api/default-filters/{userId}', { token, params });
  const { filters } = body.data as DefaultFilters;
  expect(filters.map(({ field }) => field)).toEqual(['Clients', 'DateRange', 'AnalystTags']);
  const total = async (...searched: object[]) => {
    const found = await api().call('POST /api/analytics/search', { token, body: { filters: searched } });
    return (found.body.data as { total: number }).total;
  };
  expect(await total(...filters)).toBe(await total(clients(1, 3), ...filters.slice(1, 2)));
});
