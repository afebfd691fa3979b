import type { AlertRule, ChangeRule, SeriesRule } from '@readerlens/contract';
import { evaluate, planSlot } from './alert-types.ts';
import type { AlertActivity, AlertDefinition, AlertState, EntityResult, Evaluation } from './evaluation.ts';
import { runSlots } from './testing/activities-in-memory.ts';

const specific: AlertRule = { type: 'SpecificActivityNotification' };
const change: ChangeRule = {
  type: 'ChangeInActivitiesNotification',
  aggField: 'Reader',
  activityMonths: 1,
  uniqueUserCount: null,
  baselineActivityMonths: 3,
  minimumBaselineActivities: 3,
  minimumThresholdPercent: 50,
  thresholdDirection: 'Both',
};
const series: SeriesRule = {
  type: 'SeriesOfActivitiesNotification',
  aggField: 'ReaderOrg',
  activityMonths: 2,
  uniqueUserCount: 2,
  minimumCount: 5,
};

const buildDefinition = (rule: AlertRule, since = '2025-01-01T00:00:00Z'): AlertDefinition => ({
  rule,
  timeZone: 'UTC',
  version: 1,
  since: new Date(since),
});

let lastId = 0;
/** Activities at an instant, each by the next reader. */
const buildActivities = (
  count: number,
  at: string,
  { readers = 1, reader = 1, clientId = 1, organisationId = 7 } = {},
): AlertActivity[] =>
  Array.from({ length: count }, (_, index) => {
    lastId += 1;
    const readerId = reader + (index % readers);
    return { clientId, id: lastId, availableAt: new Date(at), readerId, organisationId };
  });

/** So that the data of the client does not start inside a baseline. */
const history = buildActivities(1, '2020-01-01T00:00:00Z', { reader: 99, organisationId: 99 });

const only = ({ entities }: Evaluation): EntityResult | undefined =>
  entities.find(({ entityId }) => entityId < 90);
const last = (evaluations: readonly Evaluation[]): Evaluation => evaluations.at(-1)!;

/** The result for a reader with so many activities in the baseline and in the current window. */
const changeWith = (
  rule: Partial<ChangeRule>,
  counts: { readonly baseline: number; readonly current: number },
  date = '2025-06-01',
) => {
  const definition = buildDefinition({ ...change, ...rule });
  const { current, baseline } = planSlot(definition, date, null).windows;
  const activities = [
    ...history,
    ...buildActivities(counts.baseline, baseline!.from.toISOString()),
    ...buildActivities(counts.current, current.from.toISOString()),
  ];
  return last(runSlots(definition, [date], activities));
};

