import { blindedHeader } from '@readerlens/contract';
import type { CallData, Calls } from '@readerlens/contract';
import { utils, write } from 'xlsx';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { addApiClient } from '../../people/testing/api-client.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { buildForm } from './testing/upload-form.ts';

type Data = CallData<Calls['GET /api/marketing-data/{clientId}/uploads/{kind}']>;
type Outcome = CallData<Calls['POST /api/marketing-data/{clientId}/uploads/{kind}']>;
type Accounts = CallData<Calls['POST /api/marketing-data/{clientId}/accounts']>;

const upload = 'POST /api/marketing-data/{clientId}/uploads/{kind}';
const buildWorkbook = (rows: unknown[][]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'Deals');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

const header = 'Opportunity ID,Account Name,Website,Stage,Created Date,Amount,Currency,Close Date';

describeOnOneEngine('opportunities', (db) => {
  const world = activityWorld(db);
  const granted = { access_marketing_performance: true } as const;
  let token = '';
  let clientId = 0;
  let clients = 0;

  beforeEach(async () => {
    setDate(new Date('2026-03-10T09:00:00Z'));
    token = await world().tokenOf(granted);
    clientId = await world().add('client', { name: `Client ${(clients += 1)}` });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const params = (more: Readonly<Record<string, string>> = {}) => ({
    clientId: String(clientId),
    kind: 'opportunities',
    ...more,
  });
  const sendFile = (content: Buffer | string, fields: Readonly<Record<string, string>> = {}) =>
    world().call(upload, {
      token,
      params: params(),
      ...buildForm({ mode: 'merge', ...fields }, content, 'deals.csv'),
    });
  const store = async (content: Buffer | string, fields: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await sendFile(content, fields);
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body.data as Outcome;
  };
  const csv = (...lines: string[]) => [header, ...lines].join('\n');
  const read = async (): Promise<Data & NonNullable<Data['opportunities']>> => {
    const call = 'GET /api/marketing-data/{clientId}/uploads/{kind}';
    const { status, body } = await world().call(call, { token, params: params() });
    expect(status).toBe(200);
    const data = body.data as Data;
    return { ...data, ...data.opportunities! };
  };
  const listAccounts = async (match: string): Promise<Accounts> => {
    const call = 'POST /api/marketing-data/{clientId}/accounts';
    const { body } = await world().call(call, { token, params: params(), body: { match } });
    expect(body).toMatchObject({ total: (body.data as Accounts).length });
    return body.data as Accounts;
  };
  const mapStages = (stages: Readonly<Record<string, string>>) =>
    world().call('PUT /api/marketing-data/{clientId}/stages', {
      token,
      params: params(),
      body: { stages: Object.entries(stages).map(([stage, outcome]) => ({ stage, outcome })) },
    });
  const listDeals = () =>
    db()
      .kysely.selectFrom('opportunity')
      .selectAll()
      .where('client_id', '=', clientId)
      .orderBy('external_id')
      .execute();

  const three = csv(
    'A1,Acme,https://www.acme.example/about,Proposal,2026-01-05,"12,500.50",eur,2026-09-01',
    'A2,Birch,,proposal,2026-02-01,,,',
    'A3,Cedar,,Closed Won,2025-11-11,100,USD,2026-02-02',
  );

  it('are stored once, and the same file again changes nothing', async () => {
    const preview = await store(three, { dryRun: 'true' });
    expect(preview).toMatchObject({ uploadId: null, rows: 3, added: 3, refused: 0 });
    expect(preview.newStages).toEqual(['proposal', 'Closed Won']);
    expect(await listDeals()).toEqual([]);
    expect(await store(three)).toMatchObject({ added: 3, changed: 0, unchanged: 0, removed: 0 });
    expect(await listDeals()).toMatchObject([
      {
        external_id: 'A1',
        domain: 'acme.example',
        cents: 1_250_050,
        currency: 'EUR',
        created_on: '2026-01-05',
      },
      { external_id: 'A2', cents: null, currency: null, closed_on: null },
      { external_id: 'A3', cents: 10_000, closed_on: '2026-02-02' },
    ]);
    const before = await listDeals();
    setDate(new Date('2026-03-10T09:01:00Z'));
    expect(await store(three)).toMatchObject({ added: 0, changed: 0, unchanged: 3, removed: 0 });
    setDate(new Date('2026-03-10T09:02:00Z'));
    expect(await store(three, { mode: 'replace' })).toMatchObject({ unchanged: 3, removed: 0 });
    expect(await listDeals()).toEqual(before);
    const { uploads, withoutCurrency, rows: deals, stages } = await read();
    expect(uploads.map(({ fileName, added }) => [fileName, added])).toEqual([
      ['deals.csv', 0],
      ['deals.csv', 0],
      ['deals.csv', 3],
    ]);
    expect([deals, withoutCurrency]).toEqual([3, 1]);
    expect(stages).toEqual([
      { stage: expect.stringMatching(/proposal/i) as string, outcome: null, deals: 2 },
      { stage: 'Closed Won', outcome: null, deals: 1 },
    ]);
  });

  it('are merged or replaced, and each upload keeps what it changed', async () => {
    await store(three);
    const second = csv(
      'A1,Acme,acme.example,Proposal,2026-01-05,13000,EUR,2026-09-01',
      'A4,Dune,,New,2026-03-01,,,',
    );
    expect(await store(second, { dryRun: 'true', mode: 'replace' })).toMatchObject({ removed: 2 });
    const { uploadId, ...counts } = await store(second, { mode: 'replace' });
    expect(counts).toMatchObject({ added: 1, changed: 1, unchanged: 0, removed: 2 });
    expect((await listDeals()).map(({ external_id }) => external_id)).toEqual(['A1', 'A4']);
    const call = 'GET /api/marketing-data/{clientId}/changes/{uploadId}';
    const { body } = await world().call(call, { token, params: params({ uploadId: uploadId ?? '' }) });
    const { changes } = body.data as CallData<Calls[typeof call]>;
    expect(changes.map(({ externalId, before, after }) => [externalId, before?.Cents, after?.Cents])).toEqual(
      [
        ['A1', 1_250_050, 1_300_000],
        ['A2', null, undefined],
        ['A3', 10_000, undefined],
        ['A4', undefined, null],
      ],
    );
  });

  it('name each bad row by number and reason, and keep the others', async () => {
    await mapStages({ won: 'won', open: 'open' });
    const { problems, ...counts } = await store(
      csv(
        'A1,Acme,,Open,2026-01-05,1,EUR,',
        'A2,,,Open,2026-01-05,,,',
        'A3,Acme,,Open,05/01/2026,,,',
        'A4,Acme,,Open,2026-01-05,1.234,,',
        'A5,Acme,,Open,2026-01-05,,EURO,',
        'A6,Acme,,Won,2026-01-05,,,',
        'A7,Acme,,Won,2026-01-05,,,2026-01-04',
        'A1,Acme,,Open,2026-01-05,,,',
        'A9,Acme,,Open,2026-12-31,,,',
        'A10,"Acme,,,',
      ),
    );
    expect(counts).toMatchObject({ rows: 10, added: 1, refused: 9 });
    expect(problems.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [3, 'Account', 'The value is missing.'],
      [4, 'Created', 'The value is not a day such as 2025-03-31.'],
      [5, 'Amount', 'The value has more than two decimals.'],
      [6, 'Currency', 'The value is not the code of a currency such as EUR.'],
      [7, 'Closed', 'A deal that is won needs the day of its close.'],
      [8, 'Closed', 'The day is before the deal was created.'],
      [9, 'Id', 'Row 2 has the same id.'],
      [10, 'Created', 'The day is in the future.'],
      [11, null, 'The closing quote of a value is missing.'],
    ]);
    expect(
      await store(csv('A1,Acme,,Open,1/5/2026,,,', 'A3,Acme,,Open,13/5/2025,,,'), { days: 'monthFirst' }),
    ).toMatchObject({ changed: 1, refused: 1 });
    const bad = await store(csv('A1,Acme,,Open,never,,,', 'A2,Acme,,Open,2026-01-01,,,'), {
      mode: 'replace',
    });
    expect(bad).toMatchObject({ added: 1, removed: 0, refused: 1 });
  });

  it('are read from workbooks, with the last values of formulas', async () => {
    const rows = [
      ['Id', 'Account', 'Stage', 'Created', 'Amount', 'Currency'],
      ['A1', 'Acme', 'Open', new Date(Date.UTC(2026, 0, 5)), 0.1 + 0.2, 'EUR'],
      [42, 'Birch', 'Open', '2026-02-01', 7, 'EUR'],
    ];
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet(rows, { UTC: true });
    sheet['E3'] = { t: 'n', v: 12.5, f: '5*1000' };
    utils.book_append_sheet(book, sheet, 'Deals');
    expect(await store(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)).toMatchObject({
      added: 2,
    });
    expect(await listDeals()).toMatchObject([
      { external_id: '42', cents: 1250 },
      { external_id: 'A1', created_on: '2026-01-05', cents: 30 },
    ]);
  });

  it.each([
    [
      'a file without a required column',
      'Id,Account,Stage\n1,a,b',
      /^The file has no column Created\. Its columns are Id, Account, Stage\.$/,
    ],
    ['an empty file', ' \n', /^The file is empty\.$/],
    [
      'too many columns',
      `${Array.from({ length: 200 }, (_, at) => `c${at}`).join(',')}\n`,
      /^The file has 200 columns\. It may have 100\.$/,
    ],
    [
      'too many columns in a workbook',
      buildWorkbook([Array.from({ length: 200 }, (_, at) => `c${at}`)]),
      /^The file has 200 columns\./,
    ],
    [
      'too many rows',
      `Id,Account,Stage,Created\n${'1,a,b,c\n'.repeat(100_001)}`,
      /^The file has more than 100,000 rows\./,
    ],
    [
      'an archive that is no workbook',
      Buffer.from('PK\u0003\u0004nothing'),
      /^The file is damaged, or is not a workbook\.$/,
    ],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
      /^The file is an old or encrypted workbook\./,
    ],
  ])('refuse %s', async (_, content, message) => {
    const { status, body } = await sendFile(content);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringMatching(message) as string,
        details: [expect.objectContaining({ path: 'file' })],
      }),
    ]);
  });

  it('refuse a file above 20 MB, a form without a file, and both a file and rows', async () => {
    const large = await sendFile(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'));
    expect([large.status, large.body]).toEqual([
      413,
      expect.objectContaining({ message: 'file is larger than 20 MB.' }),
    ]);
    const { status } = await world().call(upload, { token, params: params(), body: { mode: 'merge' } });
    expect(status).toBe(400);
  });

  describe('are matched', () => {
    const deal = (id: string, account: string, website = '') =>
      `${id},${account},${website},Open,2026-01-05,,,`;

    it('by domain, else by name, never by a public mail domain', async () => {
      const [byDomain, byName, one, other] = await Promise.all([
        world().add('organisation', { name: 'Alder Works', domain: `alder${clientId}.example` }),
        world().add('organisation', { name: `Birch${clientId}  Labs`, domain: null }),
        world().add('organisation', { name: `Cedar${clientId}`, domain: null }),
        world().add('organisation', { name: `Cedar${clientId}`, domain: null }),
        world().add('organisation', { name: 'Mail', domain: 'gmail.com' }),
      ]);
      await db()
        .kysely.updateTable('organisation')
        .set({ name: `Birch${clientId} Labs` })
        .where('id', '=', byName)
        .execute();
      await store(
        `Id,Account,Website,Email,Stage,Created\n${[
          `D1,Other name,www.alder${clientId}.example,,Open,2026-01-05`,
          `D2,birch${clientId} LABS,,ann@gmail.com,Open,2026-01-05`,
          `D3,Cedar${clientId},,,Open,2026-01-05`,
          `D4,Nobody,,,Open,2026-01-05`,
          `D5,Private,,ann@gmail.com,Open,2026-01-05`,
        ].join('\n')}`,
      );
      expect((await listDeals()).map(({ match, organisation_id }) => [match, organisation_id])).toEqual([
        ['domain', byDomain],
        ['name', byName],
        ['ambiguous', null],
        ['none', null],
        ['none', null],
      ]);
      expect((await read()).accounts).toEqual({ domain: 1, name: 1, hand: 0, ambiguous: 1, none: 2 });
      const [account] = await listAccounts('ambiguous');
      expect(account?.candidates.map(({ id }) => id).toSorted()).toEqual(
        [String(one), String(other)].toSorted(),
      );
    });

    it('by hand, with later deals of the account, until that is taken back', async () => {
      const organisation = await world().add('organisation', { name: 'Elm' });
      await store(csv(deal('D1', 'Elm Holding'), deal('D2', 'ELM holding'), deal('D3', 'Other')));
      const [account] = await listAccounts('none');
      expect(account).toMatchObject({ deals: 2 });
      const match = (organizationId: string | null) =>
        world().call('PUT /api/marketing-data/{clientId}/accounts/{dealId}', {
          token,
          params: params({ dealId: account?.dealId ?? '' }),
          body: { organizationId },
        });
      expect(await match('999999')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      expect(await match(String(organisation))).toMatchObject({ status: 200 });
      await store(csv(deal('D4', 'Elm holding')));
      expect((await read()).accounts).toMatchObject({ hand: 3, none: 1 });
      expect(await match(null)).toMatchObject({ status: 200 });
      expect((await read()).accounts).toMatchObject({ hand: 0, none: 4 });
    });
  });

  it('are uploaded by staff, and sent by the program of an account that sees the client', async () => {
    const body = {
      mode: 'merge',
      rows: [{ id: 'P1', account: 'Acme', stage: 'Open', created: '2026-01-05', amount: 12.5 }],
    };
    const client = await world().tokenOf({ ...granted, role: 'Client', clients: [clientId] });
    expect(await world().call(upload, { token: client, params: params(), body })).toMatchObject({
      status: 403,
    });
    const program = await addApiClient(world(), { ...granted, role: 'Client' });
    const send = () => world().call(upload, { token: program.token, params: params(), body });
    expect(await send()).toMatchObject({ status: 403 });
    await db()
      .kysely.insertInto('user_client')
      .values({ user_id: program.user.id, client_id: clientId })
      .execute();
    expect(await send()).toMatchObject({ status: 200, body: { data: { added: 1 } } });
    expect(await listDeals()).toMatchObject([{ external_id: 'P1', cents: 1250 }]);
  });

  it('cannot be changed in Blinded Mode, and name nobody', async () => {
    await store(three);
    const headers = { [blindedHeader]: 'true' };
    const stages = { stages: [{ stage: 'Open', outcome: 'open' }] };
    expect(
      await world().call('PUT /api/marketing-data/{clientId}/stages', {
        token,
        headers,
        params: params(),
        body: stages,
      }),
    ).toMatchObject({ status: 403 });
    const call = 'POST /api/marketing-data/{clientId}/accounts';
    const { body } = await world().call(call, { token, headers, params: params(), body: { match: 'none' } });
    expect(body).toMatchObject({ total: 3 });
    expect(JSON.stringify(body)).not.toMatch(/acme|birch|cedar/i);
  });

  it('of one client are stored one upload after another', async () => {
    const [one, two] = await Promise.all([store(three), store(three)]);
    expect(one.added + two.added).toBe(3);
    expect(one.unchanged + two.unchanged).toBe(3);
  });
});
