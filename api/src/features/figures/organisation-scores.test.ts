import { blindedHeader } from '@readerlens/contract';
import type { CallAnswer, Calls } from '@readerlens/contract';
import { addDays, formatDay } from '@readerlens/filters/model';
import { runs, seededRandom, testSeed } from '@readerlens/filters/testing';
import { countedStatusCodes } from '../../activities/codes.ts';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { groupBy } from '../../platform/group-by.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

type OrgRow = CallAnswer<Calls['POST /api/most-active-cos']>['data'][number];
type Score = NonNullable<OrgRow['score']>;

const random = seededRandom();
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

interface Fact {
  readonly client_id: number;
  readonly occurred_at: Date;
  readonly activity_type: number;
  readonly status: number;
  readonly community_id: number;
  readonly reader_id: number;
  readonly organisation_id: number | null;
  readonly stage: number;
}

interface Viewer {
  readonly as: string;
  readonly clients: readonly number[];
  readonly sees: (fact: Fact) => boolean;
}
const viewers: readonly Viewer[] = [
  { as: 'internal', clients: [1, 2], sees: () => true },
  { as: 'client', clients: [1, 3], sees: () => true },
  { as: 'onecommunity', clients: [1], sees: (fact) => fact.community_id === 1 },
  { as: 'noevents', clients: [2, 4], sees: (fact) => [1, 3].includes(fact.activity_type) },
];

interface Selection extends Viewer {
  readonly isBlinded: boolean;
  readonly range: { readonly from: string; readonly to: string };
}

const pickSelection = (): Selection => {
  const to = addDays(formatDay(new Date()), -Math.floor(random() * 200));
  const range = { from: addDays(to, -pick([0, 6, 9, 29, 83, 84, 180])), to };
  return { ...pick(viewers), isBlinded: random() < 0.3, range };
};

const dayMs = 86_400_000;
const countDaysFrom = (earlier: string, later: string) => (Date.parse(later) - Date.parse(earlier)) / dayMs;

/** Points of at most 25 for a share, in whole numbers: half a point is rounded up. */
const points = (part: number, whole: number) =>
  Math.floor((50 * Math.min(whole, Math.max(0, part)) + whole) / (2 * whole));

/** The definition of decision 73, from the rows of one organization. */
const scoreRows = (rows: readonly Fact[], { from, to }: Selection['range']): Score | null => {
  if (rows.length < 5) return null;
  const agos = rows.map(({ occurred_at }) => countDaysFrom(formatDay(occurred_at), to));
  const days = Math.min(84, countDaysFrom(from, to) + 1);
  const ofWeeks = Math.ceil(days / 7);
  const weeks = new Set(agos.map((ago) => Math.floor(ago / 7)).filter((week) => week < ofWeeks));
  const middleStage = rows.filter(({ stage }) => stage === 1).length;
  const lateStage = rows.filter(({ stage }) => stage === 2).length;
  const daysSinceLast = Math.min(...agos);
  const recency = points(days - daysSinceLast, days);
  const frequency = points(weeks.size, ofWeeks);
  const readers = new Set(rows.map(({ reader_id }) => reader_id)).size;
  const breadth = points(readers, 10);
  const depth = points(middleStage + 2 * lateStage, 2 * rows.length);
  return {
    total: recency + frequency + breadth + depth,
    recency,
    frequency,
    breadth,
    depth,
    readers,
    engagements: rows.length,
    daysSinceLast,
    activeWeeks: weeks.size,
    ofWeeks,
    middleStage,
    lateStage,
  };
};

