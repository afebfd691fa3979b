// Alerts in words, for mails and screens. Pure.
import { thresholdDirectionLabels } from '@readerlens/contract/alerts';
import type { AlertRule, AlertSchedule, ChangeRule, SeriesRule } from '@readerlens/contract';
import type { EntityResult } from './evaluation.ts';

type CountingRule = SeriesRule | ChangeRule;

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const dates = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: '2-digit',
  timeZone: 'UTC',
});

/** '1 reader', '1,200 readers'. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${numbers.format(count)} ${count === 1 ? one : several}`;

const activitiesOf = (count: number): string => counted(count, 'activity', 'activities');
const monthsOf = (count: number): string => counted(count, 'month');

/** Whole percent, rounded down: 49.9% must not read as a threshold of 50% that was reached. */
const percentOf = (percent: number): string => `${numbers.format(Math.floor(Math.abs(percent) + 1e-9))}%`;

const dateOf = (date: string): string => dates.format(new Date(date));

/** Readers who are needed besides activities; one is in every activity. */
const neededReaders = ({ uniqueUserCount }: CountingRule): number =>
  uniqueUserCount !== null && uniqueUserCount > 1 ? uniqueUserCount : 0;

const byReaders = (count: number): string => (count > 0 ? ` by ${counted(count, 'reader')}` : '');

/** What the words need to know about an entity. */
export type Explained = Pick<
  EntityResult,
  'outcome' | 'current' | 'baseline' | 'expected' | 'changePercent' | 'direction' | 'notifiedOn'
>;

const countedActivities = ({ current }: Explained, rule: CountingRule): string => {
  const { activities, readers } = current;
  const count = activities === 0 ? 'No activities' : activitiesOf(activities);
  return `${count}${rule.aggField === 'ReaderOrg' ? byReaders(readers) : ''}`;
};

const comparison = ({ expected, changePercent, direction }: Explained): string => {
  if (expected === null || changePercent === null) return '';
  if (direction === null) return ', as many as expected';
  const word = direction === 'Positive' ? 'more' : 'less';
  return `, ${percentOf(changePercent)} ${word} than the ${numbers.format(expected)} expected`;
};

/** What an entity has, whether that is enough or not. */
const findingOf = (entity: Explained, rule: CountingRule): string =>
  rule.type === 'SeriesOfActivitiesNotification'
    ? `${countedActivities(entity, rule)} in ${monthsOf(rule.activityMonths)}`
    : `${countedActivities(entity, rule)}${comparison(entity)}`;

const changeNeeded = ({ minimumThresholdPercent, thresholdDirection }: ChangeRule): string =>
  `${minimumThresholdPercent}% ${thresholdDirectionLabels[thresholdDirection]}`;

const needOf = (rule: CountingRule): string => {
  const readers = neededReaders(rule);
  if (rule.type === 'SeriesOfActivitiesNotification')
    return `${rule.minimumCount}${byReaders(readers)} needed`;
  return `${changeNeeded(rule)}${readers > 0 ? ` and ${counted(readers, 'reader')}` : ''} needed`;
};

const neededBaseline = ({ minimumBaselineActivities }: ChangeRule): number =>
  Math.max(1, minimumBaselineActivities);

/** Why an entity was reported or not: '9 activities by 3 readers, 50% more than the 6 expected'. */
export const whyOf = (entity: Explained, rule: AlertRule): string => {
  if (rule.type === 'SpecificActivityNotification') return activitiesOf(entity.current.activities);
  switch (entity.outcome) {
    case 'fires':
      return findingOf(entity, rule);
    case 'still above':
    case 'still changed':
      return `${findingOf(entity, rule)}${entity.notifiedOn ? `; reported on ${dateOf(entity.notifiedOn)}` : ''}`;
    case 'insufficient baseline': {
      const needed = rule.type === 'ChangeInActivitiesNotification' ? `; ${neededBaseline(rule)} needed` : '';
      return `${activitiesOf(entity.baseline.activities)} in the baseline${needed}`;
    }
    case 'quiet':
      return `${findingOf(entity, rule)}; ${needOf(rule)}`;
  }
};

const subjects = { Reader: 'reader', ReaderOrg: 'organization' } as const;

/** What the reported entities have in common. */
const conditionOf = (rule: CountingRule): string => {
  const readers = neededReaders(rule);
  if (rule.type === 'SeriesOfActivitiesNotification') {
    const by = readers > 0 ? ` by at least ${counted(readers, 'reader')}` : '';
    return `at least ${activitiesOf(rule.minimumCount)}${by} in ${monthsOf(rule.activityMonths)}`;
  }
  const by = readers > 0 ? `, with at least ${counted(readers, 'reader')}` : '';
  return `at least ${changeNeeded(rule)} activity in ${monthsOf(rule.activityMonths)} than expected${by}`;
};

/** Whether an entity has no activities in the current window, so that its file lists those of the baseline. */
export const isSilent = ({ current }: Pick<EntityResult, 'current'>): boolean => current.activities === 0;

/** What the file of a run lists besides the current activities of what was reported; null if nothing. */
export const fileNote = (
  rule: AlertRule,
  reported: readonly Pick<EntityResult, 'current'>[],
): string | null =>
  rule.type === 'ChangeInActivitiesNotification' && reported.some(isSilent)
    ? `For ${subjects[rule.aggField]}s without activities in the current period, the file lists those of the baseline.`
    : null;

/** The rule of an alert in a few sentences. */
export const ruleInWords = (rule: AlertRule): string => {
  if (rule.type === 'SpecificActivityNotification') return 'Every activity that meets the filters.';
  const sentence = `${rule.aggField === 'Reader' ? 'A' : 'An'} ${subjects[rule.aggField]} with ${conditionOf(rule)}.`;
  if (rule.type === 'SeriesOfActivitiesNotification') return sentence;
  const baseline = monthsOf(rule.baselineActivityMonths);
  const before = rule.baselineActivityMonths === 1 ? 'the month' : `the ${baseline}`;
  return `${sentence} What is expected comes from ${before} before, which must have at least ${activitiesOf(neededBaseline(rule))}.`;
};

/** A run in a sentence, with the number of activities, readers or organizations that it reports. */
export const runInWords = (rule: AlertRule, totalMatched: number): string => {
  if (totalMatched === 0) return 'Nothing matched.';
  if (rule.type === 'SpecificActivityNotification')
    return `${counted(totalMatched, 'new activity', 'new activities')} met the filters.`;
  return `${counted(totalMatched, subjects[rule.aggField])} had ${conditionOf(rule)}.`;
};

const daysInWords = { First: '1st', Mid: '15th' } as const;

/** 'Weekly on Monday at 06:00 (Europe/Berlin)'. */
export const scheduleInWords = (
  { frequency, dayOfWeek, dayOfMonth }: AlertSchedule,
  timeZone: string,
): string => {
  const days = {
    Daily: 'Daily',
    Weekly: `Weekly on ${dayOfWeek}`,
    Monthly: `Monthly on the ${daysInWords[dayOfMonth]}`,
  } as const;
  return `${days[frequency]} at 06:00 (${timeZone})`;
};
