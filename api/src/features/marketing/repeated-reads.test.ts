// A statement that reads something again for each row of something else takes seconds with the data of a customer, and no time
// with that of a test. So the plans are read: they say how often each part runs.
import { calls } from '@readerlens/contract';
import type { MarketingCall } from '@readerlens/contract';
import { changeMeasures, documentSets, newnessKinds, newnessSubjects } from '@readerlens/contract/marketing';
import { formatDay, relativeRangeFilter, termsFilter } from '@readerlens/filters/model';
import type { CompiledQuery } from 'kysely';
import { sql } from 'kysely';
import { createDimensionNamesSource } from '../../activities/dimension-names.ts';
import type { Figure, FigureRequest } from '../../activities/figures/figure.ts';
import type { MarketingSelection } from '../../activities/marketing-selection.ts';
import { noLists } from '../../activities/account-lists/filtered-lists.ts';
import { selectEngagements } from '../../activities/select-engagements.ts';
import { loadDemo } from '../../data/demo/load-demo.ts';
import { buildOwnerSession, scopeOfUser } from '../../people/owner.ts';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { describeOnOneEngine, setDate, testApi } from '../../platform/testing/index.ts';
import { marketingFigures } from './marketing-figures.ts';

const now = new Date('2026-03-18T15:00:00Z');
const pageOfRows = { page: 1, size: 10 };
const sides = {
  baseline: { kind: 'tactic', ids: ['webinar'] },
  comparison: { kind: 'tactic', ids: ['organic'] },
};

/** What the pages send besides filters; a call without an entry takes nothing else. */
const bodies: Partial<Record<MarketingCall, readonly object[]>> = {
  'POST /api/marketing-performance/changes': changeMeasures.map((measure) => ({ measure })),
  'POST /api/marketing-performance/newness/by-month': newnessSubjects.map((subject) => ({ subject })),
  'POST /api/marketing-performance/newness/by-source': newnessSubjects.map((subject) => ({ subject })),
  'POST /api/marketing-performance/newness/cohorts': newnessSubjects.map((subject) => ({ subject })),
  'POST /api/marketing-performance/newness/rows': newnessSubjects.flatMap((subject) =>
    [
      { kinds: [...newnessKinds] },
      { kinds: ['netNew', 'reactivated'], source: 'organic' },
      { kinds: ['netNew', 'reactivated'], isFullMonth: true },
      { month: '2026-02' },
    ].map((limits) => ({ subject, ...limits, ...pageOfRows })),
  ),
  'POST /api/marketing-performance/content/rows': documentSets.map((set) => ({ set, ...pageOfRows })),
  'POST /api/marketing-performance/comparison': [sides],
  'POST /api/marketing-performance/comparison/trend': [sides],
  'POST /api/marketing-performance/comparison/organizations': [{ ...sides, part: 'both', ...pageOfRows }],
  'POST /api/marketing-performance/pipeline/rows': [
    pageOfRows,
    { influence: 'influenced', tactic: 'webinar', window: 0, ...pageOfRows },
  ],
};

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Loops': number;
  /** In each loop. */
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly 'CTE Name'?: string;
  readonly Plans?: readonly Plan[];
}

const readsActivities = ({ 'Relation Name': relation, Plans = [] }: Plan): boolean =>
  relation === 'engagement' || Plans.some(readsActivities);

/** Activities are aggregated again for each row of something else. */
const isAggregatedAgain = (plan: Plan): boolean =>
  plan['Actual Loops'] > 5 &&
  /Aggregate|Group|Unique|WindowAgg/.test(plan['Node Type']) &&
  readsActivities(plan);

/** The client has 3,041 activities and fewer rows of anything else, so that a part that reads more reads some of them again. */
const mostRows = 3500;

const isReadAgain = (plan: Plan): boolean => {
  const { 'Actual Loops': loops, 'Actual Rows': rows } = plan;
  const read = rows + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
  // The engagements of the organization of a deal are those of any date.
  return loops * read > mostRows && plan['Node Type'] !== 'Hash Join';
};

/** The parts of a plan that take more than linear time. */
const findRepeated = (plan: Plan): string[] => {
  const { 'Node Type': type, 'Actual Loops': loops, 'Relation Name': relation, 'CTE Name': cte } = plan;
  const isRepeated = isAggregatedAgain(plan) || isReadAgain(plan);
  return [
    ...(isRepeated ? [`${type} ${relation ?? cte ?? ''}: ${loops} times`] : []),
    ...(plan.Plans ?? []).flatMap(findRepeated),
  ];
};

describeOnOneEngine('the statements of marketing performance', (db) => {
  const api = testApi({}, {}, db);
  beforeAll(async () => {
    setDate(now);
    await loadDemo(db(), { now, scale: 'small' });
    await sql`ANALYZE`.execute(db().kysely);
  });
  afterAll(() => {
    jest.useRealTimers();
  });

  /** The plan of each statement of a call, made by a user of one client. */
  const explain = async (call: MarketingCall, body: object): Promise<Plan[]> => {
    const { services } = api();
    const { id } = await db()
      .kysely.selectFrom('app_user')
      .select('id')
      .where('email', '=', 'client@demo.example')
      .executeTakeFirstOrThrow();
    const owner = await scopeOfUser(id, services);
    if (!owner) throw new Error('There is no such user.');
    const filters = [termsFilter('Clients', [{ id: '1' }]), relativeRangeFilter('-1y')];
    const options = {
      scope: owner.scope,
      blinded: false,
      catalogue: await services.catalogue(),
      now,
      form: 'dashboard',
      lists: noLists,
    } as const;
    const selection = { ...selectEngagements({ filters }, options), today: formatDay(now) };
    const queries: CompiledQuery[] = [];
    const { kysely } = recordQueries(db(), (query) => queries.push(query));
    const figure = marketingFigures[call] as unknown as Figure<MarketingCall, MarketingSelection>;
    const session = buildOwnerSession(owner);
    const request = { body: { filters, ...body }, params: {}, query: {}, session };
    const names = createDimensionNamesSource(db());
    await figure.read({
      ...(request as unknown as FigureRequest<MarketingCall>),
      kysely,
      names,
      selection,
      session,
    });
    const plans: Plan[] = [];
    for (const query of queries) {
      const { rows } = await db().kysely.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        ...query,
        sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${query.sql}`,
      });
      plans.push(...rows.map((row) => row['QUERY PLAN'][0].Plan));
    }
    return plans;
  };

  // A file is read while it is sent; its rows are those of the list.
  const called = (Object.keys(marketingFigures) as MarketingCall[]).filter(
    (call) => !('file' in calls[call]),
  );
  const cases = called.flatMap((call) =>
    (bodies[call] ?? [{}]).map((body) => [call, JSON.stringify(body)] as const),
  );

  it.each(cases)('%s %s reads everything once', async (call, body) => {
    const plans = await explain(call, JSON.parse(body) as object);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.flatMap(findRepeated)).toEqual([]);
  });
});
