import type { CellObject } from 'xlsx';
import { exportColumns } from '@readerlens/contract/explorer';
import { activityWorld, dayBefore, noon } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { searchAllPages, ofClients } from './testing/search-pages.ts';
import { exporter, fields } from './testing/exporter.ts';

describeOnOneEngine('the export of activities', (db) => {
  const world = activityWorld(db);
  const { send, workbook, csv } = exporter(world);
  let token: string;
  let clientId: number;
  let count = 0;
  beforeAll(async () => {
    token = await world().tokenOf({
      first_name: 'Renée',
      last_name: 'Größer',
      activity_fields: ['AnalystTags'],
    });
  });
  beforeEach(async () => {
    clientId = await world().add('client', { name: `Client ${(count += 1)}` });
  });
  const ofClient = () => ({ filters: [ofClients(clientId)] });
  const addReader = (values: Record<string, unknown> = {}) => world().add('reader', values);
  const add = async (planned: Record<string, unknown> = {}) =>
    world().addActivity({ clientId, readerId: await addReader(), ...planned });

  const addMany = (size: number) =>
    db()
      .kysely.insertInto('engagement')
      .values(
        Array.from({ length: size }, (_, index) => ({
          client_id: clientId,
          reader_id: 1 + (index % 7),
          document_id: 1,
          community_id: 1,
          occurred_at: new Date(Date.parse(noon(3)) + index * 1000),
          activity_type: 1 + (index % 4),
          status: 1,
          source: 1,
        })),
      )
      .execute();

  it('contains all data of an activity', async () => {
    const organisationId = await world().add('organisation', {
      name: 'Acme Group',
      revenue: 1250,
      org_type: ['Pharma', 'Biotech'],
      product_category: ['Devices'],
    });
    const readerId = await addReader({
      first_name: 'Ana',
      last_name: 'O\\Ruiz "<&>"',
      email: 'ana@acme.example',
      title: 'Scientist',
      company: 'Acme',
      phone: '555 01',
      address: '1 Main St',
      city: 'Porto',
      state: 'North',
      linked_in: 'https://li.example/ana',
      client_consent: true,
      client_consent_at: '2024-02-29T10:00:00Z',
    });
    const documentId = await world().add('document', {
      title: 'Größe\n東京 👩‍🔬',
      url: 'https://bio.example/cells',
      external_id: `doc-${clientId}`,
    });
    const id = await world().addActivity({
      clientId,
      readerId,
      documentId,
      at: '2026-11-01T15:07:09Z',
      type: 'CustomerRequest',
      source: 'editorial',
      stage: 'Early',
      specifics: {
        questions: [
          { question: 'How?', answer: 'So.', answeredBy: null },
          { question: 'Why?', answer: 'Hm.', answeredBy: 'Ola Berg' },
        ],
        notes: 'Call me',
      },
      row: { organisation_id: organisationId, quality: 2 },
    });
    const { rows, headings, sheets } = await workbook(token, {
      ...ofClient(),
      columns: fields(exportColumns),
    });
    expect(sheets).toEqual(['Activities', 'About']);
    expect(headings).toEqual(exportColumns.map(({ label }) => label));
    expect(rows).toEqual([
      {
        'Reference Number': `CustomerRequest-${id}`,
        'Activity Date': new Date('2026-11-01T15:07:09Z'),
        'Activity Type': 'Customer Request',
        Sequence: 'Initial',
        Quality: 2,
        Source: 'Editorial',
        Specifics: 'Call me\nHow?: So.\nWhy?: Hm. (Ola Berg)',
        Client: `Client ${count}`,
        'Reader Name': 'Ana O\\Ruiz "<&>"',
        'First Name': 'Ana',
        'Last Name': 'O\\Ruiz "<&>"',
        Email: 'ana@acme.example',
        'Job Title': 'Scientist',
        Phone: '555 01',
        Address: '1 Main St, Porto, North',
        City: 'Porto',
        State: 'North',
        'Privacy Consent': '2024-02-29',
        LinkedIn: 'https://li.example/ana',
        'Reader Company': 'Acme',
        'Reader Org': 'Acme Group',
        'Organization Type': 'Pharma, Biotech',
        Revenue: 1250,
        'Product Category': 'Devices',
        'Content Title': 'Größe\n東京 👩‍🔬',
        'Content URL': 'https://bio.example/cells',
        'Content Id': `doc-${clientId}`,
        'Content Type': 'Unclassified',
        "Buyer's Journey Stage": 'Early',
        Community: 'Biologics',
      },
    ]);
  });

  it('is a file with the time in its name', async () => {
    await add();
    const answer = await send(token, ofClient());
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(/^attachment; filename="activities_\d{8}_\d{4}\.xlsx"/),
      'cache-control': 'no-store',
    });
  });

  it('has all rows of the search, in the same order', async () => {
    await addMany(1234);
    for (const sort of ['date desc', { field: 'activityType', order: 'asc' }]) {
      const body = { ...ofClient(), sort, activityTypes: ['Engagement', 'Webinar', 'Event'] };
      const [{ rows, about }, listed] = [
        await workbook(token, body),
        await searchAllPages(world(), token, body),
      ];
      expect(rows).toHaveLength(925);
      expect(rows.map((row) => row['Reference Number'])).toEqual(
        listed.map(({ qualifiedId }) => qualifiedId),
      );
      expect(about).toMatchObject({
        Rows: 925,
        Selection: 'All that match',
        'Activity Types': 'Engagement, Webinar, Event',
      });
    }
  });

  it('matches the same text as the search', async () => {
    const readerId = await addReader({ first_name: 'Zoe', last_name: 'Quick' });
    const id = await add({ readerId });
    await add();
    const { rows, about } = await workbook(token, { ...ofClient(), query: 'zoe q' });
    expect(rows.map((row) => row['Reference Number'])).toEqual([`Engagement-${id}`]);
    expect(about).toMatchObject({ Rows: 1, Text: 'zoe q' });
  });

  it('has headings even without rows', async () => {
    const { rows, headings } = await workbook(token, { ...ofClient(), columns: [] });
    expect([rows, headings]).toEqual([[], ['Reference Number', 'Activity Date', 'Activity Type']]);
  });

  it('has the user’s default columns if none are given', async () => {
    await add();
    const user = await world().tokenOf();
    expect((await workbook(user, ofClient())).headings).toHaveLength(21);
    const [, payload = ''] = user.split('.');
    const userId = (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub;
    await world().call('PUT /api/default-columns', {
      token: user,
      body: { userId, columns: [{ field: 'portal' }, { field: 'date' }] },
    });
    const mandatory = ['Reference Number', 'Activity Type'];
    expect((await workbook(user, ofClient())).headings).toEqual([...mandatory, 'Community', 'Activity Date']);
    const columns = [{ field: 'contentTitle', category: 'x', isMandatoryForExport: false }];
    expect((await workbook(user, { ...ofClient(), columns })).headings?.at(-1)).toBe('Content Title');
  });

  it('describes its filters in words', async () => {
    const topic = await db()
      .kysely.insertInto('content_topic')
      .values({ name: `Cells ${clientId}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const filters = [
      ofClients(clientId),
      { field: 'DateRange', value: { from: dayBefore(5), to: dayBefore(1) } },
      { field: 'ContentTopics', op: 'NotContains', value: [{ id: String(topic.id), name: 'a lie' }] },
      { field: 'Quality', value: [{ id: '2' }, { id: '3' }], allowNA: true },
      { field: 'Email', op: 'NotContains', value: '=acme\nbad' },
      { field: 'BuyersJourneyStage', value: [] },
      { field: 'Specifics', value: true },
    ];
    const { about } = await workbook(token, { filters, aggregateSubsequents: true });
    expect(about).toEqual({
      Exported: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [AP]M UTC$/),
      By: 'Renée Größer',
      Rows: 0,
      Masked: 'No',
      Selection: 'All that match',
      'Subsequent Activities': 'Aggregated',
      'From Date': dayBefore(5),
      'To Date': dayBefore(1),
      'Activity Types': 'Engagement, Customer Request, Webinar, Event',
      Clients: `Client ${count}`,
      'Content Theme': `not Cells ${clientId}`,
      Quality: '2, 3, or not available',
      Email: 'not contains =acme or bad',
      Specifics: 'Yes',
    });
  });

  it('aggregates activities by reader and document', async () => {
    const [ana, ben] = [await addReader({ first_name: 'Ana' }), await addReader({ first_name: 'Ben' })];
    const [cells, genes] = [await world().add('document', {}), await world().add('document', {})];
    const first = await add({ readerId: ana, documentId: cells, at: noon(4) });
    await add({ readerId: ana, documentId: cells, at: noon(2), isSubsequent: true });
    await add({ readerId: ana, documentId: cells, at: noon(5), isSubsequent: true });
    const other = await add({ readerId: ana, documentId: genes, at: noon(3) });
    const later = await add({ readerId: ben, documentId: cells, at: noon(2), isSubsequent: true });
    await add({ readerId: ben, documentId: cells, at: noon(1), isSubsequent: true });
    const columns = [{ field: 'firstName' }];
    const options = { aggregateSubsequents: true, columns };
    const { rows, headings } = await workbook(token, { ...ofClient(), ...options });
    expect(headings?.slice(-2)).toEqual(['Subsequent Engagements', 'Last Engagement']);
    const row = (id: string, name: string, at: number, others: number, last: number) => ({
      'Reference Number': `Engagement-${id}`,
      'Activity Date': new Date(noon(at)),
      'Activity Type': 'Engagement',
      'First Name': name,
      'Subsequent Engagements': others,
      'Last Engagement': new Date(noon(last)),
    });
    const expected = [row(later, 'Ben', 2, 1, 1), row(other, 'Ana', 3, 0, 3), row(first, 'Ana', 4, 2, 2)];
    expect(rows).toEqual(expected);
    const itemIds = [first, other, later].map((id) => `Engagement-${id}`);
    const selected = await workbook(token, { itemIds, ...options });
    expect(selected.rows.map((each) => each['Subsequent Engagements'])).toEqual([0, 0, 0]);
  });

  it('is a CSV on request', async () => {
    const readerId = await addReader({ first_name: 'a "b", c\nd', last_name: '=1+1', phone: '+1 555' });
    await add({ readerId, at: '2026-11-01T15:07:09Z', row: { quality: 3 } });
    await addMany(600);
    const columns = ['firstName', 'lastName', 'phone', 'quality', 'city'].map((field) => ({ field }));
    const body = { ...ofClient(), columns, format: 'csv', sort: 'date asc' };
    const { text, records, headers } = await csv(token, body);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="activities_\d{8}_\d{4}\.csv"/),
    });
    expect(text.startsWith('\ufeffReference Number,Activity Date,Activity Type,First Name,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(records).toHaveLength(602);
    const found = records.find(([, date]) => date === '2026-11-01 15:07:09');
    expect(found?.slice(3)).toEqual(['a "b", c\nd', "'=1+1", "'+1 555", '3', '']);
  });

  it.each(['=1+1', '@SUM(A1)', '+1', '-1', '\t=1'])('does not let %j become a formula', async (text) => {
    const readerId = await addReader({ first_name: text, email: text, title: text });
    await add({ readerId });
    const columns = ['firstName', 'email', 'jobTitle'].map((field) => ({ field }));
    const { book, rows } = await workbook(token, { ...ofClient(), columns });
    const cells = Object.values(book.Sheets.Activities ?? {}) as CellObject[];
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
    expect(rows[0]).toMatchObject({ 'First Name': text, Email: text, 'Job Title': text });
  });

  it('has the listed activities visible to the caller, newest first', async () => {
    const [older, newer] = [await add({ at: noon(3) }), await add({ at: noon(2), type: 'Webinar' })];
    const pending = await add({ status: 'Pending' });
    const foreign = await world().addActivity({
      clientId: await world().add('client', { name: `Foreign ${clientId}` }),
      readerId: await addReader(),
    });
    const itemIds = [`Engagement-${older}`, `Webinar-${newer}`];
    const client = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
    const { rows, about } = await workbook(client, { itemIds });
    expect(rows.map((row) => row['Reference Number'])).toEqual([`Webinar-${newer}`, `Engagement-${older}`]);
    expect(about).toMatchObject({ Rows: 2, Selection: '2 selected activities' });

    const refused = async (...more: string[]) => {
      const answer = await send(client, { itemIds: [...itemIds, ...more], aggregateSubsequents: true });
      return [answer.statusCode, answer.json<{ code: string; message: string }>()];
    };
    for (const unknown of [`Engagement-${pending}`, `Engagement-${foreign}`, `Event-${older}`])
      expect(await refused(unknown)).toMatchObject([
        404,
        {
          code: 'not_found',
          message: '1 of the 3 activities do not exist or are not available to you.',
        },
      ]);
    expect(await refused(`Engagement-${foreign}`, 'Webinar-1-999999')).toMatchObject([
      404,
      { message: '2 of the 4 activities do not exist or are not available to you.' },
    ]);
  });

  it('has the listed activities in the order of the list', async () => {
    const named = async (first_name: string, at: string) => {
      const readerId = await addReader({ first_name, company: `${first_name} Labs` });
      return `Engagement-${await add({ readerId, at })}`;
    };
    const [ben, ana] = [await named('Ben', noon(2)), await named('Ana', noon(3))];
    const ordered = async (body: object) =>
      (await workbook(token, { itemIds: [ben, ana], ...body })).rows.map((row) => row['Reference Number']);
    expect(await ordered({})).toEqual([ben, ana]);
    expect(await ordered({ sort: { field: 'company', order: 'asc' } })).toEqual([ana, ben]);
    expect((await workbook(token, { itemIds: [ben] })).about.Selection).toBe('1 selected activity');
    expect((await send(token, { itemIds: [ben], sort: 'phone desc' })).statusCode).toBe(400);
  });

  it('contains only data visible to the caller', async () => {
    await add();
    await add({ type: 'Event' });
    await add({ row: { community_id: 2 } });
    const user = { role: 'Client', clients: [clientId], communities: [1] } as const;
    const client = await world().tokenOf({ ...user, denied_activity_types: ['Event'] });
    expect((await workbook(client, ofClient())).rows).toHaveLength(1);
    const foreign = await world().add('client', { name: `Foreign ${clientId}` });
    const answer = await send(client, { filters: [ofClients(foreign)] });
    expect(answer.statusCode).toBe(403);
  });

  it.each([
    [
      'an unknown column',
      { filters: [], columns: [{ field: 'date' }, { field: 'nope' }] },
      'columns.1.field',
    ],
    ['an invalid id', { itemIds: ['Engagement-1-1', 'Engagement-x'] }, 'itemIds.1'],
    ['an invalid type', { itemIds: ['Meeting-1-1'] }, 'itemIds.0'],
    ['an invalid sort', { filters: [], sort: 'phone desc' }, 'sort'],
    ['an invalid format', { filters: [], format: 'pdf' }, 'format'],
  ])('refuses %s, and reports its path', async (_, body, path) => {
    const answer = await send(token, body);
    expect([answer.statusCode, answer.json<{ details: { path: string }[] }>().details[0]?.path]).toEqual([
      400,
      path,
    ]);
  });

  it('is recorded in the audit log with its contents', async () => {
    await add();
    await workbook(token, { ...ofClient(), blindReaderAndCompany: true, aggregateSubsequents: true });
    const event = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      action: 'activities.export',
      detail: { rows: 1, masked: true, format: 'xlsx', aggregated: true, selection: 'All that match' },
    });
  });
});
