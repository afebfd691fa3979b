import { blindedHeader } from '@readerlens/contract';
import type { CallData, Calls } from '@readerlens/contract';
import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { addEngagements } from './testing/add-engagements.ts';
import { buildForm } from './testing/upload-form.ts';

type Data = CallData<Calls['GET /api/marketing-data/{clientId}/uploads/{kind}']>;
type Outcome = CallData<Calls['POST /api/marketing-data/{clientId}/uploads/{kind}']>;
type Kind = Exclude<UploadKind, 'opportunities'>;

const upload = 'POST /api/marketing-data/{clientId}/uploads/{kind}';
const tables = {
  webinars: 'webinar_registrant',
  events: 'event_registrant',
  newsletters: 'newsletter_recipient',
} as const satisfies Record<Kind, string>;

const webinarHeader =
  'Webinar Id,Title,Date,Duration,E-Mail,Registered On,Attended,Live Minutes,On-Demand Minutes,Questions,Polls';
const eventHeader = 'Event Id,Title,Starts On,Email,Registered On,Attended,Sessions';
const newsletterHeader = 'Issue Id,Title,Sent At,Email,Delivered,Opened,Clicked,Link,Clicked At';
const csv = (...lines: string[]) => lines.join('\n');

const files: Readonly<Record<Kind, string>> = {
  webinars: csv(
    webinarHeader,
    'W1,Filters at scale,2026-02-10,60,Ann@one.example,2026-02-01,Yes,52.4,,1,2',
    'W1,Filters at scale,2026-02-10,60,bob@one.example,2026-02-09,No,,12,,',
  ),
  events: csv(
    eventHeader,
    'E1,Spring fair,2026-02-20,ann@one.example,2026-01-05,yes,Opening; Panel;Opening',
    'E1,Spring fair,2026-02-20,bob@one.example,,no,',
  ),
  newsletters: csv(
    newsletterHeader,
    'N1,February issue,2026-02-03T07:30:00Z,ann@one.example,1,1,3,https://one.example/a,2026-02-03 09:00',
    'N1,February issue,2026-02-03T07:30:00Z,ann@one.example,1,1,,https://one.example/b,',
    'N2,Special issue,2026-02-10,,"1,200",,31,,',
  ),
};
const kinds = Object.keys(files) as Kind[];

