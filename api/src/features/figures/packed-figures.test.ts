import {
  blindedHeader,
  buckets,
  dashboardFields,
  documentSegments,
  requestIdHeader,
} from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { rankTrends } from '@readerlens/contract/most-active';
import { numericOps, textOps } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { sql } from 'kysely';
import { packMonths } from '../../activities/packed/packed-months.ts';
import { dayBefore } from '../../activities/testing/activity-world.ts';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { describeOnEachEngine } from '../../platform/testing/index.ts';

const random = seededRandom();
const chance = (part: number): boolean => random() < part;
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const pickSome = <T>(values: readonly T[]): T[] => values.filter(() => chance(0.5));

const users: Readonly<Record<string, readonly number[]>> = {
  sysadmin: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  internal: [1, 2, 3, 4, 5],
  client: [1, 3],
  premium: [2],
  noevents: [2, 4],
  onecommunity: [1],
  quiet: [10],
};

const terms = (field: string, ids: readonly string[]) => ({
  field,
  value: pickSome(ids).map((id) => ({ id })),
  op: pick(['Contains', 'NotContains']),
  allowNA: chance(0.3),
});
const numbers = ['1', '2', '3', '4', '5'];

const filterKinds: readonly (() => object)[] = [
  () => terms('Onlines', numbers),
  () => terms('Region', numbers),
  () => terms('DocumentTypes', numbers),
  () => terms('ContentTopics', numbers),
  () => terms('Quality', ['1', '2', '3']),
  () => terms('BuyersJourneyStage', ['Early', 'Middle', 'Late']),
  () => ({ field: 'MediaSource', value: ['All newsletters'] }),
  () => ({ field: 'DocumentTitle', op: 'Contains', value: pick(['a', 'e', 'the']) }),
  () => ({
    field: pick(['Title', 'CompanyName', 'City', 'LastName', 'DocumentTitle']),
    op: pick(textOps),
    value: pick(['a', 'e\nOf', 'é', "o'n\\", '100%', '*a*\n$1', '"', '😀\nmanager', '{a,b}']),
  }),
  () => ({ field: 'Revenue', op: pick(numericOps), value: pick([0, 1_000_000, 2.5e9, 0.5]) }),
  () => ({ field: 'ClientConsentStatus', value: chance(0.5), allowNA: chance(0.5) }),
];
const dateKinds: readonly (() => object)[] = [
  () => ({ field: 'RelativeDateRange', value: pick(['-90d', '/y-2y', '-7d']) }),
  () => ({
    field: 'DateRange',
    value: { from: dayBefore(100 + Math.floor(random() * 900)), to: dayBefore(Math.floor(random() * 100)) },
  }),
  () => ({ field: 'DateRange', value: { from: '1990-01-01', to: '1990-01-31' } }),
];

const dashboard = 'POST /api/client-dashboard';
const content = 'POST /api/content-overview-dashboard';
const company = 'POST /api/reader-co-dashboard';
interface Wanted {
  readonly call: CallKey;
  readonly params?: Readonly<Record<string, string>>;
  readonly more?: object;
}
/** Calls of the page of an organization, which may not exist. */
const listOfCompany = (orgId: string): Wanted[] => [
  { call: `${company}/total-engagements-count`, more: { orgId } },
  { call: `${company}/total-unique-user-engagements-count`, more: { orgId } },
  { call: `${company}/engagements-over-time`, more: { orgId } },
  { call: `${company}/engagements-over-time`, more: { orgId, bucket: pick(buckets) } },
  { call: `${company}/engagements-by-buyersjourney`, more: { orgId } },
  { call: `${company}/most-read-content`, more: { orgId, size: pick([1, 5, 200]) } },
  ...dashboardFields.map((field): Wanted => ({
    call: `${company}/engagements-by-field/{field}`,
    params: { field },
    more: { orgId, size: pick([1, 8, 200]) },
  })),
];
const companySorts = ['orgName', 'activitiesCount', 'uniqueReaders', 'engagementsChange'];
const readerSorts = ['totalEngagements', 'totalDocuments', 'mostRecent', 'name', 'jobTitle'];
const pickSort = (fields: readonly string[]) =>
  chance(0.7)
    ? { sort: { field: pick(fields), ...(chance(0.5) ? { order: pick(['asc', 'desc']) } : {}) } }
    : {};
