import { dashboardFields, documentSegments, sources } from '@readerlens/contract';
import type { CallKey, DashboardField } from '@readerlens/contract';
import { countedStatusCodes } from '../../activities/codes.ts';
import { dayBefore } from '../../activities/testing/activity-world.ts';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';

const api = demoApi();

interface Fact {
  id: number;
  client_id: number;
  occurred_at: Date;
  activity_type: number;
  sequence: number;
  source: number;
  status: number;
  community_id: number;
  document_id: number;
  reader_id: number;
  stage: number;
  region_id: number | null;
  topics: number[];
}

let facts: Fact[] = [];
beforeAll(async () => {
  facts = (await api().db.kysely.selectFrom('engagement').selectAll().execute()).filter(({ status }) =>
    countedStatusCodes.includes(status),
  );
});

const formatDay = (at: Date): string => at.toISOString().slice(0, 10);
const aYearAgo = (): string => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return formatDay(day);
};
const dayAfter = (day: string): string => formatDay(new Date(Date.parse(day) + 86_400_000));
/** The first day of the week that has a day. */
const findMonday = (day: string): string => {
  const date = new Date(day);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  return formatDay(date);
};
const inLastYear = ({ occurred_at }: Fact): boolean => formatDay(occurred_at) >= aYearAgo();

interface Case {
  readonly name: string;
  readonly as: string;
  readonly body: { filters: object[]; activityTypes?: (string | number)[] };
  /** Whether a counted activity belongs to the result, computed without the code under test. */
  readonly keeps: (fact: Fact) => boolean;
  /** The first and last day of three months within its dates; by default recent ones. */
  readonly quarter?: readonly [string, string];
}

const lastYear = new Date().getUTCFullYear() - 1;

const cases: Case[] = [
  {
    name: 'the last year of one client',
    as: 'internal@demo.example',
    body: { filters: [clients(1)] },
    keeps: (fact) => fact.client_id === 1 && inLastYear(fact),
  },
  {
    name: 'two clients of a client user',
    as: 'client@demo.example',
    body: { filters: [clients(1, 3)] },
    keeps: (fact) => [1, 3].includes(fact.client_id) && inLastYear(fact),
  },
  {
    name: 'all of two calendar years',
    as: 'admin@demo.example',
    body: { filters: [clients(2), { field: 'RelativeDateRange', value: '/y-2y' }] },
    quarter: [`${lastYear}-09-30`, `${lastYear}-12-28`],
    keeps: ({ client_id, occurred_at }) => {
      const year = occurred_at.getUTCFullYear();
      const current = new Date().getUTCFullYear();
      return client_id === 2 && year < current && year >= current - 2;
    },
  },
  {
    name: 'one community, stage and type',
    as: 'sysadmin@demo.example',
    body: {
      filters: [
        clients(1, 2),
        { field: 'Onlines', value: [{ id: '1' }] },
        { field: 'BuyersJourneyStage', value: [{ id: 'Early' }] },
      ],
      activityTypes: ['customer request', 'Engagement'],
    },
    keeps: (fact) =>
      [1, 2].includes(fact.client_id) &&
      fact.community_id === 1 &&
      fact.stage === 0 &&
      [1, 2].includes(fact.activity_type) &&
      inLastYear(fact),
  },
  {
    name: 'topics and missing regions',
    as: 'internal@demo.example',
    body: {
      filters: [
        clients(1),
        { field: 'ContentTopics', value: [{ id: '1' }, { id: '2' }] },
        { field: 'Region', value: [], allowNA: true },
      ],
    },
    keeps: (fact) =>
      fact.client_id === 1 &&
      fact.region_id === null &&
      fact.topics.some((topic) => topic <= 2) &&
      inLastYear(fact),
  },
  {
    name: 'a user of one community',
    as: 'onecommunity@demo.example',
    body: { filters: [clients(1)] },
    keeps: (fact) => fact.client_id === 1 && fact.community_id === 1 && inLastYear(fact),
  },
  {
    name: 'a user without two activity types',
    as: 'noevents@demo.example',
    body: { filters: [clients(2, 4)] },
    keeps: (fact) =>
      [2, 4].includes(fact.client_id) && [1, 3].includes(fact.activity_type) && inLastYear(fact),
  },
  {
    name: 'a client with no data',
    as: 'quiet@demo.example',
    body: { filters: [clients(10)] },
    keeps: () => false,
  },
];

const different = (values: readonly number[]): number => new Set(values).size;
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

interface Valued {
  id: string;
  name: string;
  value: number;
}
interface Month {
  key: string;
  value: { primary: number; secondary: number };
}

