import * as xlsx from 'xlsx';
import type { ReviewActivity } from '@readerlens/contract';
import { testDatabase } from '../../platform/testing/index.ts';
import { lastWeek, reviewWorld } from './testing/review-world.ts';

const headers = { 'x-readerlens-blinded': 'true' };
const secrets = [
  'Zenobia',
  'Quackenbush',
  'zq@secret.example',
  'Secret Client',
  'Secret Owner',
  'Call Zenobia',
  'zq-17',
];

describe('a blinded reviewer', () => {
  const world = reviewWorld(testDatabase());
  const ids: string[] = [];
  let token: string;
  beforeAll(async () => {
    token = await world().reviewer();
    const clientId = await world().addClient('Secret Client');
    const owner = await world().addClient('Secret Owner');
    const documentId = await world().addDocument({ clientId: owner, title: 'Cells' });
    for (const [index, first] of ['Zenobia', 'Aaron', 'Mia'].entries()) {
      const email = index === 0 ? 'zq@secret.example' : undefined;
      const readerId = await world().addReader({ first, last: 'Quackenbush', ...(email ? { email } : {}) });
      const said = index === 0 ? { specifics: 'Call Zenobia', externalId: 'zq-17' } : {};
      ids.push(await world().addActivity({ clientId, readerId, documentId, ...said }));
    }
  });

  const search = async (more = {}, as: Record<string, string> = headers) => {
    const body = { status: 'Pending', ...lastWeek(), ...more };
    const answer = await world().call('POST /api/review-activities-search', { token, body, headers: as });
    return {
      text: JSON.stringify(answer.body),
      items: (answer.body.data as { items: ReviewActivity[] }).items,
    };
  };

  it('gets stable pseudonyms for readers and companies', async () => {
    const { text, items } = await search();
    for (const secret of secrets) expect(text).not.toContain(secret);
    const first = items.find(({ id }) => id === ids[0]);
    expect(first).toMatchObject({
      firstName: 'Reader',
      lastName: expect.stringMatching(/^\d{1,4}$/),
      client: expect.stringMatching(/^Client \d{1,3}$/),
      documentCompanyName: expect.stringMatching(/^Client \d{1,3}$/),
      specifics: null,
      trackableUrlId: null,
      documentTitle: 'Cells',
    });
    expect(first?.email).toBe(`reader${first?.lastName}@example`);
    expect(new Set(items.map(({ email }) => email)).size).toBe(3);
    expect((await search()).items).toEqual(items);
  });

  it('cannot infer hidden values from the sort order', async () => {
    const orders = ['FirstName', 'LastName', 'Email', 'Client', 'DocumentCompany'].map(async (sortCol) => {
      const { items } = await search({ sortCol, sortOrder: 'asc' });
      return items.map(({ id }) => id);
    });
    for (const order of await Promise.all(orders)) expect(order).toEqual(ids);
    const seen = await search({ sortCol: 'FirstName', sortOrder: 'asc' }, {});
    expect(seen.items.map(({ firstName }) => firstName)).toEqual(['Aaron', 'Mia', 'Zenobia']);
  });

  it('finds titles and pseudonyms, not real names', async () => {
    for (const query of ['Zenobia', 'Quack', 'zq@', 'Secret'])
      expect([query, (await search({ query })).items]).toEqual([query, []]);
    expect((await search({ query: 'Zenobia' }, {})).items).toHaveLength(1);
    const { items } = await search({ query: 'CELLS' });
    expect(items).toHaveLength(3);
    for (const { id, lastName } of items) {
      const hits = (await search({ query: `reader ${lastName}` })).items;
      expect(hits.map((hit) => hit.id)).toContain(id);
    }
  });

  it('gets pseudonyms in the export, which is marked as masked', async () => {
    const clientIds = ids.map((id) => id.split('-')[0] ?? '');
    const answer = await world().app.inject({
      method: 'POST',
      url: '/api/export-activities-review',
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: { status: 'Pending', ...lastWeek(), companyIds: clientIds.slice(0, 1), query: 'reader' },
    });
    const book = xlsx.read(answer.rawPayload);
    const text = book.SheetNames.map((name) =>
      xlsx.utils.sheet_to_csv(book.Sheets[name] as xlsx.WorkSheet),
    ).join('\n');
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain('Masked,Yes');
    expect(text).toContain('Text,(masked)');
    expect(text).toMatch(/,Reader,\d+,Client \d+,reader\d+@example,/);
    expect(text).toMatch(/Clients,Client \d+/);
  });

  it('may decide', async () => {
    const { status, body } = await world().call('POST /api/review-activities', {
      token,
      headers,
      body: { engagementIds: ids.slice(0, 1), customerRequestIds: [], status: 'Approved' },
    });
    expect([status, body.data]).toMatchObject([200, { activitiesUpdated: 1 }]);
  });
});
