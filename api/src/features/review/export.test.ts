import * as xlsx from 'xlsx';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { dayBefore, lastWeek, noon, reviewWorld } from './testing/review-world.ts';
import type { PlannedActivity } from './testing/review-world.ts';

const titles = [
  'Drop Date',
  'Status',
  'Reject Reason',
  'Approved Date',
  'First Name',
  'Last Name',
  'Client',
  'Email',
  'Job Title',
  'Specifics',
  'Country',
  'City',
  'State',
  'Activity Source',
  'Online',
  'Content Title',
  'Document Company',
  'Reader Name',
];

describeOnOneEngine('the export of activities to review', (db) => {
  const world = reviewWorld(db);
  let token: string;
  let clientId: number;
  beforeAll(async () => {
    token = await world().reviewer({ first_name: 'Renée', last_name: 'Größer' });
  });
  beforeEach(async () => {
    clientId = await world().addClient();
  });

  const add = async (planned: Partial<PlannedActivity> = {}) =>
    world().addActivity({ clientId, readerId: planned.readerId ?? (await world().addReader()), ...planned });
  const send = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    world().app.inject({
      method: 'POST',
      url: '/api/export-activities-review',
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: { status: 'Pending', ...lastWeek(), companyIds: [String(clientId)], ...body },
    });
  const exported = async (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const answer = await send(body, headers);
    expect(answer.statusCode).toBe(200);
    const book = xlsx.read(answer.rawPayload);
    const readRows = (name: string) =>
      xlsx.utils.sheet_to_json<(string | number | null)[]>(book.Sheets[name] as xlsx.WorkSheet, {
        header: 1,
        defval: null,
      });
    const [heading, ...rows] = readRows('Activities');
    return {
      heading,
      rows,
      about: Object.fromEntries(readRows('About').slice(1)) as Record<string, unknown>,
      book,
    };
  };

  it('is a file with the columns of the screen', async () => {
    const readerId = await world().addReader({
      email: 'ana@acme.example',
      first: 'Ana',
      last: '=Ruiz()',
      title: 'Scientist',
      city: 'Porto',
      state: 'North',
    });
    const owner = await world().addClient('Owner & Sons');
    const documentId = await world().addDocument({ clientId: owner, title: '=Cells' });
    await add({
      readerId,
      documentId,
      source: 'editorial',
      specifics: 'Two\nlines',
      at: `${dayBefore(1)}T00:05:09Z`,
    });
    const answer = await send({ action: 'export' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(/^attachment; filename="Activity Review Export\.xlsx"/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const { heading, rows, book } = await exported();
    expect(book.SheetNames).toEqual(['Activities', 'About']);
    expect(heading).toEqual(titles);
    expect(rows).toEqual([
      [
        `${dayBefore(1)} 12:05:09 AM`,
        'Pending',
        null,
        null,
        'Ana',
        '=Ruiz()',
        expect.stringContaining('Client'),
        'ana@acme.example',
        'Scientist',
        'Two\nlines',
        null,
        'Porto',
        'North',
        'NL',
        'Biologics',
        '=Cells',
        'Owner & Sons',
        'Ana =Ruiz()',
      ],
    ]);
    expect(book.Sheets.Activities?.F2).not.toHaveProperty('f');
  });

  it('is described as a file', async () => {
    const { paths } = (await world().app.inject('/api/openapi.json')).json<{
      paths: Record<string, { post: { responses: Record<string, { content: object }> } }>;
    }>();
    expect(paths['/api/export-activities-review']?.post.responses['200']?.content).toEqual({
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
        schema: { type: 'string', format: 'binary' },
      },
    });
  });

  it('shows statuses, reasons and dates in words', async () => {
    await add({ status: 'EditAfterApproval', approvedAt: noon(1), at: noon(2) });
    await add({ status: 'RejectedAfterApproval', reason: 'RejectedByBadWordsFilter' });
    expect((await exported({ status: 'Approved' })).rows[0]?.slice(0, 4)).toEqual([
      `${dayBefore(2)} 12:00:00 PM`,
      'Edit After Approval',
      null,
      `${dayBefore(1)} 12:00:00 PM`,
    ]);
    expect((await exported({ status: 'RejectedByBadWordsFilter' })).rows[0]?.slice(1, 4)).toEqual([
      'Rejected After Approval',
      'Bad words filter',
      null,
    ]);
  });

  it('has all matching activities, regardless of the page, in the requested order', async () => {
    await db()
      .kysely.insertInto('engagement')
      .values(
        Array.from({ length: 2345 }, (_, index) => ({
          client_id: clientId,
          reader_id: 1,
          document_id: 1,
          community_id: 1,
          occurred_at: new Date(Date.parse(noon(3)) + index * 1000),
          activity_type: 1,
          status: 0,
          source: 1,
        })),
      )
      .execute();
    const { rows, about } = await exported({ page: 2, size: 10, sortCol: 'DropDate', sortOrder: 'asc' });
    expect(rows).toHaveLength(2345);
    const dates = rows.map(([date]) => String(date));
    expect(dates).toEqual(dates.toSorted());
    expect(about).toMatchObject({ Rows: 2345, Selection: 'All that match' });
  });

  it('has the selected activities if there are any, regardless of the filter', async () => {
    const [one, other] = [await add({ status: 'Approved' }), await add({ type: 'CustomerRequest' })];
    await add();
    const foreign = await add({ type: 'Webinar' });
    const { rows, about } = await exported({ engagementIds: [one], customerRequestIds: [other] });
    expect(new Set(rows.map(([, status]) => status))).toEqual(new Set(['Approved', 'Pending']));
    expect(about).toMatchObject({ Rows: 2, Selection: '2 selected activities' });
    const refused = await send({ engagementIds: [one, foreign, '99-99', 'x'], customerRequestIds: [other] });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      404,
      { message: '3 of the 5 activities do not exist or are not available to you.' },
    ]);
    expect((await exported({ engagementIds: [], customerRequestIds: [] })).rows).toHaveLength(2);
    expect((await exported({ query: 'no such text' })).rows).toEqual([]);
  });

  it('describes its contents on a second sheet', async () => {
    const { about, rows } = await exported({
      activitySource: 'NL',
      onlines: ['2', '1'],
      quality: [1, 2],
      readerId: '5',
      activityTypes: ['Engagement'],
      comparedFields: [
        { field: 'email', operation: 'Contains', value: 'acme' },
        { field: 'email', operation: 'Equals', value: '=a@b.example' },
      ],
      inclusionCondition: 'Any',
      query: ' Bags ',
    });
    expect(rows).toEqual([]);
    expect(about).toEqual({
      Exported: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [AP]M UTC$/),
      By: 'Renée Größer',
      Rows: 0,
      Masked: 'No',
      Selection: 'All that match',
      Status: 'Pending',
      'From Date': dayBefore(7),
      'To Date': dayBefore(0),
      'Lead Type': 'Initial',
      'Activity Source': 'NL',
      'Activity Types': 'Engagement',
      Quality: '1, 2',
      Clients: expect.stringMatching(/^Client \d+$/),
      Onlines: 'Biologics, Devices',
      Reader: 'Id 5',
      Organization: 'All',
      Email: 'Contains acme or Equals =a@b.example',
      Text: 'Bags',
    });
  });

  it('is recorded in the audit log with its contents', async () => {
    await add();
    await exported({}, { 'x-readerlens-blinded': 'true' });
    const event = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      action: 'review.export',
      detail: { activities: 1, masked: true, selection: 'All that match' },
    });
  });

  it('is limited to the activity types that the reviewer may read', async () => {
    const id = await add({ type: 'CustomerRequest' });
    const authorization = `Bearer ${await world().reviewer({ denied_activity_types: ['CustomerRequest'] })}`;
    expect((await exported({}, { authorization })).rows).toEqual([]);
    expect((await send({ customerRequestIds: [id] }, { authorization })).statusCode).toBe(404);
  });
});
