import {
  behaviorDefaults,
  behaviorLabels,
  behaviorLimits,
  maxOfferedPercent,
  parseRule,
} from '@readerlens/contract/alert-rule';
import type { BehaviorField, BehaviorInput, ParsedRule } from '@readerlens/contract/alert-rule';
import { aggFields, thresholdDirections } from '@readerlens/contract/alerts';
import type { AggField, CountingType, ThresholdDirection } from '@readerlens/contract/alerts';
import type { CallInput, Calls } from '@readerlens/contract/client';
import { rangeMessage } from '@readerlens/contract/messages';
import type { Alert } from '../../alert/alert.queries.ts';

type Body = CallInput<Calls['PUT /api/notification/{id}/behavior-change']>['body'];
export type BehaviorType = CountingType;

/** The form of the behavior, with numbers as typed. */
export type BehaviorValues = Record<BehaviorField, string> & {
  aggField: AggField;
  thresholdDirection: ThresholdDirection;
};

const findCodeName = <Name extends string>(
  codes: Readonly<Record<Name, number>>,
  code: number | null,
  fallback: NoInfer<Name>,
): Name => (Object.keys(codes) as Name[]).find((name) => codes[name] === code) ?? fallback;

const fields = Object.keys(behaviorLimits) as BehaviorField[];

const readNumbers = (valueOf: (field: BehaviorField) => string) =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Record<BehaviorField, string>;

/** The stored values; fields that were never stored start with their defaults, and an alert about an organization counts it. */
export const behaviorValues = (alert: Alert): BehaviorValues => ({
  ...readNumbers((field) => String(alert[field] ?? behaviorDefaults[field])),
  aggField: findCodeName(
    aggFields,
    alert.aggField,
    alert.subject?.kind === 'Organization' ? 'ReaderOrg' : 'Reader',
  ),
  thresholdDirection: findCodeName(thresholdDirections, alert.thresholdDirection, 'Both'),
});

/** null for a cleared field, and NaN for a text that is no whole number. */
const parseNumber = (text: string): number | null => {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
};

const buildBehaviorInput = (values: BehaviorValues): BehaviorInput => ({
  ...Object.fromEntries(fields.map((field) => [field, parseNumber(values[field])])),
  aggField: values.aggField,
  thresholdDirection: values.thresholdDirection,
});

export const readBehaviorRule = (type: BehaviorType, values: BehaviorValues): ParsedRule =>
  parseRule(type, buildBehaviorInput(values));

type ValueOf = (field: BehaviorField) => number | null;

/** What is saved for each type besides what it shares with the others. */
const bodies = {
  SeriesOfActivitiesNotification: (value: ValueOf) => ({
    $type: 'SeriesOfActivitiesNotificationBehaviorChangeRequest',
    minimumCount: value('minimumCount'),
  }),
  ChangeInActivitiesNotification: (value: ValueOf, { thresholdDirection }: BehaviorValues) => ({
    $type: 'ChangeInActivitiesNotificationBehaviorChangeRequest',
    baselineActivityMonths: value('baselineActivityMonths'),
    minimumThresholdPercent: value('minimumThresholdPercent'),
    minimumBaselineActivities: value('minimumBaselineActivities'),
    thresholdDirection: thresholdDirections[thresholdDirection],
  }),
} as const satisfies Record<BehaviorType, (value: ValueOf, values: BehaviorValues) => Body>;

/** What is saved of valid values. */
export const behaviorBody = (type: BehaviorType, values: BehaviorValues): Body => {
  const value = (field: BehaviorField) => parseNumber(values[field]);
  return {
    ...bodies[type](value, values),
    aggField: aggFields[values.aggField],
    activityMonths: value('activityMonths'),
    uniqueUserCount: values.aggField === 'ReaderOrg' ? value('uniqueUserCount') : null,
  };
};

/** Messages by field. Thresholds above 100 percent are not offered, but a stored one is kept. */
export const behaviorProblems = (
  type: BehaviorType,
  values: BehaviorValues,
  stored: Pick<Alert, 'minimumThresholdPercent'>,
): Partial<Record<BehaviorField, string>> => {
  const parsed = readBehaviorRule(type, values);
  const problems = parsed.ok ? [] : parsed.problems.map(({ field, message }) => [field, message]);
  const body = behaviorBody(type, values);
  const percent = 'minimumThresholdPercent' in body ? (body.minimumThresholdPercent ?? null) : null;
  const isOffered =
    percent === null ||
    Number.isNaN(percent) ||
    percent <= maxOfferedPercent ||
    percent === stored.minimumThresholdPercent;
  const { min } = behaviorLimits.minimumThresholdPercent;
  const notOffered = rangeMessage(behaviorLabels.minimumThresholdPercent, min, maxOfferedPercent);
  return Object.fromEntries([
    ...(isOffered ? [] : [['minimumThresholdPercent', notOffered]]),
    ...problems,
  ]) as Partial<Record<BehaviorField, string>>;
};
