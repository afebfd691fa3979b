import { blindedHeader } from '@readerlens/contract';
import type { CallAnswer, CallKey, Calls } from '@readerlens/contract';
import { activityWorld, dayBefore, noon } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

const profile = 'POST /api/reader-co-dashboard/profile';
const seen = 'POST /api/reader-dashboard/seen';
const longAgo = 3000;

describeOnOneEngine('what is known about a reader or an organization', (db) => {
  const world = activityWorld(db);
  const client = { own: 0, second: 0, foreign: 0 };
  const ids = { org: 0, reader: 0, elsewhere: 0, group: 0 };
  const tokens = { client: '', premium: '', staff: '', oneCommunity: '', noEvents: '' };

  const addCountry = async (name: string): Promise<number> => {
    const row = await db()
      .kysely.insertInto('country')
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };

  beforeAll(async () => {
    for (const name of ['own', 'second', 'foreign'] as const)
      client[name] = await world().add('client', { name });
    ids.org = await world().add('organisation', {
      name: 'Acme Labs',
      revenue: 1_250_000.5,
      org_type: ['CDMO'],
      product_category: ['-1', 'Bioprocess', ''],
    });
    ids.elsewhere = await world().add('organisation', { name: 'Elsewhere' });
    ids.reader = await world().add('reader', { first_name: 'Ada', last_name: 'Berg' });
    await db()
      .kysely.insertInto('organisation_question')
      .values([
        {
          id: 1,
          field: 'DeviceKind',
          label: 'Device Kind',
          access_level: 'Premium',
          field_group: 'FirmographicMedicalDevices',
          kind: 'Terms',
        },
        {
          id: 2,
          field: 'InternalScore',
          label: 'Account Score',
          access_level: 'Internal',
          field_group: 'FirmographicGeneral',
          kind: 'Numeric',
        },
      ])
      .execute();
    await db()
      .kysely.insertInto('organisation_answer')
      .values([
        { organisation_id: ids.org, question_id: 1, value: 'Scanner' },
        { organisation_id: ids.org, question_id: 1, value: 'Implant' },
        { organisation_id: ids.org, question_id: 2, value: '42' },
      ])
      .execute();
    const [norway, japan, peru] = [
      await addCountry('Norway'),
      await addCountry('Japan'),
      await addCountry('Peru'),
    ];
    const active = (clientId: number, days: number, row: object = {}, more: object = {}) =>
      world().addActivity({
        clientId,
        readerId: ids.reader,
        at: noon(days),
        row: { organisation_id: ids.org, country_id: japan, ...row },
        ...more,
      });
    await active(client.own, longAgo, { country_id: norway });
    await active(client.own, 40, { country_id: norway });
    await active(client.own, 5);
    await active(client.own, 3, { community_id: 2 });
    await active(client.own, 2, {}, { type: 'Event' });
    await active(client.own, 1, { country_id: peru }, { status: 'Pending' });
    await active(client.second, 9);
    await active(client.foreign, longAgo + 1, { country_id: peru });
    await active(client.foreign, 0, { country_id: peru });
    await active(client.foreign, 4, { organisation_id: ids.elsewhere });
    const clients = [client.own, client.second];
    const communities = [1, 2];
    tokens.client = await world().tokenOf({ role: 'Client', clients, communities });
    tokens.premium = await world().tokenOf({
      role: 'Premium',
      clients,
      communities,
      activity_fields: ['Revenue', 'ProductCategory', 'DeviceKind'],
    });
    tokens.staff = await world().tokenOf({ role: 'Internal' });
    tokens.oneCommunity = await world().tokenOf({ role: 'Client', clients, communities: [1] });
    tokens.noEvents = await world().tokenOf({
      role: 'Client',
      clients,
      communities,
      denied_activity_types: ['Event'],
    });
  });

  interface Options {
    readonly by?: keyof typeof tokens;
    readonly clientIds?: readonly number[];
    readonly more?: readonly object[];
    readonly blinded?: boolean;
  }
  const send = async (call: CallKey, subject: object, options: Options = {}) => {
    const { by = 'client', clientIds = [client.own], more = [], blinded = false } = options;
    const filters = [{ field: 'Clients', value: clientIds.map((id) => ({ id: String(id) })) }, ...more];
    return world().call(call, {
      token: tokens[by],
      headers: blinded ? { [blindedHeader]: 'true' } : {},
      body: { filters, ...subject },
    });
  };
  const read = async <K extends CallKey>(call: K, subject: object, options?: Options) => {
    const { status, body } = await send(call, subject, options);
    expect([status, body.message]).toEqual([200, '']);
    return body as unknown as CallAnswer<Calls[K]>;
  };
  const readOrg = async (options?: Options) =>
    (await read(profile, { orgId: String(ids.org) }, options)).data;
  const readReader = async (options?: Options) =>
    (await read(seen, { readerId: String(ids.reader) }, options)).data;
  const days = (first: number, last: number) => ({
    firstSeen: new Date(noon(first)).toISOString(),
    lastSeen: new Date(noon(last)).toISOString(),
  });

  it('was first and last seen with the clients, at any date and whatever the other filters', async () => {
    const narrow = [
      { field: 'DateRange', value: { from: dayBefore(41), to: dayBefore(39) } },
      { field: 'BuyersJourneyStage', value: [{ id: 'Late' }] },
    ];
    for (const more of [[], narrow]) {
      expect(await readOrg({ more })).toMatchObject(days(longAgo, 2));
      expect(await readReader({ more })).toEqual(days(longAgo, 2));
    }
    expect(await readOrg({ clientIds: [client.second] })).toMatchObject(days(9, 9));
    expect(await readReader({ clientIds: [client.own, client.second] })).toEqual(days(longAgo, 2));
  });

  it('is that of the first and last row of its search', async () => {
    const ever = { field: 'DateRange', value: { from: dayBefore(longAgo + 9), to: dayBefore(0) } };
    for (const [subject, { firstSeen, lastSeen }] of [
      [{ orgId: String(ids.org) }, await readOrg()],
      [{ readerId: String(ids.reader) }, await readReader()],
    ] as const) {
      const { items } = await read('POST /api/analytics/search', subject, { more: [ever] });
      expect([items.at(-1)?.date, items[0]?.date]).toEqual([firstSeen, lastSeen]);
    }
  });

  it('was seen where the caller may see: clients, communities and types of activities', async () => {
    expect(await readOrg({ by: 'oneCommunity' })).toMatchObject(days(longAgo, 2));
    expect(await readReader({ by: 'noEvents' })).toEqual(days(longAgo, 3));
    const both = { clientIds: [client.own, client.foreign] };
    expect(await readOrg({ by: 'staff', ...both })).toMatchObject(days(longAgo + 1, 0));
    expect((await send(profile, { orgId: String(ids.org) }, both)).status).toBe(403);
  });

  it('was never seen with clients that know others', async () => {
    const silent = await world().add('client', { name: 'Silent' });
    const never = { firstSeen: null, lastSeen: null };
    expect(await readOrg({ by: 'staff', clientIds: [silent] })).toMatchObject({ ...never, countries: [] });
    expect(await readReader({ by: 'staff', clientIds: [silent] })).toEqual(never);
    const { status, body } = await send(profile, { orgId: String(ids.elsewhere) }, { by: 'premium' });
    expect([status, body.message]).toEqual([404, 'There is no such organization.']);
  });

  it('has the countries of its activities, most first', async () => {
    expect((await readOrg({ by: 'staff' })).countries).toEqual(['Japan', 'Norway']);
    expect((await readOrg({ by: 'oneCommunity' })).countries).toEqual(['Norway', 'Japan']);
  });

  it('has the properties that the caller may search by', async () => {
    const none = { revenue: null, productCategories: [], answers: [] };
    const device = {
      field: 'DeviceKind',
      label: 'Device Kind',
      kind: 'Terms',
      values: ['Implant', 'Scanner'],
    };
    const score = { field: 'InternalScore', label: 'Account Score', kind: 'Numeric', values: ['42'] };
    const shown = { revenue: 1_250_000.5, productCategories: ['Bioprocess'] };
    expect(await readOrg()).toMatchObject(none);
    expect(await readOrg({ by: 'premium' })).toMatchObject({ ...shown, answers: [device] });
    expect(await readOrg({ by: 'staff' })).toMatchObject({ ...shown, answers: [device, score] });
    expect(await readOrg({ by: 'staff', blinded: true })).toMatchObject({ ...shown, answers: [] });
  });

  it('began with documents, and went on with others', async () => {
    const call = 'POST /api/reader-co-dashboard/first-content';
    const org = await world().add('organisation', { name: 'Beginners' });
    const docs: number[] = [];
    for (const title of ['Guide', 'Case', 'Price']) docs.push(await world().add('document', { title }));
    const [guide, caseStudy, price] = docs as [number, number, number];
    const addPath = async (name: string, path: readonly (readonly [document: number, daysAgo: number])[]) => {
      const readerId = await world().add('reader', { first_name: name });
      for (const [document_id, ago] of path)
        await world().addActivity({
          clientId: client.own,
          readerId,
          at: noon(ago),
          row: { organisation_id: org, document_id },
        });
    };
    await addPath('Ann', [
      [guide, 6],
      [guide, 5],
      [price, 4],
      [caseStudy, 3],
    ]);
    await addPath('Ben', [
      [guide, 6],
      [caseStudy, 2],
    ]);
    await addPath('Cem', [[guide, 1]]);
    // Began with the guide before the week of the second question.
    await addPath('Dan', [
      [guide, 20],
      [price, 3],
      [caseStudy, 2],
    ]);
    const ask = async (more: readonly object[], size?: number) =>
      (await read(call, { orgId: String(org), ...(size ? { size } : {}) }, { more })).data;
    const of = (id: number, title: string, readers: number) => ({ id: String(id), title, readers });
    expect(await ask([])).toEqual({
      readers: 4,
      allDocuments: 1,
      documents: [{ ...of(guide, 'Guide', 4), onlyThis: 1, next: of(price, 'Price', 2) }],
    });
    const week = [{ field: 'DateRange', value: { from: dayBefore(7), to: dayBefore(0) } }];
    expect(await ask(week)).toEqual({
      readers: 4,
      allDocuments: 2,
      documents: [
        { ...of(guide, 'Guide', 3), onlyThis: 1, next: of(caseStudy, 'Case', 1) },
        { ...of(price, 'Price', 1), onlyThis: 0, next: of(caseStudy, 'Case', 1) },
      ],
    });
    expect(await ask(week, 1)).toMatchObject({ readers: 4, allDocuments: 2, documents: [{ readers: 3 }] });
  });

  describe('the buying group', () => {
    const group = 'POST /api/reader-co-dashboard/buying-group';
    const week = { field: 'DateRange', value: { from: dayBefore(7), to: dayBefore(0) } };
    const readGroup = async (options: Options = {}) =>
      (await read(group, { orgId: String(ids.group) }, { more: [week], ...options })).data;
    const readers: Record<string, number> = {};

    beforeAll(async () => {
      const persona = async (name: string) =>
        (await db().kysely.insertInto('persona').values({ name }).returning('id').executeTakeFirstOrThrow())
          .id;
      const [buyer, chemist] = [await persona('Buyer'), await persona('Chemist')];
      ids.group = await world().add('organisation', { name: 'Grouped' });
      const add = async (name: string, title: string | null, personas: number[], ago: readonly number[]) => {
        readers[name] = await world().add('reader', { first_name: name, last_name: 'Moe', title, personas });
        for (const day of ago)
          await world().addActivity({
            clientId: client.own,
            readerId: readers[name],
            at: noon(day),
            row: { organisation_id: ids.group },
          });
      };
      await add('Old', 'Managing DIRECTOR and founder', [buyer, chemist], [100, 5]);
      await add('Fresh', 'Doctor', [buyer], [4, 3]);
      await add('Moved', null, [], [2]);
      await add('Late', 'Chief of staff', [chemist], [60]);
      // With another organization before.
      await world().addActivity({ clientId: client.own, readerId: readers['Moved'] ?? 0, at: noon(90) });
      // A client that the caller does not see, which does not make a reader known here.
      await world().addActivity({ clientId: client.foreign, readerId: readers['Fresh'] ?? 0, at: noon(300) });
    });

    it('counts readers by role and by words in job titles, several times where they have several', async () => {
      expect(await readGroup()).toMatchObject({
        readers: 3,
        roles: [
          { name: 'Buyer', readers: 2 },
          { name: 'Chemist', readers: 1 },
          { id: '', name: 'No persona', readers: 1 },
        ],
        seniority: [
          { level: 'Executive', readers: 1 },
          { level: 'Director', readers: 1 },
          { level: 'Manager', readers: 0 },
          { level: 'Other', readers: 2 },
        ],
      });
    });

    it('has as new who had no earlier activity with the clients, with any organization', async () => {
      const { newReaders, newest } = await readGroup();
      expect([newReaders, newest]).toEqual([
        1,
        [
          {
            readerId: String(readers['Fresh']),
            userIdOrEmail: String(readers['Fresh']),
            name: 'Fresh Moe',
            jobTitle: 'Doctor',
            totalEngagements: 2,
          },
        ],
      ]);
      const both = { by: 'staff', clientIds: [client.own, client.foreign] } as const;
      expect((await readGroup(both)).newReaders).toBe(0);
    });

    it('has pseudonyms in Blinded Mode', async () => {
      const { newest } = await readGroup({ blinded: true });
      expect(newest).toEqual([expect.objectContaining({ name: expect.stringMatching(/^Reader \d+$/) })]);
    });
  });
});
