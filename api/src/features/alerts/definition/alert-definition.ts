import type { AlertRule, AlertSchedule } from '@readerlens/contract';
import { parseRule } from '@readerlens/contract/alert-rule';
import type { AlertDefinition } from '../rules/evaluation.ts';
import { slotRuleOf } from '../rules/windows.ts';
import type { AlertRow } from './alert.store.ts';
import type { StoredFilters } from '../../../core/activities/select-stored.ts';
import { cutOff, localDate, slotAfter } from '../../../platform/jobs/index.ts';

/** The kind of the schedules and runs of alerts; the owner is the id of the alert. */
export const alertKindName = 'alert';

export const scheduleOf = ({ frequency, day_of_week, day_of_month }: AlertRow): AlertSchedule => ({
  frequency,
  dayOfWeek: day_of_week,
  dayOfMonth: day_of_month,
});

export const storedFiltersOf = ({ filters, indices }: AlertRow): StoredFilters => ({
  filters,
  activityTypes: indices,
});

/** The rule of an alert; undefined before its behavior is stored. */
export const ruleOf = (alert: AlertRow): AlertRule | undefined => {
  const { type } = alert;
  if (type === 'SpecificActivityNotification') return { type };
  const parsed = parseRule(type, {
    aggField: alert.agg_field,
    activityMonths: alert.activity_months,
    minimumCount: alert.minimum_count,
    uniqueUserCount: alert.unique_user_count,
    baselineActivityMonths: alert.baseline_activity_months,
    minimumBaselineActivities: alert.minimum_baseline_activities,
    minimumThresholdPercent: alert.minimum_threshold_percent,
    thresholdDirection: alert.threshold_direction,
  });
  return parsed.ok ? parsed.rule : undefined;
};

/** What an alert fires on; undefined before its behavior is stored and it was activated once. */
export const definitionOf = (alert: AlertRow): AlertDefinition | undefined => {
  const rule = ruleOf(alert);
  if (!rule || !alert.active_since) return undefined;
  return {
    rule,
    timeZone: alert.time_zone,
    version: alert.definition_version,
    since: alert.active_since,
  };
};

/** Why an alert does not run at a slot, although its schedule has it. */
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
export const nextRunOf = (alert: AlertRow): Date | null => {
  const { next_run_at: planned, time_zone: timeZone, snoozed_until, active_since } = alert;
  if (!planned) return null;
  const slotKey = localDate(planned, timeZone);
  if (suspendedReason(alert, { slotKey, slotAt: planned }) === undefined) return planned;
  const ends = [snoozed_until === null ? planned : cutOff(snoozed_until, timeZone), active_since ?? planned];
  const end = Math.max(...ends.map((each) => each.getTime()));
  return slotAfter(slotRuleOf(scheduleOf(alert)), timeZone, new Date(end - 1)).at;
};