describeOnOneEngine('engagement scores', (db) => {
  const api = demoApi(db);
  let facts: readonly Fact[] = [];
  beforeAll(async () => {
    const columns = [
      'client_id',
      'occurred_at',
      'activity_type',
      'status',
      'community_id',
      'reader_id',
      'organisation_id',
      'stage',
    ] as const;
    const rows = await api().db.kysely.selectFrom('engagement').select(columns).execute();
    facts = rows.filter(({ status }) => countedStatusCodes.includes(status));
  });

  const filtersOn = (selection: Selection) => [
    clients(...selection.clients),
    { field: 'DateRange', value: selection.range },
  ];
  const sign = async ({ as, isBlinded }: Selection) => ({
    token: await api().tokenOf(`${as}@demo.example`),
    headers: { [blindedHeader]: String(isBlinded) },
  });
  const list = async (selection: Selection, body: object = {}) => {
    const answer = await api().call('POST /api/most-active-cos', {
      ...(await sign(selection)),
      body: { filters: filtersOn(selection), ...body },
    });
    expect([answer.status, answer.body.message]).toEqual([200, '']);
    return answer.body.data as OrgRow[];
  };
  const readOne = async (selection: Selection, orgId: string) => {
    const answer = await api().call('POST /api/reader-co-dashboard/score', {
      ...(await sign(selection)),
      body: { filters: filtersOn(selection), orgId },
    });
    expect([answer.status, answer.body.message]).toEqual([200, '']);
    return answer.body.data as Score | null;
  };

  const scoreAll = (selection: Selection) => {
    const { range } = selection;
    const kept = facts.filter(
      (fact) =>
        selection.clients.includes(fact.client_id) &&
        fact.organisation_id !== null &&
        formatDay(fact.occurred_at) >= range.from &&
        formatDay(fact.occurred_at) <= range.to &&
        selection.sees(fact),
    );
    const rows = groupBy(kept, (fact) => String(fact.organisation_id));
    return new Map([...rows].map(([id, own]) => [id, scoreRows(own, range)]));
  };

  it('are those of the rows of each organization, for random selections and viewers', async () => {
    let scored = 0;
    let without = 0;
    for (let run = 0; run < runs({ test: 10, soak: 200 }); run += 1) {
      const selection = pickSelection();
      const expected = scoreAll(selection);
      const title = { seed: testSeed, selection };
      // Twice: counted, then from what was kept.
      for (let time = 0; time < 2; time += 1) {
        const listed = await list(selection, { withScore: true });
        const found = Object.fromEntries(listed.map(({ orgId, score }) => [orgId, score]));
        expect({ ...title, found }).toEqual({ ...title, found: Object.fromEntries(expected) });
      }
      for (const orgId of [...expected.keys()].slice(0, 1)) {
        const one = await readOne(selection, orgId);
        expect({ ...title, orgId, one }).toEqual({ ...title, orgId, one: expected.get(orgId) });
      }
      for (const score of expected.values()) if (score) scored += 1;
      without += expected.size - [...expected.values()].filter(Boolean).length;
    }
    // A demo without any would prove nothing.
    expect([testSeed, scored, without]).not.toContain(0);
  });

  it('are an order of the list, in which organizations without a score come last', async () => {
    const to = formatDay(new Date());
    const selection = { ...viewers[0]!, isBlinded: false, range: { from: addDays(to, -89), to } };
    const plain = await list(selection, { withScore: true });
    for (const order of ['asc', 'desc'] as const) {
      const sorted = await list(selection, { sort: { field: 'engagementScore', order } });
      const place = ({ score }: OrgRow) => (score ? (order === 'asc' ? score.total : -score.total) : 1000);
      expect(sorted).toEqual(plain.toSorted((a, b) => place(a) - place(b)));
    }
    expect((await list(selection)).filter((row) => 'score' in row)).toEqual([]);
  });

  it('stand beside a trend; a silent organization has none', async () => {
    const to = formatDay(new Date());
    const selection = { ...viewers[0]!, isBlinded: false, range: { from: addDays(to, -89), to } };
    const byId = new Map(
      (await list(selection, { withScore: true })).map(({ orgId, score }) => [orgId, score]),
    );
    const rising = await list(selection, { withScore: true, trend: { kind: 'rising' } });
    expect(rising.map(({ score }) => score)).toEqual(rising.map(({ orgId }) => byId.get(orgId)));
    const silent = await list(selection, { withScore: true, trend: { kind: 'silent' } });
    expect(silent.length).toBeGreaterThan(0);
    expect(new Set(silent.map(({ score }) => score))).toEqual(new Set([null]));
  });
});
