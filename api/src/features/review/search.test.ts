import type { ReviewActivity } from '@readerlens/contract';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { dayBefore, lastWeek, noon, reviewWorld } from './testing/review-world.ts';
import type { PlannedActivity } from './testing/review-world.ts';

interface Page {
  items: ReviewActivity[];
  total: number;
  totalPages: number;
}

describeOnOneEngine('the search of activities to review', (db) => {
  const world = reviewWorld(db);
  let token: string;
  let clientId: number;
  beforeAll(async () => {
    token = await world().reviewer();
  });
  beforeEach(async () => {
    clientId = await world().addClient();
  });

  const search = async (filter: Record<string, unknown> = {}, by = token): Promise<Page> => {
    const body = { status: 'Pending', ...lastWeek(), companyIds: [String(clientId)], ...filter };
    const { status, body: answer } = await world().call('POST /api/review-activities-search', {
      token: by,
      body,
    });
    expect([status, answer.message]).toEqual([200, '']);
    const { items, total, totalPages } = answer as unknown as Page;
    expect(answer.data).toEqual({ items, total, totalPages });
    return { items, total, totalPages };
  };
  const add = async (planned: Partial<PlannedActivity> = {}) =>
    world().addActivity({ clientId, readerId: planned.readerId ?? (await world().addReader()), ...planned });
  const found = async (filter: Record<string, unknown> = {}, by = token) =>
    new Set((await search(filter, by)).items.map(({ id }) => id));

  it('contains all data of an activity', async () => {
    const readerId = await world().addReader({
      email: 'Ana@acme.example',
      first: 'Ana',
      last: 'Ruiz',
      title: 'Scientist',
      city: 'Porto',
      state: 'North',
    });
    await db().kysely.updateTable('reader').set({ country_id: 1 }).where('id', '=', readerId).execute();
    const owner = await world().addClient('Owner Ltd');
    const documentId = await world().addDocument({ clientId: owner, title: 'Cells' });
    const id = await add({
      readerId,
      documentId,
      source: 'streamNL',
      specifics: 'A question',
      externalId: 'x-17',
    });
    await db()
      .kysely.updateTable('engagement')
      .set({ country_id: 1 })
      .where('client_id', '=', clientId)
      .execute();
    await db()
      .kysely.updateTable('engagement_detail')
      .set({ trackable_url_id: 'link-3' })
      .where('client_id', '=', clientId)
      .execute();
    const { items, total, totalPages } = await search();
    expect([total, totalPages]).toEqual([1, 1]);
    expect(items).toEqual([
      {
        id,
        activityType: 'Engagement',
        status: 'Pending',
        rejectReason: null,
        dropDate: noon(1),
        approvedDate: null,
        userId: expect.stringMatching(/^\d+$/),
        hasDashboard: false,
        fullName: 'Ana Ruiz',
        firstName: 'Ana',
        lastName: 'Ruiz',
        email: 'Ana@acme.example',
        jobTitle: 'Scientist',
        client: expect.stringContaining('Client'),
        specifics: 'A question',
        country: 'Portugal',
        city: 'Porto',
        state: 'North',
        activitySource: 'NL',
        online: 'Biologics',
        documentTitle: 'Cells',
        documentCompanyName: 'Owner Ltd',
        documentCompanyId: String(owner),
        leadType: 'Initial',
        friendlyId: 'x-17',
        trackableUrlId: 'link-3',
      },
    ]);
  });

  it('knows readers who have a dashboard for the client: those of whom another activity counts', async () => {
    const readers = await Promise.all([world().addReader(), world().addReader(), world().addReader()]);
    for (const readerId of readers) await add({ readerId });
    await add({ readerId: readers[0], status: 'Approved' });
    await add({ readerId: readers[1], status: 'Rejected' });
    const other = await world().addClient();
    await add({ clientId: other, readerId: readers[2], status: 'Approved' });
    const { items } = await search();
    expect(new Map(items.map(({ userId, hasDashboard }) => [userId, hasDashboard]))).toEqual(
      new Map(readers.map((id, index) => [String(id), index === 0])),
    );
  });

  it('finds each activity by exactly one status', async () => {
    const ids = {
      Pending: [await add()],
      Approved: [await add({ status: 'Approved' }), await add({ status: 'EditAfterApproval' })],
      RejectedManually: [
        await add({ status: 'Rejected', reason: 'RejectedManually' }),
        await add({ status: 'RejectedAfterApproval', reason: 'RejectedManually' }),
        await add({ status: 'Rejected' }),
      ],
      RejectedByBadWordsFilter: [await add({ status: 'Rejected', reason: 'RejectedByBadWordsFilter' })],
      RejectedByOtherFilters: [await add({ status: 'Rejected', reason: 'RejectedByOtherFilters' })],
    };
    for (const [status, expected] of Object.entries(ids))
      expect([status, await found({ status })]).toEqual([status, new Set(expected)]);
    const along = await add({ status: 'Rejected', reason: 'RejectedWithPrimary', isSubsequent: true });
    expect(await found({ status: 'RejectedWithPrimary', secondaryOnly: true })).toEqual(new Set([along]));
  });

  it('shows the reason only for rejected, and the date only for approved activities', async () => {
    await add({ status: 'Approved', approvedAt: noon(1) });
    await add({ status: 'Rejected', reason: 'RejectedByBadWordsFilter', approvedAt: noon(1) });
    await add({ status: 'Rejected' });
    const of = async (status: string) =>
      (await search({ status })).items.map(({ rejectReason, approvedDate }) => [rejectReason, approvedDate]);
    expect(await of('Approved')).toEqual([[null, noon(1)]]);
    expect(await of('RejectedByBadWordsFilter')).toEqual([['Bad words filter', null]]);
    expect(await of('RejectedManually')).toEqual([['Rejected manually', null]]);
  });

  it('includes both days', async () => {
    const first = await add({ at: `${dayBefore(5)}T00:00:00.000Z` });
    const last = await add({ at: `${dayBefore(3)}T23:59:59.999Z` });
    await add({ at: `${dayBefore(6)}T23:59:59.999Z` });
    await add({ at: `${dayBefore(2)}T00:00:00.000Z` });
    expect(await found({ from: dayBefore(5), to: dayBefore(3) })).toEqual(new Set([first, last]));
    expect(await found({ from: dayBefore(5), to: dayBefore(5) })).toEqual(new Set([first]));
  });

  it('returns initial activities, and subsequent ones on request', async () => {
    const [initial, subsequent] = [await add(), await add({ isSubsequent: true })];
    expect(await found()).toEqual(new Set([initial]));
    expect(await found({ secondaryOnly: false })).toEqual(new Set([initial]));
    const { items } = await search({ secondaryOnly: true });
    expect(items.map(({ id, leadType }) => [id, leadType])).toEqual([[subsequent, 'Subsequent']]);
  });

  it('distinguishes newsletters from the web', async () => {
    const letters = ['editorial', 'customNewsletter', 'leadNurtureCampaign', 'streamNL'] as const;
    const nl = await Promise.all(letters.map((source) => add({ source })));
    const web = await Promise.all(
      (['organic', 'webinar', 'event'] as const).map((source) => add({ source })),
    );
    expect(await found({ activitySource: 'NL' })).toEqual(new Set(nl));
    expect(await found({ activitySource: 'Web' })).toEqual(new Set(web));
    expect(await found()).toEqual(new Set([...nl, ...web]));
  });

  it('is narrowed by type, quality, community and client', async () => {
    const request = await add({ type: 'CustomerRequest', quality: 3 });
    const read = await add({ communityId: 2, quality: 1 });
    await add({ type: 'Webinar' });
    expect(await found()).toEqual(new Set([request, read]));
    expect(await found({ activityTypes: ['CustomerRequest'] })).toEqual(new Set([request]));
    expect(await found({ activityTypes: [], quality: [], onlines: [] })).toEqual(new Set([request, read]));
    expect(await found({ quality: [1, 2] })).toEqual(new Set([read]));
    expect(await found({ onlines: ['2'] })).toEqual(new Set([read]));
    expect(await found({ onlines: ['99999', 'x', '2.0'] })).toEqual(new Set());
    expect(await found({ companyIds: ['99999999999', "1' OR 1=1"] })).toEqual(new Set());
  });

  it('is narrowed by reader and by organization at the time', async () => {
    const organisationId = await world().addOrganisation();
    const readerId = await world().addReader();
    const ofBoth = await add({ readerId, organisationId });
    const ofOrganization = await add({ organisationId });
    const ofReader = await add({ readerId });
    const reader = { readerId: String(readerId) };
    const organization = { organizationId: String(organisationId) };
    expect(await found(reader)).toEqual(new Set([ofBoth, ofReader]));
    expect(await found(organization)).toEqual(new Set([ofBoth, ofOrganization]));
    expect(await found({ ...reader, ...organization })).toEqual(new Set([ofBoth]));
    expect(await found({ readerId: 'none' })).toEqual(new Set());
  });

  it('compares e-mails, as a whole or in part', async () => {
    const of = async (email: string | null) => add({ readerId: await world().addReader({ email }) });
    const [plain, odd] = [await of('Ana.Ruiz@acme.example'), await of('100%_sure\\@acme.example')];
    await of(null);
    const compared = (operation: string, ...values: string[]) => ({
      comparedFields: values.map((value) => ({ field: 'email', operation, value })),
    });
    expect(await found(compared('Equals', ' ana.ruiz@ACME.example '))).toEqual(new Set([plain]));
    expect(await found(compared('Equals', 'ana.ruiz'))).toEqual(new Set());
    expect(await found(compared('Contains', 'ACME'))).toEqual(new Set([plain, odd]));
    for (const value of ['%', '_', '\\'])
      expect(await found(compared('Contains', value))).toEqual(new Set([odd]));
    expect(await found(compared('Contains', 'acme', 'ana'))).toEqual(new Set([plain]));
    const any = { ...compared('Contains', 'sure', 'ana'), inclusionCondition: 'Any' };
    expect(await found(any)).toEqual(new Set([plain, odd]));
    expect(await found({ ...any, inclusionCondition: 'All' })).toEqual(new Set());
  });

  it('finds text in reader, e-mail and title, ignoring case', async () => {
    const named = await world().addReader({ first: 'Élodie', last: 'O_Neil', email: 'lo@acme.example' });
    const documentId = await world().addDocument({ clientId, title: 'Single-Use Bags' });
    const byReader = await add({ readerId: named });
    const byTitle = await add({ documentId });
    const finds = async (query: string, ...ids: string[]) =>
      expect([query, await found({ query })]).toEqual([query, new Set(ids)]);
    await finds('élodie', byReader);
    await finds('  LODIE   o_n ', byReader);
    await finds('lo@ACME', byReader);
    await finds('use bags', byTitle);
    await finds('%');
    await finds("' OR 1=1");
    await finds('  ', byReader, byTitle);
    await finds('bags nothing');
  });

  it('comes in pages from 1, newest first, equal ones in a fixed order', async () => {
    const readerId = await world().addReader();
    for (let index = 0; index < 12; index += 1) await add({ readerId, at: noon(1 + (index % 3)) });
    const first = await search({ page: 1, size: 10 });
    const second = await search({ page: 2 });
    expect([first.total, first.totalPages, first.items.length, second.items.length]).toEqual([12, 2, 10, 2]);
    const all = [...first.items, ...second.items];
    expect(new Set(all.map(({ id }) => id)).size).toBe(12);
    const dates = all.map(({ dropDate }) => dropDate);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect((await search({ size: 300 })).items).toEqual(all);
    expect(await search({ page: 1_000_000 })).toMatchObject({ items: [], total: 12, totalPages: 2 });
    expect(await search({ status: 'Approved' })).toEqual({ items: [], total: 0, totalPages: 0 });
  });

  it.each([
    ['DropDate', 'dropDate', {}],
    ['Status', 'status', { status: 'Approved' }],
    ['RejectReason', 'rejectReason', { status: 'RejectedManually' }],
    ['ApprovedDate', 'approvedDate', { status: 'Approved' }],
    ['FirstName', 'firstName', {}],
    ['LastName', 'lastName', {}],
    ['Client', 'client', {}],
    ['Email', 'email', {}],
    ['JobTitle', 'jobTitle', {}],
    ['Country', 'country', {}],
    ['City', 'city', {}],
    ['State', 'state', {}],
    ['ActivitySource', 'activitySource', {}],
    ['Online', 'online', {}],
    ['DocumentTitle', 'documentTitle', {}],
    ['DocumentCompany', 'documentCompanyName', {}],
  ] as const)('is sorted by %s, missing values last', async (sortCol, key, filter) => {
    const documents = [
      await world().addDocument({ clientId, title: 'B' }),
      await world().addDocument({ clientId: null, title: 'a' }),
    ];
    for (const status of ['Pending', 'Approved', 'EditAfterApproval', 'Rejected'] as const) {
      for (const [index, first] of ['Bo', 'ana', 'Cy'].entries()) {
        const readerId = await world().addReader({
          first,
          last: first,
          email: `${first}@x.example`,
          title: first,
        });
        const [documentId, communityId] = [documents[index] ?? 9999, 1 + (index % 2)];
        const source = index === 1 ? 'editorial' : 'organic';
        const approvedAt = index === 1 ? {} : { approvedAt: noon(index) };
        await add({ readerId, documentId, communityId, source, status, at: noon(index + 1), ...approvedAt });
      }
    }
    const values = async (sortOrder: string) =>
      (await search({ ...filter, sortCol, sortOrder })).items.map((item) => item[key]);
    const [up, down] = [await values('asc'), await values('desc')];
    expect(up.length).toBeGreaterThanOrEqual(3);
    const present = (list: (string | null)[]) => list.flatMap((value) => value?.toLowerCase() ?? []);
    expect(present(up)).toEqual(present(up).toSorted());
    expect(present(down)).toEqual(present(down).toSorted().toReversed());
    for (const list of [up, down])
      expect(list.slice(present(list).length).every((value) => value === null)).toBe(true);
  });

  it('shows the activity types that the reviewer may read', async () => {
    const [read, request] = [await add(), await add({ type: 'CustomerRequest' })];
    const readers = await world().reviewer({ denied_activity_types: ['CustomerRequest'] });
    expect(await found({}, readers)).toEqual(new Set([read]));
    expect(await found({ activityTypes: ['CustomerRequest'] }, readers)).toEqual(new Set());
    const nobody = await world().reviewer({ denied_activity_types: ['CustomerRequest', 'Engagement'] });
    expect(await search({}, nobody)).toMatchObject({ items: [], total: 0 });
    expect(await found()).toEqual(new Set([read, request]));
  });
});
