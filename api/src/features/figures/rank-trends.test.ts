import { blindedHeader } from '@readerlens/contract';
import type { CallAnswer, Calls } from '@readerlens/contract';
import { listBuckets } from '@readerlens/contract/buckets';
import {
  maxSeriesRows,
  rankTrendOrders,
  rankTrends,
  standardTrendMinimum,
} from '@readerlens/contract/most-active';
import type { RankTrend } from '@readerlens/contract/most-active';
import { addDays, formatDay, previousRange } from '@readerlens/filters/model';
import { runs, seededRandom, testSeed } from '@readerlens/filters/testing';
import * as xlsx from 'xlsx';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

type Answer = CallAnswer<Calls['POST /api/most-active-cos']>;
type OrgRow = Answer['data'][number];
type ReaderRow = CallAnswer<Calls['POST /api/most-active-readers']>['data'][number];

const random = seededRandom();
const chance = (part: number): boolean => random() < part;
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const today = formatDay(new Date());
const users: Readonly<Record<string, readonly number[]>> = {
  internal: [1, 2, 3, 4, 5],
  client: [1, 3],
  premium: [2],
  onecommunity: [1],
  noevents: [2, 4],
  quiet: [10],
};
const terms = (field: string) => ({
  field,
  value: ['1', '2', '3'].filter(() => chance(0.5)).map((id) => ({ id })),
  op: pick(['Contains', 'NotContains']),
  allowNA: chance(0.3),
});
const filterKinds: readonly (() => object)[] = [
  () => terms('Onlines'),
  () => terms('Region'),
  () => terms('ContentTopics'),
  () => ({ field: 'DocumentTitle', op: 'Contains', value: pick(['a', 'e', 'the']) }),
];

interface Selection {
  readonly as: string;
  readonly isBlinded: boolean;
  readonly range: { readonly from: string; readonly to: string };
  readonly filters: readonly object[];
}

const pickSelection = (): Selection => {
  const as = pick(Object.keys(users));
  const own = users[as] ?? [];
  const to = addDays(today, -Math.floor(random() * 200));
  return {
    as,
    isBlinded: chance(0.3),
    range: { from: addDays(to, -pick([6, 29, 89, 180, 364])), to },
    filters: [clients(...(chance(0.6) ? own : [pick(own)])), ...(chance(0.5) ? [pick(filterKinds)()] : [])],
  };
};

/** The definitions, from two plain lists. */
const isOfTrend: Readonly<Record<RankTrend, (now: number, before: number) => boolean>> = {
  rising: (now, before) => now > before,
  falling: (now, before) => now > 0 && now < before,
  new: (now, before) => before === 0 && now > 0,
  silent: (now, before) => now === 0 && before > 0,
};

const countBy = ({ data }: Answer) => new Map(data.map((row) => [row.orgId, row]));

/** A row as far as both sides know it. */
const describeRow = (id: string, now: OrgRow | undefined, before: OrgRow | undefined) => ({
  orgId: id,
  orgName: (now ?? before)?.orgName,
  companyUrl: (now ?? before)?.companyUrl,
  rank: now?.rank ?? null,
  usersCount: now?.usersCount ?? 0,
  uniqueReaders: now?.uniqueReaders ?? 0,
  activitiesCount: now?.activitiesCount ?? 0,
  companyType: (now ?? before)?.companyType,
  previousRank: before?.rank ?? null,
  previousActivities: before?.activitiesCount ?? 0,
  isNew: before === undefined,
});
type Described = ReturnType<typeof describeRow>;
const readChange = (row: Described) => row.activitiesCount - row.previousActivities;

/** Those without a rank come last. */
const compareRanks = (a: number | null, b: number | null): number =>
  a === b ? 0 : (a ?? Infinity) - (b ?? Infinity);

interface Places {
  readonly rank: number | null;
  readonly previousRank: number | null;
}
/** Unranked rows come last, in the order of the period before. */
const comparePlaces = (a: Places, b: Places): number =>
  compareRanks(a.rank, b.rank) || compareRanks(a.previousRank, b.previousRank);