describe.each(cases)('$name', ({ as, body, keeps, quarter = [dayBefore(91), dayBefore(3)] }) => {
  const send = async <Data>(
    call: CallKey,
    parts: { params?: Record<string, string>; body?: object } = {},
  ) => {
    const token = await api().tokenOf(as);
    const answer = await api().call(call, { ...parts, token, body: { ...body, ...parts.body } });
    expect(answer.body).toMatchObject({ success: true });
    return answer.body.data as Data;
  };
  const kept = () => facts.filter(keeps);

  it('counts engagements, people and documents', async () => {
    expect(await send('POST /api/client-dashboard/stats')).toEqual({
      totalLeads: kept().length,
      uniquePeople: different(kept().map(({ reader_id }) => reader_id)),
      uniqueDocs: different(kept().map(({ document_id }) => document_id)),
    });
  });

  it('adds up over all months of the range', async () => {
    const months = await send<Month[]>('POST /api/client-dashboard/by-month');
    const unique = await send<Month[]>('POST /api/client-dashboard/unique-by-month');
    expect(total(months.map(({ value }) => value.primary + value.secondary))).toBe(kept().length);
    expect(unique.map(({ key }) => key)).toEqual(months.map(({ key }) => key));
    for (const [index, { key, value }] of months.entries()) {
      const initial = kept().filter(
        (fact) => formatDay(fact.occurred_at).startsWith(key) && fact.sequence === 1,
      );
      expect([key, value.primary]).toEqual([key, initial.length]);
      expect(unique[index]?.value.primary).toBe(different(initial.map(({ reader_id }) => reader_id)));
    }
    const keys = months.map(({ key }) => key);
    expect(keys.length).toBeGreaterThanOrEqual(12);
    expect([...keys].sort()).toEqual(keys);
  });

  it.each(['day', 'week'] as const)('adds up over each %s of a quarter', async (bucket) => {
    const [from, to] = quarter;
    const dates = body.filters.filter(
      (filter) => !('field' in filter && filter.field === 'RelativeDateRange'),
    );
    const filters = [...dates, { field: 'DateRange', value: { from, to } }];
    const inRange = facts.filter((fact) => {
      const day = formatDay(fact.occurred_at);
      return keeps(fact) && day >= from && day <= to;
    });
    const parts = await send<Month[]>('POST /api/client-dashboard/by-month', { body: { filters, bucket } });
    const unique = await send<Month[]>('POST /api/client-dashboard/unique-by-month', {
      body: { filters, bucket },
    });
    const days: string[] = [];
    for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
    const keys = bucket === 'day' ? days : [...new Set(days.map(findMonday))];
    const naive = keys.map((key) => {
      const own = inRange.filter(({ occurred_at }) => {
        const day = formatDay(occurred_at);
        return key === (bucket === 'day' ? day : findMonday(day));
      });
      return {
        key,
        all: [1, 2].map((part) => own.filter(({ sequence }) => (sequence === 1) === (part === 1))),
      };
    });
    expect(parts).toEqual(
      naive.map(({ key, all: [primary = [], secondary = []] }) => ({
        key,
        value: { primary: primary.length, secondary: secondary.length },
      })),
    );
    expect(unique.map(({ key, value }) => [key, value.primary])).toEqual(
      naive.map(({ key, all: [primary = []] }) => [
        key,
        different(primary.map(({ reader_id }) => reader_id)),
      ]),
    );
    const { totalLeads } = await send<{ totalLeads: number }>('POST /api/client-dashboard/stats', {
      body: { filters },
    });
    expect(total(parts.map(({ value }) => value.primary + value.secondary))).toBe(totalLeads);
  });

  it('adds up over all sources', async () => {
    const bySource = await send<Valued[]>('POST /api/client-dashboard/by-source');
    const unique = await send<Valued[]>('POST /api/client-dashboard/unique-by-source');
    expect(bySource.map(({ name }) => name)).toEqual([...sources]);
    expect(total(bySource.map(({ value }) => value))).toBe(kept().length);
    const organic = kept().filter(({ source }) => source === 1);
    expect(unique[0]).toEqual({
      name: 'organic',
      value: different(organic.map(({ reader_id }) => reader_id)),
    });
  });

  it.each([...dashboardFields])('adds up over %s', async (field: DashboardField) => {
    const rows = await send<Valued[]>('POST /api/client-dashboard/by-field/{field}', {
      params: { field: field.toLowerCase() },
      body: { size: 200 },
    });
    expect(total(rows.map(({ value }) => value))).toBe(kept().length);
    expect(rows.map(({ name }) => name)).not.toContain('-1');
    expect(rows.map(({ value }) => value)).toEqual(rows.map(({ value }) => value).sort((a, b) => b - a));
  });

  it.each([...documentSegments])('adds up the documents over %s', async (segment) => {
    const { uniqueDocs } = await send<{ uniqueDocs: number }>('POST /api/client-dashboard/stats');
    const rows = await send<Valued[]>('POST /api/content-overview-dashboard/doc-count-by-{segment}', {
      params: { segment },
    });
    expect(total(rows.map(({ value }) => value))).toBe(uniqueDocs);
  });

  it('reports the same number of documents everywhere', async () => {
    const { uniqueDocs } = await send<{ uniqueDocs: number }>('POST /api/client-dashboard/stats');
    const stageAndAge = await send<{ stage: string; docAge: string; count: number }[]>(
      'POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age',
    );
    expect(total(stageAndAge.map(({ count }) => count))).toBe(uniqueDocs);
    const ofCells = await Promise.all(
      stageAndAge.map(async ({ stage, docAge }) => {
        const cell = {
          filters: [...body.filters, { field: 'BuyersJourneyStage', value: [{ id: stage }] }],
          docAge,
        };
        return (await send<{ uniqueDocs: number }>('POST /api/client-dashboard/stats', { body: cell }))
          .uniqueDocs;
      }),
    );
    expect(ofCells).toEqual(stageAndAge.map(({ count }) => count));
    const engaged = 'POST /api/content-overview-dashboard/activities-with-docs-count';
    expect(await send(engaged, { body: { excludeInactiveDocs: true } })).toEqual({ total: uniqueDocs });
    expect(await send(engaged)).toEqual({ total: uniqueDocs });
    expect(await send(engaged, { body: { excludeInactiveDocs: false } })).toEqual(
      await send('POST /api/content-overview-dashboard/doc-count'),
    );
  });

  it('ranks documents by engagements and by readers', async () => {
    const top = await send<(Valued & { customFields: { uniqueReaders: number } })[]>(
      'POST /api/client-dashboard/top-documents',
      { body: { size: 200 } },
    );
    const byReaders = await send<Valued[]>(
      'POST /api/content-overview-dashboard/top-documents-unique-readers',
      {
        body: { size: 200 },
      },
    );
    for (const { id, value, customFields } of top) {
      const ofDocument = kept().filter(({ document_id }) => String(document_id) === id);
      expect(value).toBe(ofDocument.length);
      expect(customFields.uniqueReaders).toBe(different(ofDocument.map(({ reader_id }) => reader_id)));
    }
    expect(byReaders.map(({ value }) => value)).toEqual(
      byReaders.map(({ value }) => value).sort((a, b) => b - a),
    );
    expect(byReaders[0]?.value ?? 0).toBe(
      Math.max(0, ...top.map(({ customFields }) => customFields.uniqueReaders)),
    );
  });
});

