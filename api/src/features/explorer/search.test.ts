import type { EngagementRow } from '@readerlens/contract';
import { searchSortFields } from '@readerlens/contract/explorer';
import type { SearchSortField } from '@readerlens/contract/explorer';
import { activityWorld, dayBefore, noon } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { searchAllPages, searchPage, ofClients } from './testing/search-pages.ts';

describeOnOneEngine('the search of engagements', (db) => {
  const world = activityWorld(db);
  let token: string;
  let clientId: number;
  let count = 0;
  beforeAll(async () => {
    token = await world().tokenOf();
  });
  beforeEach(async () => {
    clientId = await world().add('client', { name: `Client ${(count += 1)}` });
  });

  const search = (body: Record<string, unknown> = {}, by = token) =>
    searchPage(world(), by, { filters: [ofClients(clientId)], ...body });
  const found = async (body: Record<string, unknown> = {}, by = token) =>
    new Set((await search(body, by)).items.map(({ id }) => id));
  const addReader = (values: Record<string, unknown> = {}) => world().add('reader', values);
  const refused = async (body: object, by = token) => {
    const answer = await world().call('POST /api/analytics/search', {
      token: by,
      body: { filters: [ofClients(clientId)], ...body },
    });
    return [answer.status, answer.body.code, answer.body.details];
  };

  it('shows all data of an activity', async () => {
    const organisationId = await world().add('organisation', { name: 'Acme & Sons / Group' });
    const readerId = await addReader({
      first_name: 'Ana',
      last_name: 'Ruiz',
      email: 'ana.ruiz+x@acme.example',
      title: 'Scientist',
      company: 'Acme (Lab)',
    });
    const documentId = await world().add('document', {
      title: 'Cells',
      url: 'https://www.bio.example/cells',
    });
    const model = { questions: [{ question: 'How?', answer: 'So.', answeredBy: 'Dr. B' }], notes: 'Call me' };
    const id = await world().addActivity({
      clientId,
      readerId,
      documentId,
      isSubsequent: true,
      specifics: model,
      row: { organisation_id: organisationId, quality: 2 },
    });
    expect((await search()).items).toEqual([
      {
        id,
        qualifiedId: `Engagement-${id}`,
        date: noon(1),
        activityType: 'Engagement',
        qualityNum: 2,
        fullName: 'Ana Ruiz',
        userId: String(readerId),
        emailUrl: 'ana___ruiz%2Bx@acme___example',
        jobTitle: 'Scientist',
        company: 'Acme (Lab)',
        readerCompanyUrl: `/analytics/reader-co-dashboard/Acme%20(Lab)/${organisationId}/Acme%20%26%20Sons%20%2F%20Group`,
        portal: 'Biologics',
        portalUrl: 'https://www.bio.example/cells',
        docTitle: 'Cells',
        sequenceName: 'Subsequent',
        hasSpecifics: true,
        specifics: 'Call me',
        specificsModel: {
          questions: model.questions,
          polls: [],
          surveys: [],
          registrationQuestions: [],
        },
      },
    ]);
  });

  it('shows an activity with minimal data', async () => {
    const readerId = await addReader();
    const id = await world().addActivity({ clientId, readerId, documentId: 2_000_000, type: 'Webinar' });
    expect((await search()).items).toEqual([
      expect.objectContaining({
        id,
        qualifiedId: `Webinar-${id}`,
        fullName: `Reader ${readerId}`,
        emailUrl: null,
        company: null,
        readerCompanyUrl: null,
        portalUrl: null,
        docTitle: 'Document 2000000',
        qualityNum: null,
        sequenceName: 'Initial',
        hasSpecifics: false,
        specifics: null,
        specificsModel: null,
      }),
    ]);
  });

  it('shows imported notes unchanged, and ignores stored JSON with an unexpected shape', async () => {
    const readerId = await addReader();
    await world().addActivity({ clientId, readerId, at: noon(1), notes: 'A quote, please' });
    const odd = { questions: 'none', polls: [{ answers: ['yes', 7] }, 3], notes: 12 };
    await world().addActivity({ clientId, readerId, at: noon(2), specifics: odd });
    await world().addActivity({ clientId, readerId, at: noon(3), specifics: [] });
    const { items } = await search();
    expect(items.map(({ specifics, specificsModel }) => [specifics, specificsModel])).toEqual([
      ['A quote, please', null],
      [
        null,
        {
          questions: [],
          polls: [{ question: '', answers: ['yes'] }],
          surveys: [],
          registrationQuestions: [],
        },
      ],
      ['said', null],
    ]);
  });

  describe('pages', () => {
    const shown: Record<SearchSortField, (row: EngagementRow) => string | number | null> = {
      date: ({ date }) => date,
      activityType: ({ activityType }) => activityType,
      quality: ({ qualityNum }) => qualityNum,
      fullName: ({ fullName }) => fullName?.toLowerCase() ?? null,
      company: ({ company }) => company?.toLowerCase() ?? null,
      portal: ({ portal }) => portal.toLowerCase(),
      docTitle: ({ docTitle }) => docTitle?.toLowerCase() ?? null,
      sequence: ({ sequenceName }) => sequenceName,
    };
    /** Missing values last in both directions, equal ones newest first. */
    const inOrder = (rows: readonly EngagementRow[], field: SearchSortField, sign: 1 | -1) =>
      [...rows].sort((a, b) => {
        const [left, right] = [shown[field](a), shown[field](b)];
        if (left !== right) {
          if (left === null) return 1;
          if (right === null) return -1;
          return left < right ? -sign : sign;
        }
        if (a.date !== b.date) return a.date < b.date ? 1 : -1;
        const down = field === 'date' ? -sign : 1;
        return (Number(b.id.split('-')[1]) - Number(a.id.split('-')[1])) * down;
      });

    const fill = async () => {
      const types = ['Engagement', 'Webinar', 'Event', 'CustomerRequest'] as const;
      const organisation_id = await world().add('organisation', { name: 'Zeta' });
      const readers = [
        await addReader({ first_name: 'Ana', last_name: 'Ruiz', company: 'acme' }),
        await addReader({ first_name: 'Ana', last_name: 'Ruiz', company: 'Beta' }),
        await addReader({ last_name: 'abel', company: '' }),
        await addReader(),
      ];
      const documents = [
        await world().add('document', { title: 'cells' }),
        await world().add('document', { title: 'Bags' }),
        await world().add('document', {}),
      ];
      for (let index = 0; index < 230; index += 1)
        await world().addActivity({
          clientId,
          readerId: readers[index % 4] ?? 0,
          documentId: documents[index % 3] ?? 0,
          // Many at the same instant.
          at: noon(1 + (index % 7)),
          type: types[index % 4] ?? 'Event',
          isSubsequent: index % 5 === 0,
          row: {
            quality: index % 4 === 3 ? null : 1 + (index % 4),
            community_id: 1 + (index % 2),
            organisation_id: index % 3 === 0 ? organisation_id : null,
          },
        });
    };

    it('have every activity once, in the requested order, from both ends', async () => {
      await fill();
      const all = await searchAllPages(world(), token, { filters: [ofClients(clientId)] });
      expect(new Set(all.map(({ id }) => id)).size).toBe(230);
      for (const field of searchSortFields)
        for (const order of ['asc', 'desc'] as const) {
          const sort = { field, order };
          const sorted = await searchAllPages(world(), token, { filters: [ofClients(clientId)], sort });
          const expected = inOrder(all, field, order === 'asc' ? 1 : -1);
          expect([sort, sorted.map(({ id }) => id)]).toEqual([sort, expected.map(({ id }) => id)]);
        }
    });

    it('have fifty rows, newest first, by default', async () => {
      await fill();
      const first = await search();
      expect([first.items.length, first.total, first.page, first.pageSize]).toEqual([50, 230, 1, 50]);
      const dates = first.items.map(({ date }) => date);
      expect(dates).toEqual([...dates].sort().toReversed());
      const third = await search({ page: 3, size: 100 });
      expect([third.items.length, third.total, third.page, third.pageSize]).toEqual([30, 230, 3, 100]);
      const beyond = await search({ page: 1_000_000 });
      expect([beyond.items, beyond.total, beyond.page]).toEqual([[], 230, 1_000_000]);
    });

    it.each([{ page: 0 }, { page: 1.5 }, { page: 1_000_001 }, { page: '2' }, { size: 25 }, { size: 51 }])(
      '%j is refused',
      async (body) => expect((await refused(body)).slice(0, 2)).toEqual([400, 'invalid_input']),
    );
  });

  describe('a sort', () => {
    it.each([
      ['quality desc', [3, 2, 1]],
      ['  quality   ASC ', [1, 2, 3]],
      ['quality', [1, 2, 3]],
      [{ field: 'quality', order: 'desc' }, [3, 2, 1]],
      [{ field: 'quality' }, [1, 2, 3]],
      ['date', [2, 1, 3]],
      [{ field: 'date', order: 'asc' }, [3, 1, 2]],
    ])('%j', async (sort, qualities) => {
      const readerId = await addReader();
      for (const [day, quality] of [
        [2, 1],
        [1, 2],
        [3, 3],
      ] as const)
        await world().addActivity({ clientId, readerId, at: noon(day), row: { quality } });
      expect((await search({ sort })).items.map(({ qualityNum }) => qualityNum)).toEqual(qualities);
    });

    it.each(['email', 'date up', 'date desc asc', '', 'constructor'])('%j is refused', async (sort) => {
      expect(await refused({ sort })).toEqual([
        400,
        'invalid_input',
        [{ path: 'sort', message: expect.any(String) }],
      ]);
    });

    it.each([{ field: 'email' }, { field: 'date', order: 'up' }, { field: 'date', by: 1 }, 7])(
      '%j is refused',
      async (sort) => expect((await refused({ sort })).slice(0, 2)).toEqual([400, 'invalid_input']),
    );
  });

  it('searches reader, company and title, ignoring case', async () => {
    const organisation_id = await world().add('organisation', { name: 'Halvorane Biologics' });
    const named = await addReader({ first_name: 'Élodie', last_name: 'O_Neil', company: '100% Acme' });
    const other = await addReader({ first_name: 'Bo', email: 'elodie@bo.example' });
    const documentId = await world().add('document', { title: 'Single-Use Bags' });
    const byReader = await world().addActivity({ clientId, readerId: named, row: { organisation_id } });
    const byTitle = await world().addActivity({ clientId, readerId: other, documentId });
    const byOrganisation = await world().addActivity({ clientId, readerId: other, row: { organisation_id } });
    const finds = async (query: string, ...ids: string[]) =>
      expect([query, await found({ query })]).toEqual([query, new Set(ids)]);
    await finds('élodie', byReader);
    await finds('  LODIE   o_n ', byReader);
    await finds('100% a', byReader);
    await finds('USE BAGS', byTitle);
    // Shown if the reader has no company.
    await finds('halvorane', byOrganisation);
    await finds('%', byReader);
    await finds('_', byReader);
    await finds('\\');
    await finds("' OR 1=1");
    await finds('elodie@');
    await finds('\ud800');
    await finds('   ', byReader, byTitle, byOrganisation);
    expect((await search({ query: 'bo' })).total).toBe(2);
  });

  it('counts approved activities within whole days', async () => {
    const readerId = await addReader();
    const ids = new Set([
      await world().addActivity({ clientId, readerId, at: `${dayBefore(5)}T00:00:00.000Z` }),
      await world().addActivity({
        clientId,
        readerId,
        at: `${dayBefore(3)}T23:59:59.999Z`,
        status: 'EditAfterApproval',
      }),
    ]);
    for (const status of ['Pending', 'Rejected', 'RejectedAfterApproval'] as const)
      await world().addActivity({ clientId, readerId, at: noon(4), status });
    await world().addActivity({ clientId, readerId, at: `${dayBefore(6)}T23:59:59.999Z` });
    await world().addActivity({ clientId, readerId, at: `${dayBefore(2)}T00:00:00.000Z` });
    const dates = { field: 'DateRange', value: { from: dayBefore(5), to: dayBefore(3) } };
    expect(await found({ filters: [ofClients(clientId), dates] })).toEqual(ids);
  });

  describe('the caller’s scope', () => {
    it('is of the caller’s clients, which have to be named', async () => {
      const other = await world().add('client', { name: `Other ${(count += 1)}` });
      const readerId = await addReader();
      const own = await world().addActivity({ clientId, readerId });
      const foreign = await world().addActivity({ clientId: other, readerId });
      const client = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [1, 2] });
      expect(await found({}, client)).toEqual(new Set([own]));
      expect(await refused({ filters: [ofClients(other)] }, client)).toEqual([403, 'forbidden', undefined]);
      expect(await refused({ filters: [ofClients(clientId, other)] }, client)).toEqual([
        403,
        'forbidden',
        undefined,
      ]);
      expect(await refused({ filters: [] }, client)).toEqual([
        400,
        'invalid_filter',
        [{ path: 'filters', message: 'Clients Is Required' }],
      ]);
      const both = [ofClients(clientId, other)];
      expect(await found({ filters: both })).toEqual(new Set([own, foreign]));
      const everywhere = await search({ filters: [], size: 100 });
      expect(everywhere.total).toBeGreaterThanOrEqual(2);
    });

    it('is of the caller’s communities', async () => {
      const readerId = await addReader();
      const seen = await world().addActivity({ clientId, readerId });
      await world().addActivity({ clientId, readerId, row: { community_id: 2 } });
      const user = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
      expect(await found({}, user)).toEqual(new Set([seen]));
      const asked = [ofClients(clientId), { field: 'Onlines', value: [{ id: '2' }] }];
      expect(await found({ filters: asked }, user)).toEqual(new Set());
    });

    it('is of activity types with a claim', async () => {
      const readerId = await addReader();
      const seen = await world().addActivity({ clientId, readerId });
      const webinar = await world().addActivity({ clientId, readerId, type: 'Webinar' });
      const user = await world().tokenOf({ denied_activity_types: ['Webinar'] });
      expect(await found({}, user)).toEqual(new Set([seen]));
      expect(await found({ activityTypes: ['Webinar'] }, user)).toEqual(new Set());
      expect(await found({ activityTypes: ['webinar', 'Event'] })).toEqual(new Set([webinar]));
    });

    it('needs a session', async () => {
      const { status } = await world().call('POST /api/analytics/search', { body: { filters: [] } });
      expect(status).toBe(401);
    });
  });
});