/** Organizations and readers in order. */
const listRankings = (orgId: string): Wanted[] => [
  { call: 'POST /api/most-active-cos/summary' },
  { call: 'POST /api/most-active-cos/orgtypechartdata' },
  {
    call: 'POST /api/most-active-cos',
    more: {
      ...pickSort(companySorts),
      ...(chance(0.5) ? { comparePrevious: chance(0.5) } : {}),
      ...(chance(0.5) ? { properties: ['countries', 'revenue', 'productCategories'] } : {}),
      ...(chance(0.5) ? { trend: { kind: pick(rankTrends), minimum: pick([1, 3]) } } : {}),
      size: pick([1, 10, 500]),
    },
  },
  {
    call: 'POST /api/most-active-readers',
    more: {
      ...pickSort(readerSorts),
      ...(chance(0.5) ? { text: pick(['an', 'reader 1', '@']) } : {}),
      comparePrevious: chance(0.5),
      page: pick([1, 2]),
      size: pick([1, 10, 100]),
    },
  },
  { call: 'POST /api/reader-dashboard/most-active-reader' },
  { call: `${company}/most-active-org` },
  { call: `${company}/most-active-readers`, more: { orgId, size: pick([1, 10]) } },
  { call: `${company}/rank`, more: { orgId } },
  { call: `${company}/similar-orgs`, more: { orgId, size: pick([1, 5, 10]) } },
  {
    call: `${dashboard}/changes`,
    more: { by: pick(['document', 'organization']), comparedWith: pick(['previous', 'lastYear']) },
  },
];
const listOfClient = (): Wanted[] => [
  { call: `${dashboard}/stats` },
  { call: `${dashboard}/by-month` },
  { call: `${dashboard}/unique-by-month` },
  ...buckets.flatMap((bucket): Wanted[] => [
    { call: `${dashboard}/by-month`, more: { bucket } },
    { call: `${dashboard}/unique-by-month`, more: { bucket } },
  ]),
  { call: `${dashboard}/by-source` },
  { call: `${dashboard}/unique-by-source` },
  { call: `${dashboard}/top-documents`, more: { size: pick([1, 5, 200]) } },
  { call: `${content}/top-documents-unique-readers` },
  { call: `${content}/doc-count` },
  { call: `${content}/activities-with-docs-count`, more: { excludeInactiveDocs: chance(0.5) } },
  { call: `${content}/doc-count-by-buyers-journey-and-age` },
  ...documentSegments.map((segment): Wanted => ({
    call: `${content}/doc-count-by-{segment}`,
    params: { segment },
  })),
  ...dashboardFields.map((field): Wanted => ({
    call: `${dashboard}/by-field/{field}`,
    params: { field },
    more: { size: pick([1, 8, 200]) },
  })),
];
/** Calls that are read with SQL, of the pages of a reader and of an organization. */
const listOfSubjects = (readerId: string, orgId: string): Wanted[] => [
  { call: `${dashboard}/stats`, more: { readerId } },
  { call: 'POST /api/reader-dashboard/seen', more: { readerId } },
  { call: 'POST /api/reader-dashboard/recent-activities', more: { readerId } },
  { call: 'POST /api/reader-dashboard/recent-customer-requests', more: { readerId } },
  { call: 'POST /api/reader-dashboard/share-by-buyersjourney', more: { readerId } },
  { call: 'POST /api/reader-dashboard/timeline', more: { readerId, size: pick([1, 5]) } },
  ...['profile', 'buying-group', 'first-content', 'score', 'timeline', 'rank', 'most-read-content'].map(
    (name): Wanted => ({ call: `${company}/${name}` as CallKey, more: { orgId } }),
  ),
];

