import type { AlertRule, AlertSchedule } from '@readerlens/contract';
import { parseRule } from '@readerlens/contract/alert-rule';
import type { AlertDefinition } from './engine/evaluation.ts';
import type { AlertRow } from './alert.store.ts';
import type { StoredFilters } from '../../core/activities/select-stored.ts';

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
