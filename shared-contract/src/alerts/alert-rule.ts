// What an alert counts and when it fires. Pure, and without a schema library: the wizard and the API check with it.
import { aggFields, defaultAggField, thresholdDirections } from './vocabulary.ts';
import type { AggField, ThresholdDirection } from './vocabulary.ts';

/** Every activity that meets the filters. */
export interface SpecificRule {
  readonly type: 'SpecificActivityNotification';
}

interface CountingRule {
  readonly aggField: AggField;
  /** Length of the current window. */
  readonly activityMonths: number;
  /** The least number of different readers of an organization; null by reader. */
  readonly uniqueUserCount: number | null;
}

/** A number of activities over a period. */
export interface SeriesRule extends CountingRule {
  readonly type: 'SeriesOfActivitiesNotification';
  readonly minimumCount: number;
}

/** More or fewer activities than in a baseline before. */
export interface ChangeRule extends CountingRule {
  readonly type: 'ChangeInActivitiesNotification';
  /** Length of the window before the current one. */
  readonly baselineActivityMonths: number;
  readonly minimumBaselineActivities: number;
  readonly minimumThresholdPercent: number;
  readonly thresholdDirection: ThresholdDirection;
}

export type AlertRule = SpecificRule | SeriesRule | ChangeRule;

/** The whole numbers that an alert is configured by. */
export const behaviorLimits = {
  activityMonths: { min: 1, max: 12 },
  minimumCount: { min: 1, max: 99 },
  uniqueUserCount: { min: 1, max: 99 },
  baselineActivityMonths: { min: 1, max: 12 },
  minimumBaselineActivities: { min: 1, max: 99 },
  minimumThresholdPercent: { min: 1, max: 200 },
} as const;
export type BehaviorField = keyof typeof behaviorLimits;

/** The highest threshold that the wizard offers. Counts cannot fall by more than this. */
export const maxOfferedPercent = 100;

/** What fields without a stored value start with. */
export const behaviorDefaults = {
  activityMonths: 1,
  minimumCount: 1,
  uniqueUserCount: 1,
  baselineActivityMonths: 3,
  minimumBaselineActivities: 1,
  minimumThresholdPercent: 50,
} as const satisfies Record<BehaviorField, number>;

export const behaviorLabels: Readonly<Record<BehaviorField, string>> = {
  activityMonths: 'Activity months',
  minimumCount: 'Minimum activities',
  uniqueUserCount: 'Unique readers',
  baselineActivityMonths: 'Baseline months',
  minimumBaselineActivities: 'Minimum baseline activities',
  minimumThresholdPercent: 'Threshold percent',
};

/** Codes of the contract, or their names. A missing value and null are the same. */
export type BehaviorInput = { readonly [Field in BehaviorField]?: number | null | undefined } & {
  readonly aggField?: number | string | null | undefined;
  readonly thresholdDirection?: number | string | null | undefined;
};

export interface BehaviorProblem {
  readonly field: BehaviorField | 'aggField' | 'thresholdDirection';
  readonly message: string;
}

export type ParsedRule =
  | { readonly ok: true; readonly rule: SeriesRule | ChangeRule }
  | { readonly ok: false; readonly problems: readonly BehaviorProblem[] };

type Problems = BehaviorProblem[];

/** The name of a code or of a name in any case; the fallback if missing, undefined if unknown. */
const nameOf = <Name extends string>(
  codes: Readonly<Record<Name, number>>,
  input: number | string | null | undefined,
  fallback: NoInfer<Name>,
): Name | undefined => {
  if (input === undefined || input === null) return fallback;
  const text = String(input).toLowerCase();
  return (Object.keys(codes) as Name[]).find(
    (name) => name.toLowerCase() === text || String(codes[name]) === text,
  );
};

/** The value of a field; 0 and a problem if it is missing or out of range. */
const numberOf = (
  input: BehaviorInput,
  field: BehaviorField,
  problems: Problems,
  max: number = behaviorLimits[field].max,
): number => {
  const value = input[field];
  const label = behaviorLabels[field];
  const { min } = behaviorLimits[field];
  if (value === undefined || value === null) problems.push({ field, message: `${label} Is Required` });
  else if (!Number.isInteger(value) || value < min || value > max)
    problems.push({ field, message: `${label} must be between ${min} and ${max}.` });
  else return value;
  return 0;
};

const countingOf = (input: BehaviorInput, problems: Problems): CountingRule => {
  const aggField = nameOf(aggFields, input.aggField, defaultAggField);
  if (!aggField) problems.push({ field: 'aggField', message: 'Unknown aggregation.' });
  return {
    aggField: aggField ?? defaultAggField,
    activityMonths: numberOf(input, 'activityMonths', problems),
    uniqueUserCount: aggField === 'ReaderOrg' ? numberOf(input, 'uniqueUserCount', problems) : null,
  };
};

const changeOf = (input: BehaviorInput, counting: CountingRule, problems: Problems): ChangeRule => {
  const direction = nameOf(thresholdDirections, input.thresholdDirection, 'Both');
  if (!direction) problems.push({ field: 'thresholdDirection', message: 'Unknown direction.' });
  // Optional by reader.
  const isDefault = counting.aggField === 'Reader' && (input.baselineActivityMonths ?? null) === null;
  return {
    type: 'ChangeInActivitiesNotification',
    ...counting,
    baselineActivityMonths: isDefault
      ? behaviorDefaults.baselineActivityMonths
      : numberOf(input, 'baselineActivityMonths', problems),
    minimumBaselineActivities: numberOf(input, 'minimumBaselineActivities', problems),
    minimumThresholdPercent: numberOf(
      input,
      'minimumThresholdPercent',
      problems,
      direction === 'Negative' ? maxOfferedPercent : behaviorLimits.minimumThresholdPercent.max,
    ),
    thresholdDirection: direction ?? 'Both',
  };
};

/** Checks the behavior of an alert; fields of other types are ignored. The problems are for the fields of the form. */
export const parseRule = (type: (SeriesRule | ChangeRule)['type'], input: BehaviorInput): ParsedRule => {
  const problems: Problems = [];
  const counting = countingOf(input, problems);
  const rule: SeriesRule | ChangeRule =
    type === 'SeriesOfActivitiesNotification'
      ? { type, ...counting, minimumCount: numberOf(input, 'minimumCount', problems) }
      : changeOf(input, counting, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rule };
};

/** Whether counts cannot fall by the threshold, so that the alert can only fire on an increase. */
export const firesOnlyOnIncrease = ({ minimumThresholdPercent, thresholdDirection }: ChangeRule): boolean =>
  thresholdDirection === 'Positive' || minimumThresholdPercent > maxOfferedPercent;