const changes: readonly string[] = [
  'UPDATE engagement SET status = 5 - status WHERE status IN (1, 4) AND id % 7 = 1 AND client_id = 1',
  "UPDATE engagement SET occurred_at = occurred_at - interval '1 day' WHERE id % 5 = 2",
  'UPDATE engagement SET reader_id = 1 WHERE reader_id = 2',
  'UPDATE engagement SET organisation_id = 1 WHERE client_id = 2 AND id % 3 = 0',
  "UPDATE document SET title = 'New ' || id WHERE id % 2 = 0",
  "UPDATE reader SET last_name = 'New' || id, title = 'Head' WHERE id % 2 = 0",
  "UPDATE organisation SET name = 'New ' || id, revenue = 5 WHERE id % 2 = 0",
  "UPDATE country SET name = 'New ' || id WHERE id % 2 = 0",
  "UPDATE buyers_journey_stage SET stage = 'Late' WHERE id % 2 = 0",
  "UPDATE organisation_question SET label = 'New ' || id WHERE id % 2 = 0",
  'DELETE FROM engagement WHERE id % 11 = 3 AND client_id = 1',
  'DELETE FROM engagement WHERE id % 11 = 4',
];

const listWanted = (): Wanted[] => {
  const orgId = pick(['1', '2', '3', '999999']);
  return [...listOfClient(), ...listOfCompany(orgId), ...listRankings(orgId)];
};
const wantedCount = listWanted().length;

interface Selection {
  readonly as: string;
  readonly isBlinded: boolean;
  readonly body: object;
}
const pickSelection = (): Selection => {
  const as = pick(Object.keys(users));
  const own = users[as] ?? [];
  const filters = [
    clients(...(chance(0.4) ? own : [pick(own)])),
    ...(chance(0.7) ? [pick(dateKinds)()] : []),
    ...(chance(0.6) ? [pick(filterKinds)()] : []),
    ...(chance(0.3) ? [pick(filterKinds)()] : []),
  ];
  const types = pickSome(['Engagement', 'CustomerRequest', 'Webinar', 'Event']);
  return { as, isBlinded: chance(0.3), body: { filters, ...(chance(0.3) ? { activityTypes: types } : {}) } };
};

/** Adds activities of the first client. */
const addActivities = (columns: readonly string[], rows: readonly (readonly (number | null)[])[]) => {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const values = sql.join(rows.map((row) => sql`(1, now() - interval '1 day', 1, 1, ${sql.join(row)})`));
  return sql`INSERT INTO engagement (client_id, occurred_at, activity_type, status, ${names}) VALUES ${values}`;
};
const columns = [
  'sequence',
  'source',
  'community_id',
  'document_id',
  'reader_id',
  'document_type_id',
  'region_id',
  'organisation_id',
];
/** The largest values that the columns hold, and small ones. */
const edges = [
  [32_767, 32_767, 32_767, 2_147_483_647, 2_147_483_647, 32_767, 32_767, 2_147_483_647],
  [-1, -1, -1, -1, -1, -1, -1, -1],
  [1, 1, 1, 2_147_483_647, -1, null, null, null],
  [2, 2, -32_768, -2_147_483_648, 1, null, -32_768, 0],
  [3, 0, 32_767, 1, 2_147_483_647, -32_768, null, -2_147_483_647],
];

