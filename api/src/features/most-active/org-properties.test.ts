import { blindedHeader } from '@readerlens/contract';
import type { CallAnswer, Calls } from '@readerlens/contract';
import * as xlsx from 'xlsx';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

type Org = CallAnswer<Calls['POST /api/most-active-cos']>['data'][number];
type Profile = CallAnswer<Calls['POST /api/reader-co-dashboard/profile']>['data'];
type Cell = string | number | null;

const properties = ['countries', 'revenue', 'productCategories'] as const;
/** Before the default dates of the ranking. */
const longAgo = 900;

describeOnOneEngine('what the ranking of organizations shows of them', (db) => {
  const world = activityWorld(db);
  const tokens = { client: '', premium: '', revenue: '', staff: '' };
  const ids = { known: 0, unknown: 0 };
  let clientId = 0;
  beforeAll(async () => {
    clientId = await world().add('client', { name: 'Acme' });
    const readerId = await world().add('reader', { first_name: 'Ada' });
    ids.known = await world().add('organisation', {
      name: 'Known Labs',
      revenue: 1_250_000.5,
      product_category: ['-1', 'Bioprocess', '', 'Devices'],
    });
    ids.unknown = await world().add('organisation', { name: 'Unknown Labs' });
    const [japan, norway, peru] = await Promise.all(
      ['Japan', 'Norway', 'Peru'].map(async (name) => {
        const { id } = await db()
          .kysely.insertInto('country')
          .values({ name })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      }),
    );
    const elsewhere = await world().add('client', { name: 'Elsewhere' });
    const active = async (day: number, row: object, more: object = {}) =>
      world().addActivity({ clientId, readerId, at: noon(day), row, ...more });
    const known = (country_id: number | undefined) => ({ organisation_id: ids.known, country_id });
    for (const day of [1, 2]) await active(day, known(japan));
    for (const day of [3, longAgo, longAgo + 1]) await active(day, known(norway));
    for (const day of [1, 2, 3, 4, 5]) {
      await active(day, known(peru), { clientId: elsewhere });
      await active(day, known(peru), { status: 'Pending' });
    }
    await active(4, { organisation_id: ids.unknown });
    const entitled = { clients: [clientId], communities: [1] };
    tokens.client = await world().tokenOf({ role: 'Client', ...entitled });
    tokens.premium = await world().tokenOf({
      role: 'Premium',
      ...entitled,
      activity_fields: ['Revenue', 'ProductCategory'],
    });
    tokens.revenue = await world().tokenOf({ role: 'Premium', ...entitled, activity_fields: ['Revenue'] });
    tokens.staff = await world().tokenOf({ role: 'Internal' });
  });

  const filters = () => [{ field: 'Clients', value: [{ id: String(clientId) }] }];
  interface Options {
    readonly by?: keyof typeof tokens;
    readonly blinded?: boolean;
  }
  const list = async (body: object, { by = 'staff', blinded = false }: Options = {}) => {
    const answer = await world().call('POST /api/most-active-cos', {
      token: tokens[by],
      headers: { [blindedHeader]: String(blinded) },
      body: { filters: filters(), ...body },
    });
    expect(answer.status).toBe(200);
    return answer.body.data as Org[];
  };
  const readProfile = async (orgId: string, { by = 'staff', blinded = false }: Options) => {
    const { body } = await world().call('POST /api/reader-co-dashboard/profile', {
      token: tokens[by],
      headers: { [blindedHeader]: String(blinded) },
      body: { filters: filters(), orgId },
    });
    return body.data as Profile;
  };
  const pickProperties = (row: object) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => (properties as readonly string[]).includes(name)),
    );

  const download = async (
    shownColumns: readonly string[],
    { by = 'staff', blinded = false }: Options = {},
  ) => {
    const { statusCode, rawPayload } = await world().app.inject({
      method: 'POST',
      url: '/api/most-active-cos/export',
      headers: { authorization: `Bearer ${tokens[by]}`, [blindedHeader]: String(blinded) },
      payload: { filters: filters(), shownColumns },
    });
    expect(statusCode).toBe(200);
    const book = xlsx.read(rawPayload);
    return xlsx.utils.sheet_to_json<Cell[]>(book.Sheets.Companies as xlsx.WorkSheet, {
      header: 1,
      defval: null,
    });
  };

  it('has none unless they are asked for', async () => {
    expect((await list({})).map(pickProperties)).toEqual([{}, {}]);
    expect((await list({ properties: [] })).map(pickProperties)).toEqual([{}, {}]);
    expect((await list({ properties: ['revenue'] })).map(pickProperties)).toEqual([
      { revenue: 1_250_000.5 },
      { revenue: null },
    ]);
  });

  it.each([
    ['client', { revenue: null, productCategories: [] }],
    ['revenue', { revenue: 1_250_000.5, productCategories: [] }],
    ['premium', { revenue: 1_250_000.5, productCategories: ['Bioprocess', 'Devices'] }],
    ['staff', { revenue: 1_250_000.5, productCategories: ['Bioprocess', 'Devices'] }],
  ] as const)('shows %s what they may see, as the page of the organization does', async (by, granted) => {
    const known = { countries: ['Norway', 'Japan'], ...granted };
    const unknown = { countries: [], revenue: null, productCategories: [] };
    const rows = await list({ properties }, { by });
    expect(rows.map(pickProperties)).toEqual([known, unknown]);
    for (const row of rows)
      expect(pickProperties(row)).toEqual(pickProperties(await readProfile(row.orgId, { by })));
    expect((await list({ properties, size: 1 }, { by })).map(pickProperties)).toEqual([known]);
  });

  it('shows the same beside stand-ins in Blinded Mode', async () => {
    const options = { blinded: true };
    const [first] = await list({ properties }, options);
    expect(first?.orgName).toMatch(/^Company \d+$/);
    const shown = {
      countries: ['Norway', 'Japan'],
      revenue: 1_250_000.5,
      productCategories: ['Bioprocess', 'Devices'],
    };
    expect(first).toMatchObject(shown);
    expect(await readProfile(String(ids.known), options)).toMatchObject(shown);
    const [, cells] = await download(['orgName', ...properties], options);
    expect(cells).toEqual([first?.orgName, 'Norway, Japan', 1_250_000.5, 'Bioprocess, Devices']);
  });

  it.each([
    [
      'client',
      [
        ['Reader Org', 'Countries'],
        ['Known Labs', 'Norway, Japan'],
        ['Unknown Labs', null],
      ],
    ],
    [
      'revenue',
      [
        ['Revenue', 'Reader Org', 'Countries'],
        [1_250_000.5, 'Known Labs', 'Norway, Japan'],
        [null, 'Unknown Labs', null],
      ],
    ],
    [
      'premium',
      [
        ['Revenue', 'Reader Org', 'Product Category', 'Countries'],
        [1_250_000.5, 'Known Labs', 'Bioprocess, Devices', 'Norway, Japan'],
        [null, 'Unknown Labs', null, null],
      ],
    ],
  ] as const)('leaves out of the file as shown what %s may not see', async (by, sheet) => {
    expect(await download(['revenue', 'orgName', 'productCategories', 'countries'], { by })).toEqual(sheet);
  });

  it('refuses properties that no list has', async () => {
    for (const asked of [['website'], ['revenue', 'revenue'], 'revenue']) {
      const body = { filters: filters(), properties: asked };
      const answer = await world().call('POST /api/most-active-cos', { token: tokens.staff, body });
      expect([asked, answer.status, answer.body.code]).toEqual([asked, 400, 'invalid_input']);
    }
  });
});
