import { parseRule } from '@readerlens/contract/alert-rule';
import type { AlertRule } from '@readerlens/contract/alert-rule';
import { joinSentences, ruleInWords } from '@readerlens/contract/alert-words';
import { alertSteps, isCountingType } from '@readerlens/contract/alerts';
import type { AlertSchedule, AlertType } from '@readerlens/contract/alerts';
import { alertInWords, describeCounted } from '@readerlens/filters/alert-words';
import { readStoredModel } from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
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
  readonly filters?: {
    /** With names, as far as they are known. */
    readonly model: FilterModel;
    readonly withSubject: boolean;
    readonly isComplete: boolean;
  };
  readonly behavior?: BehaviorValues;
  readonly schedule?: ZonedSchedule;
}

/** Who reads the sentence, which names what the filters have chosen. */
interface Reading {
  readonly catalogue: FieldCatalogue;
  readonly blinded: boolean;
}

const rulePart = (alert: Alert, { behavior, filters }: RuleDraft, reading: Reading): string => {
  const { $type } = alert;
  const model = filters?.model ?? readStoredModel(alert, reading.catalogue);
  const subject = (filters?.withSubject ?? true) ? alert.subject : null;
  const describe = (rule: AlertRule) => alertInWords(rule, model, { ...reading, subject });
  if (!isCountingType($type)) return describe({ type: $type });
  const withoutBehavior = (what: string) =>
    joinSentences([what, describeCounted(model, { ...reading, subject })]);
  if (!behavior && alert.activityMonths === null) return withoutBehavior('Choose a behavior.');
  const parsed = readBehaviorRule($type, behavior ?? behaviorValues(alert));
  return parsed.ok ? describe(parsed.rule) : withoutBehavior('Complete the behavior.');
};

/** The rule of an alert as its form now has it, with what is still missing. */
export const describeDraft = (alert: Alert, draft: RuleDraft, reading: Reading): string => {
  const { filters, schedule } = draft;
  const isScheduled = schedule !== undefined || alert.lastStepCompleted >= alertSteps.Frequency;
  const { timeZone, ...days } = schedule ?? startSchedule(alert);
  return joinSentences([
    rulePart(alert, draft, reading),
    (filters?.isComplete ?? alert.lastStepCompleted >= alertSteps.DefineFilters) ? '' : 'Choose the filters.',
    alert.targets.length > 0 ? '' : 'Choose a recipient.',
    isScheduled && timeZone !== '' ? scheduleWords(days, timeZone) : 'Choose a schedule.',
  ]);
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