describe('a change in activities', () => {
  it.each<[string, Partial<ChangeRule>, number, number, Partial<EntityResult>]>([
    ['9 against 6', {}, 18, 9, { outcome: 'fires', changePercent: 50, expected: 6, direction: 'Positive' }],
    ['8 against 6', {}, 18, 8, { outcome: 'quiet', changePercent: (2 / 6) * 100 }],
    ['6 against 6', {}, 18, 6, { outcome: 'quiet', changePercent: 0, direction: null }],
    ['3 against 6', {}, 18, 3, { outcome: 'fires', changePercent: -50, direction: 'Negative' }],
    ['3 against 6, less', { thresholdDirection: 'Negative' }, 18, 3, { outcome: 'fires' }],
    ['3 against 6, more', { thresholdDirection: 'Positive' }, 18, 3, { outcome: 'quiet' }],
    ['0 against 6', {}, 18, 0, { outcome: 'fires', changePercent: -100 }],
    ['0 against 6, less', { thresholdDirection: 'Negative' }, 18, 0, { outcome: 'fires' }],
    ['9 against 6, less', { thresholdDirection: 'Negative' }, 18, 9, { outcome: 'quiet' }],
    ['a baseline of 2', {}, 2, 12, { outcome: 'insufficient baseline' }],
    ['200 % reached', { minimumThresholdPercent: 200 }, 18, 18, { outcome: 'fires', changePercent: 200 }],
    ['200 % missed', { minimumThresholdPercent: 200 }, 18, 17, { outcome: 'quiet' }],
    ['silence with a threshold of 200 %', { minimumThresholdPercent: 200 }, 18, 0, { outcome: 'quiet' }],
    ['no baseline at all', { minimumBaselineActivities: 0 }, 0, 12, { outcome: 'insufficient baseline' }],
    [
      'a threshold of 7 % that rounding would miss',
      { minimumThresholdPercent: 7, activityMonths: 1, baselineActivityMonths: 1 },
      100,
      107,
      { outcome: 'fires' },
    ],
  ])('%s', (_, rule, baseline, current, expected) => {
    expect(only(changeWith(rule, { baseline, current }))).toMatchObject({
      ...expected,
      baseline: { activities: baseline },
      current: { activities: current },
    });
  });

  it('expects for the length of the current window', () => {
    const evaluation = changeWith(
      { activityMonths: 2, baselineActivityMonths: 6 },
      { baseline: 24, current: 20 },
      '2025-06-15',
    );
    expect(only(evaluation)).toMatchObject({ outcome: 'fires', expected: 8, changePercent: 150 });
  });

  it('counts the months from the end of a long month', () => {
    const { plan } = changeWith({}, { baseline: 3, current: 3 }, '2025-03-31');
    expect(plan.windows).toEqual({
      current: { from: new Date('2025-02-28T00:00:00Z'), to: new Date('2025-03-31T00:00:00Z') },
      baseline: { from: new Date('2024-11-30T00:00:00Z'), to: new Date('2025-02-28T00:00:00Z') },
    });
  });

  it('skips clients whose data starts inside the baseline', () => {
    const definition = buildDefinition(change);
    const activities = [
      ...buildActivities(1, '2025-01-31T23:59:59.999Z', { clientId: 1 }),
      ...buildActivities(6, '2025-02-01T00:00:00Z', { clientId: 1 }),
      ...buildActivities(6, '2025-02-01T00:00:00Z', { clientId: 2 }),
      ...buildActivities(6, '2025-05-15T00:00:00Z', { clientId: 3 }),
    ];
    const { entities, incompleteClients } = last(runSlots(definition, ['2025-06-01'], activities));
    expect(entities.map(({ clientId }) => clientId)).toEqual([1]);
    expect(incompleteClients).toEqual([2, 3]);
  });

  describe('by organization', () => {
    const byOrganisation = buildDefinition({ ...change, aggField: 'ReaderOrg', uniqueUserCount: 3 });
    const outcome = (baselineReaders: number, currentReaders: number, current: number) =>
      only(
        last(
          runSlots(
            byOrganisation,
            ['2025-06-01'],
            [
              ...history,
              ...buildActivities(18, '2025-03-01T00:00:00Z', { readers: baselineReaders }),
              ...buildActivities(current, '2025-05-10T00:00:00Z', { readers: currentReaders }),
            ],
          ),
        ),
      )?.outcome;

    it('needs current readers for an increase', () => {
      expect(outcome(1, 3, 12)).toBe('fires');
      expect(outcome(3, 2, 12)).toBe('quiet');
    });

    it('needs readers of the baseline for a decrease, so that silence is reported', () => {
      expect(outcome(3, 1, 0)).toBe('fires');
      expect(outcome(2, 2, 2)).toBe('quiet');
    });
  });

  describe('notified before', () => {
    const daily = (from: string, days: number) =>
      Array.from({ length: days }, (_, day) =>
        new Date(Date.parse(from) + day * 86_400_000).toISOString().slice(0, 10),
      );
    const baseline = [...history, ...buildActivities(18, '2025-03-01T12:00:00Z')];
    const outcomes = (dates: readonly string[], activities: readonly AlertActivity[]) =>
      runSlots(buildDefinition(change), dates, activities).map(
        (evaluation) => [evaluation.plan.date, only(evaluation)?.outcome] as const,
      );

    it('repeats after its months while the change lasts', () => {
      const silent = [...history, ...buildActivities(18, '2025-03-15T12:00:00Z')];
      const all = outcomes(daily('2025-04-10', 100), silent);
      const listDates = (wanted: string) =>
        all.flatMap(([date, outcome]) => (outcome === wanted ? [date] : []));
      expect(listDates('insufficient baseline').slice(0, 6).at(-1)).toBe('2025-04-15');
      expect(listDates('fires')).toEqual(['2025-04-16', '2025-05-16', '2025-06-16']);
      expect(listDates('still changed')).toHaveLength(88);
    });

    it('repeats once it has cleared and 7 days have passed', () => {
      // Enough on the 1st, too few on the 2nd, enough again from the 4th.
      const activities = [
        ...baseline,
        ...buildActivities(3, '2025-05-01T12:00:00Z'),
        ...buildActivities(6, '2025-05-20T12:00:00Z'),
        ...buildActivities(5, '2025-06-03T12:00:00Z'),
      ];
      expect(outcomes(daily('2025-06-01', 9), activities)).toEqual([
        ['2025-06-01', 'fires'],
        ['2025-06-02', 'quiet'],
        ['2025-06-03', 'quiet'],
        ['2025-06-04', 'still changed'],
        ['2025-06-05', 'still changed'],
        ['2025-06-06', 'still changed'],
        ['2025-06-07', 'still changed'],
        ['2025-06-08', 'fires'],
        ['2025-06-09', 'still changed'],
      ]);
    });
  });
});