describeOnOneEngine('uploads of webinars, events and newsletters', (db) => {
  const world = activityWorld(db);
  let token = '';
  let clientId = 0;
  let clients = 0;

  beforeEach(async () => {
    setDate(new Date('2026-03-10T09:00:00Z'));
    token = await world().tokenOf({ access_marketing_performance: true });
    clientId = await world().add('client', { name: `Client ${(clients += 1)}` });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const send = (
    kind: Kind,
    content: string,
    { headers = {}, ...fields }: { headers?: Record<string, string>; dryRun?: string; mode?: string } = {},
  ) => {
    const form = buildForm({ mode: 'merge', ...fields }, content, `${kind}.csv`);
    return world().call(upload, {
      token,
      params: { clientId: String(clientId), kind },
      body: form.body,
      headers: { ...form.headers, ...headers },
    });
  };
  const store = async (kind: Kind, content: string, fields: { dryRun?: string; mode?: string } = {}) => {
    const { status, body } = await send(kind, content, fields);
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body.data as Outcome;
  };
  const read = async (kind: Kind): Promise<Data> => {
    const { body } = await world().call('GET /api/marketing-data/{clientId}/uploads/{kind}', {
      token,
      params: { clientId: String(clientId), kind },
    });
    return body.data as Data;
  };
  const listRows = (kind: Kind, client = clientId) =>
    db()
      .kysely.selectFrom(tables[kind])
      .selectAll()
      .where('client_id', '=', client)
      .orderBy('external_id')
      .execute();
  const addReader = async (email: string, client = clientId) => {
    const reader = await world().add('reader', { email });
    const document = await world().add('document', { title: 'A document' });
    await addEngagements(db(), client, [{ reader, document, day: '2026-01-05' }]);
    return reader;
  };

  it.each(kinds)('keep %s once, and the same file again changes nothing', async (kind) => {
    const lines = files[kind].split('\n').length - 1;
    const preview = await store(kind, files[kind], { dryRun: 'true' });
    expect(preview).toMatchObject({ uploadId: null, added: lines, refused: 0, newStages: [] });
    expect(preview.changes).toHaveLength(lines);
    expect(await listRows(kind)).toEqual([]);
    expect(await store(kind, files[kind])).toMatchObject({ added: lines, changed: 0, removed: 0 });
    const before = await listRows(kind);
    for (const mode of ['merge', 'replace']) {
      const again = await store(kind, files[kind], { mode });
      expect(again).toMatchObject({ added: 0, changed: 0, unchanged: lines, removed: 0, changes: [] });
    }
    expect(await listRows(kind)).toEqual(before);
    const { uploads, rows, opportunities } = await read(kind);
    const added = uploads.map((each) => each.added).toSorted((one, other) => one - other);
    expect([added, rows, opportunities]).toEqual([[0, 0, lines], lines, null]);
  });

  it('keep what was not offered as null, and addresses in lower case', async () => {
    await store('webinars', files.webinars);
    expect(await listRows('webinars')).toMatchObject([
      {
        external_id: 'W1 ann@one.example',
        duration_minutes: 60,
        live_minutes: 52,
        on_demand_minutes: null,
        questions: 1,
        polls: 2,
        surveys: null,
        resources: null,
      },
      { email: 'bob@one.example', attended: false, live_minutes: null, on_demand_minutes: 12, polls: null },
    ]);
    await store('events', files.events);
    expect(await listRows('events')).toMatchObject([
      { external_id: 'E1 ann@one.example', sessions: ['Opening', 'Panel'], registered_on: '2026-01-05' },
      { attended: false, sessions: [], registered_on: null },
    ]);
    await store('newsletters', files.newsletters);
    expect(await listRows('newsletters')).toMatchObject([
      {
        external_id: 'N1 ann@one.example https://one.example/a',
        sent_at: new Date('2026-02-03T07:30:00Z'),
        clicked: 1,
        clicked_at: new Date('2026-02-03T09:00:00Z'),
      },
      { link: 'https://one.example/b', clicked: 1, clicked_at: null },
      { external_id: 'N2 (totals)', email: null, delivered: 1200, opened: null, clicked: 31 },
    ]);
  });

  it.each<[Kind, string, (string | null)[][]]>([
    [
      'webinars',
      csv(
        webinarHeader,
        'W1,A,2026-02-10,60,ann@one.example,,Yes,50,,,',
        ',A,2026-02-10,60,ann@one.example,,Yes,50,,,',
        'W1,A,2026-02-10,60,ann.one.example,,Yes,50,,,',
        'W1,A,2026-02-10,60,ANN@one.example,,No,,,,',
        'W2,A,2026-02-10,an hour,ann@one.example,,Yes,50,,,',
        'W2,A,2026-02-10,60,ann@one.example,,perhaps,50,,,',
        'W2,A,2026-02-10,60,ann@one.example,,No,50,,,',
        'W2,A,2026-04-10,60,ann@one.example,,Yes,,,,',
        'W2,A,2026-02-10,60,ann@one.example,2026-04-01,Yes,,,,',
        'W2,A,2026-02-10,60,ann@one.example,,Yes,,,-1,',
        'W3,A,2026-04-10,60,ann@one.example,2026-03-01,No,,,,',
      ),
      [
        ['Webinar Id', 'The value is missing.'],
        ['Email', 'The value is not an e-mail address.'],
        ['Email', 'Row 2 has the same webinar and person.'],
        ['Duration', 'The value is not a number of minutes such as 60.'],
        ['Attended', 'The value is not Yes or No.'],
        ['Live Minutes', 'There are minutes, but Attended is No.'],
        ['Date', 'The day is in the future, but Attended is Yes.'],
        ['Registered On', 'The day is in the future.'],
        ['Questions', 'The value is not a whole number.'],
      ],
    ],
    [
      'events',
      csv(
        eventHeader,
        'E1,A,2026-02-10,ann@one.example,,Yes,',
        'E1,A,2026-02-10,bob@one.example,,No,Opening',
        'E1,A,soon,cyd@one.example,,No,',
        'E1,A,2026-05-10,cyd@one.example,,Yes,',
        'E1,A,2026-05-10,cyd@one.example,,No,',
      ),
      [
        ['Sessions', 'There are sessions, but Attended is No.'],
        ['Starts On', 'The value is not a day such as 2025-03-31.'],
        ['Starts On', 'The day is in the future, but Attended is Yes.'],
      ],
    ],
    [
      'newsletters',
      csv(
        newsletterHeader,
        'N1,A,2026-02-10,ann@one.example,1,,,,',
        'N1,A,2026-02-10,,1200,,30,https://one.example,',
        'N1,A,2026-02-10,bob@one.example,1,,0,https://one.example,',
        'N1,A,2026-02-10,bob@one.example,1,,1,javascript:alert(1),',
        'N1,A,2026-02-10,bob@one.example,1,,1,https://one.example,2026-02-09 10:00',
        'N1,A,2026-05-10,bob@one.example,,,,,',
        'N1,A,2026-02-10,ann@one.example,0,,,,',
        'N1,A,2026-02-10,,12.5,,,,',
        'N1,A,2026-02-10,,1200,,30,,',
      ),
      [
        ['Link', 'A row without an address has the totals of its issue, which have no link.'],
        ['Link', 'There is a link, but Clicked is No.'],
        ['Link', 'The value is not a web address that begins with http:// or https://.'],
        ['Clicked At', 'The click is before the issue was sent.'],
        ['Sent At', 'The day is in the future.'],
        ['Issue Id', 'Row 2 has the same issue, recipient and link.'],
        ['Delivered', 'The value is not a whole number.'],
      ],
    ],
  ])('name each bad row of %s by number, column and reason, and keep the others', async (kind, file, bad) => {
    const { problems, ...counts } = await store(kind, file);
    expect(problems.map(({ row, column, reason }) => [row, column, reason])).toEqual(
      bad.map((each, at) => [at + 3, ...each]),
    );
    expect(counts).toMatchObject({ added: 2, refused: bad.length });
    expect(await listRows(kind)).toHaveLength(2);
  });

  it.each(kinds)('replace %s, except what a refused row is about', async (kind) => {
    await store(kind, files[kind]);
    const before = await listRows(kind);
    const [header = '', first = '', second = ''] = files[kind].split('\n');
    const broken = second.replaceAll(/2026-02-\d\d/g, 'soon');
    const outcome = await store(kind, csv(header, first, broken), { mode: 'replace' });
    expect(outcome).toMatchObject({ unchanged: 1, refused: 1, removed: before.length - 2 });
    expect(await listRows(kind)).toEqual(before.slice(0, 2));
    const removed = await store(kind, csv(header, first), { mode: 'replace' });
    expect(removed.changes).toEqual([expect.objectContaining({ after: null })]);
    const call = 'GET /api/marketing-data/{clientId}/changes/{uploadId}';
    const params = { clientId: String(clientId), uploadId: removed.uploadId ?? '' };
    const { body } = await world().call(call, { token, params });
    expect(body.data).toMatchObject({ upload: { kind, removed: 1 }, changes: removed.changes });
  });

  it('match addresses to readers of the client alone, whenever they are imported', async () => {
    const other = await world().add('client', { name: `Other of ${clientId}` });
    await addReader('bob@one.example', other);
    const ann = await addReader('ANN@one.example');
    for (const kind of kinds) await store(kind, files[kind]);
    for (const kind of kinds)
      expect((await listRows(kind)).filter(({ reader_id }) => reader_id !== null)).toEqual(
        (await listRows(kind))
          .filter(({ email }) => email === 'ann@one.example')
          .map((row): unknown => expect.objectContaining({ ...row, reader_id: ann })),
      );
    expect((await read('events')).people).toEqual({ known: 1, unknown: 1 });
    const bob = await addReader('bob@one.example');
    await store('events', files.events);
    expect(await listRows('events')).toMatchObject([{ reader_id: ann }, { reader_id: bob }]);
  });

  it.each(kinds)('keep %s of clients apart', async (kind) => {
    const other = await world().add('client', { name: `Other of ${clientId}` });
    await store(kind, files[kind]);
    const before = await listRows(kind);
    const first = clientId;
    clientId = other;
    expect(await store(kind, files[kind], { mode: 'replace' })).toMatchObject({ removed: 0 });
    expect(await listRows(kind, first)).toEqual(before);
    token = await world().tokenOf({ access_marketing_performance: true, role: 'Client', clients: [other] });
    clientId = first;
    expect(await send(kind, files[kind])).toMatchObject({ status: 403 });
  });

  it.each(kinds)('are refused in Blinded Mode, and of %s nobody is named there', async (kind) => {
    const { uploadId } = await store(kind, files[kind]);
    const headers = { [blindedHeader]: 'true' };
    const { status, body } = await send(kind, files[kind], { headers });
    expect([status, body.message]).toEqual([403, 'Marketing data cannot be changed in Blinded Mode.']);
    const call = 'GET /api/marketing-data/{clientId}/changes/{uploadId}';
    const params = { clientId: String(clientId), uploadId: uploadId ?? '' };
    const shown = JSON.stringify((await world().call(call, { token, headers, params })).body);
    expect(shown).toContain('(masked)');
    expect(shown).not.toMatch(/one\.example|Filters|Spring|issue|Opening|\.csv/);
  });

  it('say which kind a client has nothing of', async () => {
    await store('events', files.events);
    const rows = await Promise.all(kinds.map(async (kind) => [kind, (await read(kind)).rows]));
    expect(rows).toEqual([
      ['webinars', 0],
      ['events', 2],
      ['newsletters', 0],
    ]);
    expect(
      (await read('webinars')).columns.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ).toEqual(['Webinar Id', 'Title', 'Date', 'Email', 'Attended']);
  });
});