describeOnEachEngine('packed figures', (db) => {
  const api = demoApi(db);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  let packedAt = Date.now();
  /** Each time as late that all clients are due. */
  const pack = () => packMonths(db(), { at: new Date((packedAt += 86_400_000)) });

  const askAll = async ({ as, isBlinded, body }: Selection, wanted: readonly Wanted[]) => {
    const token = await api().tokenOf(`${as}@demo.example`);
    const headers = { [requestIdHeader]: 'compared', ...(isBlinded ? { [blindedHeader]: 'true' } : {}) };
    const ask = async ({ call, params = {}, more = {} }: Wanted) => {
      const answer = await api().call(call, { token, params, headers, body: { ...body, ...more } });
      return { call, params, status: answer.status, body: answer.body };
    };
    return Promise.all(wanted.map(ask));
  };

  /** Asks with packed rows, with those that are kept, and while none can be read. Returns how many statements the first ones took. */
  const compare = async (selection: Selection, wanted = listWanted()) => {
    const packing = jest.spyOn(db(), 'readColumns');
    const packed = await askAll(selection, wanted);
    const statements = packing.mock.calls.length;
    const kept = await askAll(selection, wanted);
    packing.mockRejectedValue(new Error('No rows are packed.'));
    const reference = await askAll(selection, wanted);
    packing.mockRestore();
    expect({ selection, packed, kept }).toEqual({ selection, packed: reference, kept: reference });
    return { statements, answers: packed };
  };

  it('are the same as by SQL', async () => {
    let packed = 0;
    let found = 0;
    for (let left = runs({ test: 108, soak: 5000 }); left > 0; left -= wantedCount) {
      if (chance(0.5)) await pack();
      const { statements, answers } = await compare(pickSelection());
      packed += statements;
      found += answers.filter(
        ({ status, body }) => status === 200 && JSON.stringify(body).length > 300,
      ).length;
    }
    expect(packed).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(0);
  });

  it('follow each change at once, however they are answered', async () => {
    let kept = 0;
    for (let left = runs({ test: 3, soak: 200 }); left > 0; left -= 1) {
      const change = pick(changes);
      const as = pick(['sysadmin', 'client', 'premium']);
      const asked = { as, isBlinded: chance(0.3), body: { filters: [clients(...(users[as] ?? []))] } };
      const wanted = [...listOfSubjects('1', '1'), ...listWanted()].filter(() => chance(0.4));
      await askAll(asked, wanted);
      await sql.raw(change).execute(db().kysely);
      if (chance(0.5)) await pack();
      const after = await askAll(asked, wanted);
      const executing = jest.spyOn(db(), 'readColumns');
      expect(await askAll(asked, wanted)).toEqual(after);
      kept += executing.mock.calls.length;
      executing.mockRejectedValue(new Error('Nothing that is kept is used.'));
      expect([change, await askAll(asked, wanted)]).toEqual([change, after]);
      executing.mockRestore();
    }
    expect(kept).toBeGreaterThan(0);
  });

  const everything: Selection = { as: 'sysadmin', isBlinded: false, body: { filters: [clients(1)] } };

  it('are the same for the largest values of each column, and for negative ones', async () => {
    await addActivities(columns, edges).execute(db().kysely);
    const { statements } = await compare(everything);
    expect(statements).toBeGreaterThan(0);
  });

  it('of the first readers by engagements are those of all of them', async () => {
    const pages = [1, 2, 3].flatMap((page) => [1, 7, 20].map((size) => ({ page, size })));
    const wanted = [...pages, { page: 1000, size: 100 }].map((page): Wanted => ({
      call: 'POST /api/most-active-readers',
      more: { ...page, comparePrevious: true },
    }));
    const { statements, answers } = await compare(everything, wanted);
    expect(statements).toBeGreaterThan(0);
    const totals = answers.map(({ body }) => (body as { total: number }).total);
    expect(new Set(totals).size).toBe(1);
  });

  it('are counted from kept rows while nothing changes', async () => {
    await askAll(everything, listOfClient());
    const reading = jest.spyOn(db(), 'readColumns');
    await askAll(everything, listOfClient());
    const statements = reading.mock.calls.map(([query]) => query.sql);
    expect(statements).not.toEqual([]);
    expect(statements.filter((text) => text.includes('FROM engagement'))).toEqual([]);
  });

  it('of a ranking count once what its calls have in common, and keep it', async () => {
    const wanted: Wanted[] = ['', '/summary', '/orgtypechartdata'].map((part) => ({
      call: `POST /api/most-active-cos${part}` as CallKey,
    }));
    const filters = [clients(2), { field: 'Onlines', value: [{ id: '1' }], op: 'Contains' }];
    const reading = jest.spyOn(db(), 'readColumns');
    const countRead = () =>
      reading.mock.calls.filter(([{ sql: text }]) => text.includes('FROM engagement')).length;
    const ask = () => askAll({ as: 'sysadmin', isBlinded: false, body: { filters } }, wanted);
    const first = await ask();
    const read = countRead();
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(wanted.length);
    expect(await ask()).toEqual(first);
    expect(countRead()).toBe(read);
  });

  const manyStats = Array.from({ length: 12 }, (): Wanted => ({ call: `${dashboard}/stats` }));

  it('are read with SQL if the values of an activity do not fit', async () => {
    const lowest = -2_147_483_648;
    await addActivities(columns, [[1, 1, 1, -1, lowest, 1, 1, 1]]).execute(db().kysely);
    const packing = jest.spyOn(db(), 'readColumns');
    const [answer] = await askAll(everything, manyStats);
    // The first statement reads the version of the rows that are kept.
    const read = Promise.all(packing.mock.results.map(({ value }) => value));
    await expect(read).rejects.toThrow('bigint out of range');
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM engagement WHERE client_id = 1 AND status IN (1, 4)
        AND occurred_at >= current_date - interval '1 year' AND occurred_at < current_date + 1`.execute(
      db().kysely,
    );
    expect([answer?.status, answer?.body.data]).toEqual([
      200,
      expect.objectContaining({ totalLeads: rows[0]?.count }),
    ]);
    await sql`DELETE FROM engagement WHERE reader_id = ${lowest}::integer`.execute(db().kysely);
  });

  it('share one statement with texts, and are kept', async () => {
    const filters = [
      clients(1),
      { field: 'Title', op: 'NotContains', value: "it's\n%\\\né" },
      { field: 'Revenue', op: 'GreaterThan', value: 0.5 },
    ];
    const selection = { ...everything, body: { filters } };
    const packing = jest.spyOn(db(), 'readColumns');
    const countRead = () =>
      packing.mock.calls.filter(([{ sql: text }]) => text.includes('FROM engagement')).length;
    const [first] = await askAll(selection, manyStats);
    const read = countRead();
    const [again] = await askAll(selection, manyStats);
    expect([first?.status, again?.body.data]).toEqual([200, first?.body.data]);
    expect([read > 0, read < manyStats.length / 2, countRead()]).toEqual([true, true, read]);
  });

  it('of a page share one statement', async () => {
    const packing = jest.spyOn(db(), 'readColumns');
    const answers = await askAll(everything, listOfClient());
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(packing.mock.calls.length).toBeLessThan(answers.length / 2);
  });

  it('are answered when the first caller of the statement leaves', async () => {
    await api().app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api().app.server.address() as { port: number };
    const token = await api().tokenOf('sysadmin@demo.example');
    const read = db().readColumns.bind(db());
    let begin = () => {};
    const isAsked = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    jest.spyOn(db(), 'readColumns').mockImplementation(async (...parts) => {
      begin();
      await gate;
      return read(...parts);
    });
    const send = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/api/client-dashboard/stats`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(everything.body),
        ...(signal ? { signal } : {}),
      });
    const leaving = new AbortController();
    const others: ReturnType<typeof send>[] = [];
    // Calls that do not come at once have no statement in common.
    for (let isPacked = false; !isPacked;) {
      void send(leaving.signal).catch(() => undefined);
      others.push(...Array.from({ length: 6 }, () => send()));
      isPacked = await Promise.race([isAsked.then(() => true), Promise.all(others).then(() => false)]);
    }
    leaving.abort();
    open();
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
