import type { ChangeRule, SeriesRule } from '@readerlens/contract';
import { ruleInWords } from '@readerlens/contract/alert-words';
import { defaultSchedule } from '@readerlens/contract/alerts';
import { runInWords, rulesFor } from './alert-types.ts';
import { scheduleInWords } from '../definition/alert-view.ts';
import type { Explained } from './evaluation.ts';

const specific = { type: 'SpecificActivityNotification' } as const;
const series: SeriesRule = {
  type: 'SeriesOfActivitiesNotification',
  aggField: 'Reader',
  activityMonths: 2,
  uniqueUserCount: null,
  minimumCount: 5,
};
const seriesByOrg: SeriesRule = { ...series, aggField: 'ReaderOrg', uniqueUserCount: 2, activityMonths: 1 };
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
const changeByOrg: ChangeRule = { ...change, aggField: 'ReaderOrg', uniqueUserCount: 2 };

const entity: Explained = {
  outcome: 'fires',
  current: { activities: 9, readers: 3 },
  baseline: { activities: 18, readers: 4 },
  expected: 6,
  changePercent: 50,
  direction: 'Positive',
  notifiedOn: null,
};
const inSeries: Explained = { ...entity, expected: null, changePercent: null, direction: null };

describe('why an entity was reported', () => {
  it.each<[string, Explained, SeriesRule | ChangeRule]>([
    ['9 activities in 2 months', inSeries, series],
    ['9 activities by 3 readers in 1 month', inSeries, seriesByOrg],
    [
      '9 activities in 2 months; reported on June 01, 2025',
      { ...inSeries, outcome: 'still above', notifiedOn: '2025-06-01' },
      series,
    ],
    [
      '1 activity by 1 reader in 1 month; 5 by 2 readers needed',
      { ...inSeries, outcome: 'quiet', current: { activities: 1, readers: 1 } },
      seriesByOrg,
    ],
    ['9 activities, 50% more than the 6 expected', entity, change],
    ['9 activities by 3 readers, 50% more than the 6 expected', entity, changeByOrg],
    [
      '3 activities by 1 reader, 50% less than the 6 expected',
      { ...entity, current: { activities: 3, readers: 1 }, changePercent: -50, direction: 'Negative' },
      changeByOrg,
    ],
    [
      'No activities, 100% less than the 6 expected',
      { ...entity, current: { activities: 0, readers: 0 }, changePercent: -100, direction: 'Negative' },
      changeByOrg,
    ],
    [
      '1,234 activities, 1,042% more than the 107.7 expected; reported on May 04, 2025',
      {
        ...entity,
        outcome: 'still changed',
        current: { activities: 1234, readers: 1 },
        expected: 107.666,
        changePercent: 1042.9,
        notifiedOn: '2025-05-04',
      },
      change,
    ],
    [
      '6 activities, as many as expected; 50% more or less needed',
      {
        ...entity,
        outcome: 'quiet',
        current: { activities: 6, readers: 1 },
        changePercent: 0,
        direction: null,
      },
      change,
    ],
    [
      '9 activities by 1 reader, 50% more than the 6 expected; 50% more or less and 2 readers needed',
      { ...entity, outcome: 'quiet', current: { activities: 9, readers: 1 } },
      changeByOrg,
    ],
    [
      '1 activity in the baseline; 3 needed',
      { ...entity, outcome: 'insufficient baseline', baseline: { activities: 1, readers: 1 } },
      change,
    ],
  ])('%s', (words, result, rule) => {
    expect(rulesFor(rule).why(rule, result)).toBe(words);
  });

  it.each([
    [49.99, '49%'],
    [33.3, '33%'],
    // 29 / 100 * 100 is a little less than 29.
    [(29 / 100) * 100, '29%'],
  ])('a change of %d%% reads as %s', (changePercent, percent) => {
    expect(rulesFor(change).why(change, { ...entity, changePercent })).toBe(
      `9 activities, ${percent} more than the 6 expected`,
    );
  });
});

describe('the rule in words', () => {
  it.each([
    ['Every activity that meets the filters.', specific],
    ['A reader with at least 5 activities in 2 months.', series],
    ['An organization with at least 5 activities by at least 2 readers in 1 month.', seriesByOrg],
    [
      'An organization with at least 1 activity in 1 month.',
      { ...seriesByOrg, uniqueUserCount: 1, minimumCount: 1 },
    ],
    [
      'A reader with at least 50% more or less activity in 1 month than expected. What is expected comes from the 3 months before, which must have at least 3 activities.',
      change,
    ],
    [
      'An organization with at least 50% less activity in 2 months than expected, with at least 2 readers. What is expected comes from the month before, which must have at least 1 activity.',
      {
        ...changeByOrg,
        activityMonths: 2,
        baselineActivityMonths: 1,
        minimumBaselineActivities: 1,
        thresholdDirection: 'Negative' as const,
      },
    ],
  ])('%s', (words, rule) => {
    expect(ruleInWords(rule)).toBe(words);
  });
});

describe('a run in words', () => {
  it.each([
    ['Nothing matched.', specific, 0],
    ['1 new activity met the filters.', specific, 1],
    ['12,000 new activities met the filters.', specific, 12_000],
    ['1 reader had at least 5 activities in 2 months.', series, 1],
    ['2 organizations had at least 5 activities by at least 2 readers in 1 month.', seriesByOrg, 2],
    [
      '3 readers had at least 50% more activity in 1 month than expected.',
      { ...change, thresholdDirection: 'Positive' as const },
      3,
    ],
  ])('%s', (words, rule, totalMatched) => {
    expect(runInWords(rule, totalMatched)).toBe(words);
  });
});

describe('the schedule in words', () => {
  it.each([
    ['Daily at 06:00 (UTC)', { ...defaultSchedule, frequency: 'Daily' as const }, 'UTC'],
    [
      'Weekly on Thursday at 06:00 (Europe/Berlin)',
      { ...defaultSchedule, frequency: 'Weekly' as const, dayOfWeek: 'Thursday' as const },
      'Europe/Berlin',
    ],
    ['Monthly on the 1st at 06:00 (UTC)', defaultSchedule, 'UTC'],
    ['Monthly on the 15th at 06:00 (UTC)', { ...defaultSchedule, dayOfMonth: 'Mid' as const }, 'UTC'],
  ])('%s', (words, schedule, timeZone) => {
    expect(scheduleInWords(schedule, timeZone)).toBe(words);
  });
});
