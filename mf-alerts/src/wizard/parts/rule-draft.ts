import { parseRule } from '@readerlens/contract/alert-rule';
import { ruleInWords } from '@readerlens/contract/alert-words';
import { alertSteps, isCountingType } from '@readerlens/contract/alerts';
import type { AlertSchedule, AlertType } from '@readerlens/contract/alerts';
import { browserTimeZone } from '@readerlens/ui/parts';
import type { Alert } from '../../alert/alert.queries.ts';
import { behaviorProblems, behaviorValues, readBehaviorRule } from './behavior-values.ts';
import type { BehaviorValues } from './behavior-values.ts';
import { scheduleWords } from './schedule-words.ts';

export type ZonedSchedule = AlertSchedule & { readonly timeZone: string };

/** The stored schedule. An alert that has none yet starts with the time zone of the browser. */
export const startSchedule = (alert: Alert): ZonedSchedule => ({
  frequency: alert.frequency,
  dayOfWeek: alert.dayOfWeek,
  dayOfMonth: alert.dayOfMonth,
  timeZone: alert.lastStepCompleted < alertSteps.Frequency ? browserTimeZone() : alert.timeZone,
});

/** What the form of the current step changes in the alert. */
export interface RuleDraft {
  readonly hasFilters?: boolean;
  readonly behavior?: BehaviorValues;
  readonly schedule?: ZonedSchedule;
}

const rulePart = (alert: Alert, behavior: BehaviorValues | undefined): string => {
  const { $type } = alert;
  if (!isCountingType($type)) return ruleInWords({ type: $type });
  if (!behavior && alert.activityMonths === null) return 'Choose a behavior.';
  const parsed = readBehaviorRule($type, behavior ?? behaviorValues(alert));
  return parsed.ok ? ruleInWords(parsed.rule) : 'Complete the behavior.';
};

/** The rule of an alert as its form now has it, with what is still missing. */
export const describeDraft = (alert: Alert, { hasFilters, behavior, schedule }: RuleDraft): string => {
  const isScheduled = schedule !== undefined || alert.lastStepCompleted >= alertSteps.Frequency;
  const { timeZone, ...days } = schedule ?? startSchedule(alert);
  return [
    rulePart(alert, behavior),
    (hasFilters ?? alert.lastStepCompleted >= alertSteps.DefineFilters) ? '' : 'Choose the filters.',
    alert.targets.length > 0 ? '' : 'Choose a recipient.',
    isScheduled && timeZone !== '' ? scheduleWords(days, timeZone) : 'Choose a schedule.',
  ]
    .filter((part) => part !== '')
    .join(' ');
};

/** The same of an alert that does not exist yet. */
export const describeNew = (type: AlertType | undefined): string => {
  if (!type) return 'Choose a type.';
  const parsed = parseRule(type, {});
  return `${parsed.ok ? ruleInWords(parsed.rule) : 'Choose a behavior.'} Choose the filters. Choose a schedule.`;
};

/** Whether the values of the draft can be tested. */
export const isTestable = (alert: Alert, { behavior, schedule }: RuleDraft): boolean => {
  const { $type } = alert;
  const isRuleValid =
    !isCountingType($type) ||
    Object.keys(behaviorProblems($type, behavior ?? behaviorValues(alert), alert)).length === 0;
  return isRuleValid && schedule?.timeZone !== '';
};