describeOnOneEngine('trends', (db) => {
  const api = demoApi(db);

  const send = async ({ as, isBlinded, range, filters }: Selection, body: object = {}) => {
    const token = await api().tokenOf(`${as}@demo.example`);
    const answer = await api().call('POST /api/most-active-cos', {
      token,
      headers: isBlinded ? { [blindedHeader]: 'true' } : {},
      body: { filters: [...filters, { field: 'DateRange', value: range }], ...body },
    });
    expect([answer.status, answer.body.message]).toEqual([200, '']);
    return answer.body as unknown as Answer;
  };
  const sendBefore = (selection: Selection) => send({ ...selection, range: previousRange(selection.range) });

  const expectTrends = async (selection: Selection, minimum: number | undefined) => {
    const [now, then] = [countBy(await send(selection)), countBy(await sendBefore(selection))];
    const all = [...new Set([...now.keys(), ...then.keys()])].map((id) =>
      describeRow(id, now.get(id), then.get(id)),
    );
    const found: Partial<Record<RankTrend, number>> = {};
    for (const kind of rankTrends) {
      const expected = all
        .filter(
          ({ activitiesCount, previousActivities }) =>
            isOfTrend[kind](activitiesCount, previousActivities) &&
            Math.max(activitiesCount, previousActivities) >= (minimum ?? standardTrendMinimum),
        )
        .sort(
          (a, b) =>
            (rankTrendOrders[kind] === 'desc'
              ? readChange(b) - readChange(a)
              : readChange(a) - readChange(b)) || comparePlaces(a, b),
        );
      const trend = { kind, ...(minimum === undefined ? {} : { minimum }) };
      const { data, total } = await send(selection, { trend });
      const title = { seed: testSeed, selection, trend };
      expect({ ...title, data, total }).toEqual({
        ...title,
        data: expected,
        total: expected.length,
      });
      found[kind] = data.length;
    }
    return found;
  };

  it('of organizations are those of two plain lists, for random selections', async () => {
    const found = new Map<RankTrend, number>();
    for (let run = 0; run < runs({ test: 12, soak: 200 }); run += 1) {
      const counts = await expectTrends(pickSelection(), pick([undefined, 1, 2, 10]));
      for (const kind of rankTrends) found.set(kind, (found.get(kind) ?? 0) + (counts[kind] ?? 0));
    }
    // A demo without any would prove nothing.
    for (const kind of rankTrends) expect([testSeed, kind, found.get(kind)]).not.toContain(0);
  });

  const listReaders = async ({ as, isBlinded, range, filters }: Selection, body: object = {}) => {
    const token = await api().tokenOf(`${as}@demo.example`);
    const all: ReaderRow[] = [];
    for (let page = 1, total = 1; all.length < total; page += 1) {
      const dated = [...filters, { field: 'DateRange', value: range }];
      const answer = await api().call('POST /api/most-active-readers', {
        token,
        headers: isBlinded ? { [blindedHeader]: 'true' } : {},
        body: { filters: dated, size: 200, page, ...body },
      });
      expect([answer.status, answer.body.message]).toEqual([200, '']);
      const { data } = answer.body as unknown as { data: ReaderRow[] };
      ({ total } = answer.body as unknown as { total: number });
      all.push(...data);
      if (data.length === 0) break;
    }
    return all;
  };

  /** A reader as far as both sides know them. Texts and the last date are those of the period in which they were active last. */
  const describeReader = (now: ReaderRow | undefined, before: ReaderRow | undefined) => ({
    ...(now ?? before),
    rank: now?.rank ?? null,
    totalEngagements: now?.totalEngagements ?? 0,
    totalDocuments: now?.totalDocuments ?? 0,
    previousRank: before?.rank ?? null,
    previousActivities: before?.totalEngagements ?? 0,
    isNew: before === undefined,
  });

  it('of readers are those of two plain lists, for random selections', async () => {
    let found = 0;
    for (let run = 0; run < runs({ test: 4, soak: 60 }); run += 1) {
      const selection = pickSelection();
      const now = new Map((await listReaders(selection)).map((row) => [row.readerId, row]));
      const range = previousRange(selection.range);
      const before = new Map((await listReaders({ ...selection, range })).map((row) => [row.readerId, row]));
      const ids = [...new Set([...now.keys(), ...before.keys()])];
      const all = ids.map((id) => describeReader(now.get(id), before.get(id)));
      const kind = pick(rankTrends);
      const minimum = pick([1, 2, 10]);
      const change = (row: (typeof all)[number]) => row.totalEngagements - row.previousActivities;
      const sign = rankTrendOrders[kind] === 'desc' ? -1 : 1;
      const expected = all
        .filter(
          (row) =>
            isOfTrend[kind](row.totalEngagements, row.previousActivities) &&
            Math.max(row.totalEngagements, row.previousActivities) >= minimum,
        )
        .sort((a, b) => sign * (change(a) - change(b)) || comparePlaces(a, b));
      const title = { seed: testSeed, selection, kind, minimum };
      const listed = await listReaders(selection, { trend: { kind, minimum } });
      expect({ ...title, listed }).toEqual({ ...title, listed: expected });
      found += listed.length;
    }
    expect([testSeed, found]).not.toContain(0);
  });

  const year: Selection = {
    as: 'internal',
    isBlinded: false,
    range: { from: addDays(today, -89), to: today },
    filters: [clients(1, 2, 3)],
  };

  it('sort all organizations by their change, with the figures of the period before', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const sort = { field: 'engagementsChange', order };
      const { data, total } = await send(year, { sort });
      const plain = await send(year, { comparePrevious: true });
      const change = (row: OrgRow) => row.activitiesCount - (row.previousActivities ?? 0);
      const expected = plain.data.toSorted((a, b) =>
        order === 'asc' ? change(a) - change(b) : change(b) - change(a),
      );
      expect({ data, total }).toEqual({ data: expected, total: plain.total });
    }
  });

  const seriesCalls = [
    'POST /api/most-active-cos/over-time',
    'POST /api/most-active-readers/over-time',
  ] as const;
  type Series = Pick<CallAnswer<Calls[(typeof seriesCalls)[number]]>, 'bucket'> & {
    data: { orgId?: string; readerId?: string; before: number[]; now: number[] }[];
  };

  const listRanked = async (selection: Selection, call: (typeof seriesCalls)[number], body: object) =>
    call === 'POST /api/most-active-cos/over-time'
      ? (await send(selection, body)).data.map((row) => ({ ...row, id: row.orgId, now: row.activitiesCount }))
      : (await listReaders(selection, body)).map((row) => ({
          ...row,
          id: row.readerId,
          now: row.totalEngagements,
        }));

  it.each(seriesCalls)('have their engagements over time by %s, for random selections', async (call) => {
    let listed = 0;
    for (let run = 0; run < runs({ test: 5, soak: 100 }); run += 1) {
      const selection = pickSelection();
      const trend = { kind: pick(rankTrends), minimum: 1 };
      const rows = (await listRanked(selection, call, { trend })).slice(0, maxSeriesRows);
      const ids = [...rows.map(({ id }) => id).slice(1), '2147483647'];
      const token = await api().tokenOf(`${selection.as}@demo.example`);
      const dated = [...selection.filters, { field: 'DateRange', value: selection.range }];
      const { status, body } = await api().call(call, {
        token,
        headers: { [blindedHeader]: String(selection.isBlinded) },
        body: { filters: dated, [call.includes('cos') ? 'orgIds' : 'readerIds']: ids },
      });
      expect(status).toBe(200);
      const { data, bucket } = body as unknown as Series;
      const countParts = (range: Selection['range']) => listBuckets(range, bucket ?? 'month').length;
      const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
      const sums = data.map(({ orgId, readerId, before, now }) => [
        orgId ?? readerId,
        sum(before),
        sum(now),
        before.length,
        now.length,
      ]);
      const parts = [countParts(previousRange(selection.range)), countParts(selection.range)];
      const title = { seed: testSeed, selection, trend, bucket };
      expect({ ...title, sums }).toEqual({
        ...title,
        sums: [
          ...rows.slice(1).map((row) => [row.id, row.previousActivities, row.now, ...parts]),
          ['2147483647', 0, 0, ...parts],
        ],
      });
      listed += rows.length;
    }
    expect([testSeed, listed]).not.toContain(0);
  });

  it('have no engagements over time for a range of too many months', async () => {
    const token = await api().tokenOf('internal@demo.example');
    const dates = { field: 'DateRange', value: { from: '1900-01-01', to: '2199-12-31' } };
    const { body } = await api().call('POST /api/most-active-cos/over-time', {
      token,
      body: { filters: [...year.filters, dates] as never, orgIds: ['1'] },
    });
    expect(body).toMatchObject({ data: [], bucket: null });
  });

  it('keep the other orders', async () => {
    const trend = { kind: 'silent', minimum: 1 };
    const sorted = async (field: string, order: string) =>
      (await send(year, { trend, sort: { field, order } })).data;
    const names = (await sorted('orgName', 'asc')).map(({ orgName }) => orgName);
    expect(names.length).toBeGreaterThan(2);
    expect((await sorted('orgName', 'desc')).map(({ orgName }) => orgName)).toEqual(names.toReversed());
    const places = (await sorted('activitiesCount', 'desc')).map(({ previousRank }) => previousRank ?? 0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('refuse a minimum that is none', async () => {
    const token = await api().tokenOf('internal@demo.example');
    for (const minimum of [0, -1, 1.5, 10_001, '5']) {
      const { status, body } = await api().call('POST /api/most-active-cos', {
        token,
        body: { filters: year.filters as never, trend: { kind: 'rising', minimum: minimum as number } },
      });
      expect([minimum, status, body.code]).toEqual([minimum, 400, 'invalid_input']);
    }
  });

  it('have an answer for the longest period', async () => {
    const longest = { ...year, range: { from: '1900-01-01', to: '2199-12-31' } };
    const { data, total } = await send(longest, { trend: { kind: 'new', minimum: 1 } });
    expect(data.length).toBe(total);
    expect((await send(longest, { trend: { kind: 'silent', minimum: 1 } })).total).toBe(0);
  });

  it('are in the file as on the page, which says what it has', async () => {
    const trend = { kind: 'silent', minimum: 2 } as const;
    const dates = { field: 'DateRange', value: year.range };
    const { statusCode, rawPayload } = await api().app.inject({
      method: 'POST',
      url: '/api/most-active-cos/export',
      headers: { authorization: `Bearer ${await api().tokenOf('internal@demo.example')}` },
      payload: { filters: [...year.filters, dates], trend },
    });
    expect(statusCode).toBe(200);
    const book = xlsx.read(rawPayload);
    const readRows = (name = '') =>
      xlsx.utils.sheet_to_json<(string | number | null)[]>(book.Sheets[name] as xlsx.WorkSheet, {
        header: 1,
        defval: null,
      });
    const [heading, ...rows] = readRows('Companies');
    expect(heading).toEqual([
      'Reader Org',
      'Unique Readers',
      'Engagements',
      'Period Before',
      'Change',
      'Org Type',
    ]);
    const { data } = await send(year, { trend });
    expect(rows.map((row) => row.slice(0, 5))).toEqual(
      data.map((row) => [row.orgName, 0, 0, row.previousActivities, -(row.previousActivities ?? 0)]),
    );
    const { from, to } = previousRange(year.range);
    expect(Object.fromEntries(readRows('About'))).toMatchObject({
      Rows: data.length,
      Shown: 'Silent: No engagements, but some in the period before',
      'Period before': `${from} to ${to}`,
      'Minimum engagements': 2,
    });
  });
});
