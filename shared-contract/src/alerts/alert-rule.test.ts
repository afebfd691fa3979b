import { behaviorDefaults, behaviorLimits, firesOnlyOnIncrease, parseRule } from './alert-rule.ts';
import type { BehaviorField, BehaviorInput, ChangeRule } from './alert-rule.ts';

const series = (input: BehaviorInput) => parseRule('SeriesOfActivitiesNotification', input);
const change = (input: BehaviorInput) => parseRule('ChangeInActivitiesNotification', input);
const listProblemFields = (parsed: ReturnType<typeof parseRule>) =>
  parsed.ok ? [] : parsed.problems.map(({ field }) => field);

describe('the behavior of an alert', () => {
  it.each(Object.keys(behaviorLimits) as BehaviorField[])('keeps %s within its range', (field) => {
    const { min, max } = behaviorLimits[field];
    const parse = field === 'minimumCount' ? series : change;
    const withValue = (value: number | null) =>
      listProblemFields(parse({ ...behaviorDefaults, aggField: 'ReaderOrg', [field]: value }));
    for (const value of [min, max]) expect(withValue(value)).toEqual([]);
    for (const value of [min - 1, max + 1, 1.5, Number.NaN, null]) expect(withValue(value)).toEqual([field]);
  });

  it('has messages for the fields', () => {
    expect(series({ activityMonths: 13, minimumCount: null })).toEqual({
      ok: false,
      problems: [
        { field: 'activityMonths', message: 'Activity months must be between 1 and 12.' },
        { field: 'minimumCount', message: 'Minimum activities Is Required' },
      ],
    });
  });

  it('refuses a threshold that counts cannot fall by', () => {
    const input = { ...behaviorDefaults, minimumThresholdPercent: 101 };
    expect(change({ ...input, thresholdDirection: 2 })).toEqual({
      ok: false,
      problems: [
        { field: 'minimumThresholdPercent', message: 'Threshold percent must be between 1 and 100.' },
      ],
    });
    expect(change({ ...input, thresholdDirection: 'Negative', minimumThresholdPercent: 100 }).ok).toBe(true);
    const both = change({ ...input, thresholdDirection: 0 });
    expect(both.ok && firesOnlyOnIncrease(both.rule as ChangeRule)).toBe(true);
  });

  it('needs readers and a baseline by organization only', () => {
    expect(listProblemFields(change({ ...behaviorDefaults, aggField: 1, uniqueUserCount: null }))).toEqual([
      'uniqueUserCount',
    ]);
    expect(
      listProblemFields(change({ ...behaviorDefaults, aggField: 1, baselineActivityMonths: null })),
    ).toEqual(['baselineActivityMonths']);
    expect(change({ activityMonths: 2, minimumBaselineActivities: 4, minimumThresholdPercent: 30 })).toEqual({
      ok: true,
      rule: {
        type: 'ChangeInActivitiesNotification',
        aggField: 'Reader',
        activityMonths: 2,
        uniqueUserCount: null,
        baselineActivityMonths: 3,
        minimumBaselineActivities: 4,
        minimumThresholdPercent: 30,
        thresholdDirection: 'Both',
      },
    });
  });

  it.each([
    [1, 'ReaderOrg'],
    ['readerorg', 'ReaderOrg'],
    ['2', 'Reader'],
    [null, 'Reader'],
  ])('reads the aggregation %j as %s', (aggField, expected) => {
    const parsed = series({ ...behaviorDefaults, aggField });
    expect(parsed).toMatchObject({ ok: true, rule: { aggField: expected } });
  });

  it.each([
    [{ aggField: 3 }, 'aggField'],
    [{ thresholdDirection: 'sideways' }, 'thresholdDirection'],
  ])('refuses %j', (input, field) => {
    expect(listProblemFields(change({ ...behaviorDefaults, ...input }))).toEqual([field]);
  });
});