describe('a series of activities', () => {
  const weekly = ['2025-06-02', '2025-06-09', '2025-06-16', '2025-06-23'];
  const outcomes = (activities: readonly AlertActivity[], dates: readonly string[] = weekly) =>
    runSlots(buildDefinition(series), dates, activities).map((each) => only(each)?.outcome);

  it('needs different readers', () => {
    expect(outcomes(buildActivities(7, '2025-05-20T12:00:00Z'), ['2025-06-02'])).toEqual(['quiet']);
  });

  it('fires again after as many new activities', () => {
    expect(
      outcomes([
        ...buildActivities(5, '2025-05-20T12:00:00Z', { readers: 3 }),
        ...buildActivities(1, '2025-06-03T12:00:00Z'),
        ...buildActivities(5, '2025-06-10T12:00:00Z'),
      ]),
    ).toEqual(['fires', 'still above', 'fires', 'still above']);
  });

  it('counts new activities from the cut-off of the notification', () => {
    expect(
      outcomes([
        ...buildActivities(5, '2025-05-20T12:00:00Z', { readers: 3 }),
        ...buildActivities(1, '2025-06-01T23:59:59.999Z'),
        ...buildActivities(4, '2025-06-02T00:00:00Z'),
        ...buildActivities(1, '2025-06-09T00:00:00Z'),
      ]),
    ).toEqual(['fires', 'still above', 'fires', 'still above']);
  });

  it('is about organizations that readers had; those of two clients are separate', () => {
    const activities = [
      ...buildActivities(4, '2025-05-20T12:00:00Z', { readers: 2, clientId: 1 }),
      ...buildActivities(5, '2025-05-20T12:00:00Z', { readers: 2, clientId: 2 }),
      ...buildActivities(9, '2025-05-20T12:00:00Z', { readers: 2, clientId: 3 }).map((each) => ({
        ...each,
        organisationId: null,
      })),
    ];
    const { entities } = last(runSlots(buildDefinition(series), ['2025-06-02'], activities));
    expect(entities.map(({ clientId, outcome }) => [clientId, outcome])).toEqual([
      [1, 'quiet'],
      [2, 'fires'],
    ]);
  });

  it('starts from nothing after an edit', () => {
    const activities = buildActivities(5, '2025-05-20T12:00:00Z', { readers: 3 });
    const first = last(runSlots(buildDefinition(series), ['2025-06-02'], activities));
    expect(first.state.notified).toHaveLength(1);
    const edited: AlertDefinition = { ...buildDefinition(series, '2025-06-05T15:00:00Z'), version: 2 };
    expect(planSlot(edited, '2025-06-09', first.state).notified).toEqual([]);
    expect(evaluate(planSlot(edited, '2025-06-09', first.state), {}).state).toEqual({
      version: 2,
      cursor: new Date('2025-06-09T00:00:00Z'),
      notified: [],
    });
  });
});

describe('specific activities', () => {
  const activities = [
    '2025-06-09T23:59:59.999Z',
    '2025-06-10T00:00:00Z',
    '2025-06-12T12:00:00Z',
    '2025-06-13T00:00:00Z',
  ].flatMap((at) => buildActivities(1, at));
  const definition = buildDefinition(specific, '2025-06-08T09:30:00Z');
  const listTimes = (evaluation: Evaluation) =>
    evaluation.activities.map(({ availableAt }) => availableAt.toISOString());

  it('covers slots that were missed, once', () => {
    const [, caughtUp, next] = runSlots(definition, ['2025-06-10', '2025-06-13', '2025-06-14'], activities);
    expect(caughtUp?.plan.windows.current).toEqual({
      from: new Date('2025-06-10T00:00:00Z'),
      to: new Date('2025-06-13T00:00:00Z'),
    });
    expect(listTimes(caughtUp!)).toEqual(['2025-06-10T00:00:00.000Z', '2025-06-12T12:00:00.000Z']);
    expect(listTimes(next!)).toEqual(['2025-06-13T00:00:00.000Z']);
  });

  it('starts at the activation', () => {
    const late = buildDefinition(specific, '2025-06-10T00:00:00.001Z');
    expect(listTimes(last(runSlots(late, ['2025-06-13'], activities)))).toEqual(['2025-06-12T12:00:00.000Z']);
  });

  it('reports nothing at a slot whose cut-off is before the activation, and goes on from there', () => {
    const morning = buildDefinition(specific, '2025-06-12T05:00:00Z');
    const [early, next] = runSlots(morning, ['2025-06-12', '2025-06-13'], activities);
    expect(listTimes(early!)).toEqual([]);
    expect(early?.state.cursor).toEqual(new Date('2025-06-12T05:00:00Z'));
    expect(listTimes(next!)).toEqual(['2025-06-12T12:00:00.000Z']);
  });

  it('reports nothing from before an edit', () => {
    const state: AlertState = { version: 1, cursor: new Date('2025-06-10T00:00:00Z'), notified: [] };
    const edited = { ...buildDefinition(specific, '2025-06-12T18:00:00Z'), version: 2 };
    expect(listTimes(evaluate(planSlot(edited, '2025-06-13', state), { activities }))).toEqual([]);
  });
});
