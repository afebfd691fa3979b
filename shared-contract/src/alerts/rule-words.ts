// How rules are put into words, in mails, on pages, and while the wizard changes them. Pure, and without a schema library.
import type { AlertRule, ChangeRule, CountingRule, SeriesRule } from './alert-rule.ts';
import { thresholdDirectionLabels } from './vocabulary.ts';

export const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** '1 reader', '1,200 readers'. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${numbers.format(count)} ${count === 1 ? one : several}`;

export const countActivities = (count: number): string => counted(count, 'activity', 'activities');
export const countMonths = (count: number): string => counted(count, 'month');

/** The readers who are needed besides activities, after some words; one is in every activity. */
export const neededReaders = ({ uniqueUserCount }: CountingRule, before: string): string =>
  uniqueUserCount !== null && uniqueUserCount > 1 ? `${before} ${counted(uniqueUserCount, 'reader')}` : '';

export const neededBaseline = ({ minimumBaselineActivities }: ChangeRule): number =>
  Math.max(1, minimumBaselineActivities);

export const changeNeeded = ({ minimumThresholdPercent, thresholdDirection }: ChangeRule): string =>
  `${minimumThresholdPercent}% ${thresholdDirectionLabels[thresholdDirection]}`;

export const subjects = { Reader: 'reader', ReaderOrg: 'organization' } as const;

export const describeSeries = (rule: SeriesRule): string =>
  `at least ${countActivities(rule.minimumCount)}${neededReaders(rule, ' by at least')} in ${countMonths(rule.activityMonths)}`;

export const describeChange = (rule: ChangeRule): string =>
  `at least ${changeNeeded(rule)} activity in ${countMonths(rule.activityMonths)} than expected${neededReaders(rule, ', with at least')}`;

/** Describes the rule of a type that counts, with what the reported entities have in common. */
const conditionInWords = ({ aggField }: CountingRule, condition: string): string =>
  `${aggField === 'Reader' ? 'A' : 'An'} ${subjects[aggField]} with ${condition}.`;

const changeInWords = (rule: ChangeRule): string => {
  const baseline = countMonths(rule.baselineActivityMonths);
  const before = rule.baselineActivityMonths === 1 ? 'the month' : `the ${baseline}`;
  return `${conditionInWords(rule, describeChange(rule))} What is expected comes from ${before} before, which must have at least ${countActivities(neededBaseline(rule))}.`;
};

/** Describes the rule of an alert in a few sentences. */
export const ruleInWords = (rule: AlertRule): string => {
  switch (rule.type) {
    case 'SpecificActivityNotification':
      return 'Every activity that meets the filters.';
    case 'SeriesOfActivitiesNotification':
      return conditionInWords(rule, describeSeries(rule));
    case 'ChangeInActivitiesNotification':
      return changeInWords(rule);
  }
};
