import { blindedHeader } from '@readerlens/contract';
import type { ActivityDetail, CallKey } from '@readerlens/contract';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { searchAllPages, searchPage, blindedHeaders, ofClients } from './testing/search-pages.ts';

const secrets = [
  'Zenobia',
  'Quackenbush',
  'zq@secret',
  'zq___secret',
  'zq%40',
  'Secret Client',
  'Secret Works',
  'Secret Group',
  'Secret%20',
  'Secret Weekly',
  'Secret Tag',
  'Rua Secreta',
  'Call Zenobia',
  'Dr. Secret',
  'social.example',
  'ext-reader',
  'ext-activity',
  'ext-document',
  '4711',
];

describeOnOneEngine('a blinded caller', (db) => {
  const world = activityWorld(db);
  let token: string;
  let clientId: number;
  const ids: string[] = [];
  const readers: number[] = [];
  beforeAll(async () => {
    token = await world().tokenOf();
    await db()
      .kysely.insertInto('organisation_question')
      .values([
        { field: 'DrugName', label: 'Drug Name', field_group: 'FirmographicLifeSciences', kind: 'Text' },
        { field: 'DeviceCount', label: 'Devices', field_group: 'FirmographicLifeSciences', kind: 'Numeric' },
      ])
      .execute();
    clientId = await world().add('client', { name: 'Secret Client' });
    const tag = await world().add('analyst_tag', { client_id: clientId, name: 'Secret Tag' });
    const newsletter_id = await world().add('newsletter', { name: 'Secret Weekly' });
    const documentId = await world().add('document', { title: 'Cells', external_id: 'ext-document' });
    for (const [index, name] of ['Zenobia', 'Aaron', 'Mia'].entries()) {
      const organisation_id = await world().add('organisation', { name: `${name} Secret Group` });
      const readerId = await world().add('reader', {
        external_id: `ext-reader-${index}`,
        first_name: name,
        last_name: 'Quackenbush',
        email: `zq@secret${index}.example`,
        company: `${name} Secret Works`,
        title: 'Scientist',
        phone: '+1 4711 x Zenobia',
        address: 'Rua Secreta 4711',
        city: 'Porto',
        linked_in: 'https://social.example/in/zq',
      });
      readers.push(readerId);
      ids.push(
        await world().addActivity({
          clientId,
          readerId,
          documentId,
          at: noon(index + 1),
          notes: 'Call Zenobia',
          specifics: {
            questions: [{ question: 'Zenobia?', answer: 'Zenobia', answeredBy: 'Dr. Secret' }],
            polls: [{ question: 'Secret Client?', answers: ['Zenobia'] }],
            notes: 'Call Zenobia',
          },
          row: {
            organisation_id,
            newsletter_id,
            analyst_tags: [tag],
            external_id: `ext-activity-${index}`,
          },
        }),
      );
    }
  });

  const search = (body: Record<string, unknown> = {}, headers: Record<string, string> = blindedHeaders) =>
    searchPage(world(), token, { filters: [ofClients(clientId)], ...body }, headers);
  const expectNoSecret = (answer: unknown) => {
    const text = JSON.stringify(answer);
    for (const secret of secrets) expect(text).not.toContain(secret);
  };

  it('gets stable pseudonyms in the list', async () => {
    const { items } = await search();
    expectNoSecret(items);
    expect(items[0]).toMatchObject({
      id: ids[0],
      fullName: expect.stringMatching(/^Reader [1-9]\d{0,3}$/),
      userId: String(readers[0]),
      emailUrl: null,
      company: expect.stringMatching(/^Company [1-9]\d{0,3}$/),
      readerCompanyUrl: expect.stringMatching(
        /^\/analytics\/reader-co-dashboard\/Company%20\d+\/\d+\/Company%20\d+$/,
      ),
      docTitle: 'Cells',
      hasSpecifics: true,
      specifics: null,
      specificsModel: null,
    });
    expect(new Set(items.map(({ fullName }) => fullName)).size).toBe(3);
    expect((await search()).items).toEqual(items);
  });

  it('is masked by any value of the header but false', async () => {
    for (const value of ['true', 'True', '1', 'yes', 'false, false', 'FALSE', ''])
      expectNoSecret((await search({}, { [blindedHeader]: value })).items);
    const plain = await search({}, {});
    expect(JSON.stringify(plain.items)).toContain('Zenobia');
    expect(await search({}, { [blindedHeader]: 'false' })).toEqual(plain);
  });

  it('gets pseudonyms in the other activities of a reader', async () => {
    const [readerId = 0] = readers;
    const elsewhere = await world().add('client', { name: 'Secret Client 2' });
    const other = await world().addActivity({ clientId: elsewhere, readerId });
    const call = 'GET /api/analytics/reader-activities/{type}/{id}';
    const params = { type: 'Engagement', id: other };
    const { body } = await world().call(call, { token, params, headers: blindedHeaders });
    expectNoSecret(body);
    expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('gets pseudonyms in the detail', async () => {
    const params = { type: 'Engagement', id: ids[0] ?? '' };
    for (const call of [
      'GET /api/analytics/search-details/{type}/{id}',
      'GET /api/analytics/search-details/individual-activity/{type}/{id}',
    ] as const) {
      const { status, body } = await world().call(call, { token, params, headers: blindedHeaders });
      expect(status).toBe(200);
      expectNoSecret(body);
      const detail = body.data as ActivityDetail;
      expect(detail).toMatchObject({
        fullName: (await search()).items[0]?.fullName,
        firstName: 'Reader',
        email: `reader${detail.lastName}@example`,
        phone: '+* **** * *******',
        formattedAddr: '1234 Main St',
        linkedInUrl: null,
        advertiser: expect.stringMatching(/^Client ([1-9]\d?|100)$/),
        newsletterName: expect.stringMatching(/^Newsletter ([1-9]\d{0,2}|1000)$/),
        docId: expect.stringMatching(/^\d+$/),
      });
    }
  });

  it('cannot infer hidden values from the sort order', async () => {
    const numbersBy = async (sort: string) => {
      const { items } = await search({ sort });
      const shown = sort.startsWith('company') ? 'company' : 'fullName';
      return items.map((item) => Number(item[shown]?.split(' ')[1]));
    };
    for (const field of ['fullName', 'company']) {
      const up = await numbersBy(field);
      expect(up).toEqual([...up].sort((a, b) => a - b));
      expect(await numbersBy(`${field} desc`)).toEqual(up.toReversed());
    }
    const seen = await search({ sort: 'fullName' }, {});
    expect(seen.items.map(({ fullName }) => fullName?.split(' ')[0])).toEqual(['Aaron', 'Mia', 'Zenobia']);
  });

  it('searches titles and pseudonyms, not real names', async () => {
    for (const query of ['Zenobia', 'Quack', 'Secret', 'zq@', '4711'])
      expect([query, (await search({ query })).total]).toEqual([query, 0]);
    expect((await search({ query: 'Zenobia' }, {})).total).toBe(1);
    expect((await search({ query: 'cell' })).total).toBe(3);
    for (const { id, fullName, company } of (await search()).items)
      for (const query of [fullName?.toUpperCase(), company]) {
        const hits = await searchAllPages(
          world(),
          token,
          { filters: [ofClients(clientId)], query },
          blindedHeaders,
        );
        expect(hits.map((hit) => hit.id)).toContain(id);
        // 'Reader 12' is also in 'Reader 123'.
        for (const hit of hits)
          expect(`${hit.fullName} ${hit.company}`.toLowerCase()).toContain(query?.toLowerCase());
      }
  });

  it('counts readers and documents of the text without real names', async () => {
    const stats = async (query: string, headers: Record<string, string> = blindedHeaders) => {
      const body = { filters: [ofClients(clientId)], query };
      const answer = await world().call('POST /api/client-dashboard/stats', { token, headers, body });
      return (answer.body.data as { totalLeads: number }).totalLeads;
    };
    expect(await stats('Zenobia')).toBe(0);
    expect(await stats('Zenobia', {})).toBe(1);
    expect(await stats('cell')).toBe(3);
  });

  describe('may not search by hidden text', () => {
    const masked = [
      ['Email', 'Email', 'z'],
      ['FirstName', 'First Name', 'Zenobia'],
      ['LastName', 'Last Name', 'Q'],
      ['ReaderCompany', 'Reader Company', 'Secret'],
      ['SpecificsText', 'Specifics Text', 'Call'],
      ['DrugName', 'Drug Name', 'Secret'],
    ] as const;
    const statsCalls: CallKey[] = ['POST /api/analytics/search', 'POST /api/client-dashboard/stats'];

    it.each(masked)('%s', async (field, label, value) => {
      for (const call of statsCalls)
        for (const op of ['Contains', 'NotLike', 'Equals']) {
          const body = { filters: [ofClients(clientId), { field, op, value }] };
          const refused = await world().call(call, { token, headers: blindedHeaders, body });
          const message = `${label} cannot be searched by in Blinded Mode.`;
          expect([refused.status, refused.body.code, refused.body.message]).toEqual([
            400,
            'invalid_filter',
            message,
          ]);
          expect(refused.body.details).toEqual([{ path: 'filters.1', message }]);
          expect((await world().call(call, { token, body })).status).toBe(200);
        }
    });

    it('but empty filters are ignored, and displayed values are allowed', async () => {
      const filters = [
        ofClients(clientId),
        { field: 'Email', op: 'Equals', value: ' ' },
        { field: 'Title', op: 'Contains', value: 'scient' },
        { field: 'City', op: 'Equals', value: 'porto' },
        { field: 'Specifics', value: true },
        { field: 'DeviceCount', op: 'Equals', value: null },
      ];
      expect((await search({ filters })).total).toBe(3);
    });
  });
});
