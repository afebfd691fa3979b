import type { AlertRule, AlertSchedule } from '@readerlens/contract';
import { parseRule } from '@readerlens/contract/alert-rule';
import type { BehaviorField } from '@readerlens/contract/alert-rule';
import { aggFields, thresholdDirections, daysOfMonth, daysOfWeek } from '@readerlens/contract/alerts';
import type { AlertDefinition } from '../rules/evaluation.ts';
import type { AlertRow } from './alert.store.ts';
import type { StoredFilters } from '../../../activities/select-stored.ts';
import { cutOff, localDate, slotAfter } from '../../../platform/jobs/index.ts';
import type { DateRule, Weekday } from '../../../platform/db/index.ts';

/** The kind of the schedules and runs of alerts; the owner is the id of the alert. */
export const alertKindName = 'alert';

export const readSchedule = ({ frequency, day_of_week, day_of_month }: AlertRow): AlertSchedule => ({
  frequency,
  dayOfWeek: day_of_week,
  dayOfMonth: day_of_month,
});

/** The local time of every run: transactions that began before its cut-off, at midnight, have six hours to commit. */
const slotTime = '06:00';

export const buildSlotRule = ({ frequency, dayOfWeek, dayOfMonth }: AlertSchedule): DateRule => {
  switch (frequency) {
    case 'Daily':
      return { every: 'day', at: slotTime };
    case 'Weekly':
      return { every: 'week', days: [(daysOfWeek.indexOf(dayOfWeek) + 1) as Weekday], at: slotTime };
    case 'Monthly':
      return { every: 'month', day: daysOfMonth[dayOfMonth], at: slotTime };
  }
};

/** The reader or the organization that an alert, or a run, is about. */
export type SubjectColumns = Pick<AlertRow, 'subject_reader_id' | 'subject_organisation_id'>;

/** What the subject of an alert, or of a run, adds to its filters. */
const subjectRequest = ({
  subject_reader_id: reader,
  subject_organisation_id: organisation,
}: SubjectColumns): Pick<StoredFilters, 'readerId' | 'orgId'> => ({
  ...(reader === null ? {} : { readerId: String(reader) }),
  ...(organisation === null ? {} : { orgId: String(organisation) }),
});

export const readStoredFilters = (
  alert: Pick<AlertRow, 'filters' | 'indices'> & SubjectColumns,
): StoredFilters => ({
  filters: alert.filters,
  activityTypes: alert.indices,
  ...subjectRequest(alert),
});

/** Where the numbers of the behavior are stored. */
const behaviorColumns = {
  activityMonths: 'activity_months',
  minimumCount: 'minimum_count',
  uniqueUserCount: 'unique_user_count',
  baselineActivityMonths: 'baseline_activity_months',
  minimumBaselineActivities: 'minimum_baseline_activities',
  minimumThresholdPercent: 'minimum_threshold_percent',
} as const satisfies Record<BehaviorField, keyof AlertRow>;
const behaviorFields = Object.keys(behaviorColumns) as BehaviorField[];

/** Reads the stored numbers of the behavior, by their fields. */
export const readBehavior = (alert: AlertRow) =>
  Object.fromEntries(behaviorFields.map((field) => [field, alert[behaviorColumns[field]]])) as Record<
    BehaviorField,
    number | null
  >;

/** Returns the columns of a rule to store. Fields of other types become null. */
export const behaviorValues = (rule: AlertRule) => {
  const fields: Pick<AlertRule, 'type'> & Partial<Record<BehaviorField, number | null>> = rule;
  return {
    agg_field: 'aggField' in rule ? aggFields[rule.aggField] : null,
    threshold_direction: 'thresholdDirection' in rule ? thresholdDirections[rule.thresholdDirection] : null,
    ...(Object.fromEntries(
      behaviorFields.map((field) => [behaviorColumns[field], fields[field] ?? null]),
    ) as Record<(typeof behaviorColumns)[BehaviorField], number | null>),
  };
};

/** Reads the rule of an alert; undefined before its behavior is stored. */
export const readRule = (alert: AlertRow): AlertRule | undefined => {
  const parsed = parseRule(alert.type, {
    ...readBehavior(alert),
    aggField: alert.agg_field,
    thresholdDirection: alert.threshold_direction,
  });
  return parsed.ok ? parsed.rule : undefined;
};

/** Reads what an alert fires on; undefined before its behavior is stored and it was activated once. */
export const readDefinition = (alert: AlertRow): AlertDefinition | undefined => {
  const rule = readRule(alert);
  if (!rule || !alert.active_since) return undefined;
  return {
    rule,
    timeZone: alert.time_zone,
    version: alert.definition_version,
    since: alert.active_since,
  };
};

/** Says why an alert does not run at a slot, although its schedule has it. */
export const suspendedReason = (
  { snoozed_until, active_since }: AlertRow,
  { slotKey, slotAt }: { readonly slotKey: string; readonly slotAt: Date },
): string | undefined => {
  if (snoozed_until !== null && slotKey < snoozed_until)
    return `The alert is snoozed until ${snoozed_until}.`;
  // Nothing fires retroactively.
  return active_since && active_since > slotAt ? 'The alert was activated after this slot.' : undefined;
};

/** The first slot at which an active alert will run, unless it is disabled; null if its schedule is not active. */
export const findNextRun = (alert: AlertRow): Date | null => {
  const { next_run_at: planned, time_zone: timeZone, snoozed_until, active_since } = alert;
  if (!planned) return null;
  const slotKey = localDate(planned, timeZone);
  if (suspendedReason(alert, { slotKey, slotAt: planned }) === undefined) return planned;
  const ends = [snoozed_until === null ? planned : cutOff(snoozed_until, timeZone), active_since ?? planned];
  const end = Math.max(...ends.map((each) => each.getTime()));
  return slotAfter(buildSlotRule(readSchedule(alert)), timeZone, new Date(end - 1)).at;
};
