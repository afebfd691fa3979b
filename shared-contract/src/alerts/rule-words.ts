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

/** What the filters of an alert select, in words. */
export interface RuleSelection {
  /** 'webinar by readers in Germany', and several of them; undefined if the filters select every activity. */
  readonly activities?: { readonly one: string; readonly several: string } | undefined;
  /** The only reader or organization that the alert can report. */
  readonly subject?: string | undefined;
}

/** Describes the rule of a type that counts, with what the reported entities have in common. */
const conditionInWords = (
  { aggField }: CountingRule,
  condition: string,
  { subject }: RuleSelection,
): string => `${subject ?? `${aggField === 'Reader' ? 'A' : 'An'} ${subjects[aggField]}`} with ${condition}.`;

/** Which activities a rule counts; empty for all. */
export const countedInWords = ({ activities }: RuleSelection): string =>
  activities ? `Only these activities count: ${activities.several}.` : '';

const expectedInWords = (rule: ChangeRule): string => {
  const baseline = countMonths(rule.baselineActivityMonths);
  const before = rule.baselineActivityMonths === 1 ? 'the month' : `the ${baseline}`;
  return `What is expected comes from ${before} before, which must have at least ${countActivities(neededBaseline(rule))}.`;
};

export const joinSentences = (sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== '').join(' ');

/** Describes the rule of an alert in a few sentences, with what its filters select. */
export const ruleInWords = (rule: AlertRule, selection: RuleSelection = {}): string => {
  switch (rule.type) {
    case 'SpecificActivityNotification':
      return `Every ${selection.activities?.one ?? 'activity that meets the filters'}.`;
    case 'SeriesOfActivitiesNotification':
      return joinSentences([
        conditionInWords(rule, describeSeries(rule), selection),
        countedInWords(selection),
      ]);
    case 'ChangeInActivitiesNotification':
      return joinSentences([
        conditionInWords(rule, describeChange(rule), selection),
        countedInWords(selection),
        expectedInWords(rule),
      ]);
  }
};