it('returns eight rows of a field and twenty-five documents by default', async () => {
  const token = await api().tokenOf('internal@demo.example');
  const body = { filters: [clients(1, 2, 3)] };
  const fields = await api().call('POST /api/client-dashboard/by-field/{field}', {
    token,
    body,
    params: { field: 'DocumentTypes' },
  });
  expect(fields.body.data).toHaveLength(8);
  const documents = await api().call('POST /api/client-dashboard/top-documents', { token, body });
  expect(documents.body.data).toHaveLength(25);
});

it('divides at most 400 days or weeks, and months without a limit', async () => {
  const token = await api().tokenOf('internal@demo.example');
  const ask = async (from: string, to: string, bucket?: string) => {
    const filters = [clients(1), { field: 'DateRange', value: { from, to } }];
    const answer = await api().call('POST /api/client-dashboard/by-month', {
      token,
      body: { filters, ...(bucket === undefined ? {} : { bucket }) },
    });
    const { data, code, details } = answer.body;
    return answer.status === 200 ? (data as Month[]).length : [answer.status, code, details];
  };
  const refused = (message: string) => [400, 'invalid_input', [{ path: 'bucket', message }]];
  expect(await ask('2025-01-01', '2026-02-04', 'day')).toBe(400);
  expect(await ask('2025-01-01', '2026-02-05', 'day')).toEqual(
    refused('The date range must have at most 400 days.'),
  );
  expect(await ask('2018-01-01', '2025-08-31', 'week')).toBe(400);
  expect(await ask('2018-01-01', '2025-09-01', 'week')).toEqual(
    refused('The date range must have at most 400 weeks.'),
  );
  expect(await ask('1980-01-01', '2025-12-31', 'month')).toBe(552);
  expect(await ask('2026-03-02', '2026-03-02')).toBe(1);
});
