// What an alert counts and when it fires. Pure, and without a schema library: the wizard and the API check with it.
import { rangeMessage, requiredMessage } from '../messages.ts';
import { aggFields, defaultAggField, isCountingType, thresholdDirections } from './vocabulary.ts';
import type { AggField, AlertType, CountingType, ThresholdDirection } from './vocabulary.ts';

interface CountingFields {
  readonly aggField: AggField;
  /** Length of the current window. */
  readonly activityMonths: number;
  /** The least number of different readers of an organization; null by reader. */
  readonly uniqueUserCount: number | null;
}

/** What the rule of each type has besides. */
interface OwnFields {
  /** Every activity that meets the filters. */
  readonly SpecificActivityNotification: object;
  /** A number of activities over a period. */
  readonly SeriesOfActivitiesNotification: { readonly minimumCount: number };
  /** More or fewer activities than in a baseline before. */
  readonly ChangeInActivitiesNotification: {
    /** Length of the window before the current one. */
    readonly baselineActivityMonths: number;
    readonly minimumBaselineActivities: number;
    readonly minimumThresholdPercent: number;
    readonly thresholdDirection: ThresholdDirection;
  };
}

export type RuleFor<Type extends AlertType> = { readonly type: Type } & OwnFields[Type] &
  (Type extends CountingType ? CountingFields : object);
export type SpecificRule = RuleFor<'SpecificActivityNotification'>;
export type SeriesRule = RuleFor<'SeriesOfActivitiesNotification'>;
export type ChangeRule = RuleFor<'ChangeInActivitiesNotification'>;
export type AlertRule = { [Type in AlertType]: RuleFor<Type> }[AlertType];
export type CountingRule = Extract<AlertRule, { type: CountingType }>;

export const isCountingRule = (rule: AlertRule): rule is CountingRule => isCountingType(rule.type);

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
  | { readonly ok: true; readonly rule: AlertRule }
  | { readonly ok: false; readonly problems: readonly BehaviorProblem[] };

type Problems = BehaviorProblem[];

/** The name of a code or of a name in any case; the fallback if missing, undefined if unknown. */
const findCodeName = <Name extends string>(
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
const readNumber = (
  input: BehaviorInput,
  field: BehaviorField,
  problems: Problems,
  max: number = behaviorLimits[field].max,
): number => {
  const value = input[field];
  const label = behaviorLabels[field];
  const { min } = behaviorLimits[field];
  if (value === undefined || value === null) problems.push({ field, message: requiredMessage(label) });
  else if (!Number.isInteger(value) || value < min || value > max)
    problems.push({ field, message: rangeMessage(label, min, max) });
  else return value;
  return 0;
};

const readCounting = (input: BehaviorInput, problems: Problems): CountingFields => {
  const aggField = findCodeName(aggFields, input.aggField, defaultAggField);
  if (!aggField) problems.push({ field: 'aggField', message: 'Unknown aggregation.' });
  return {
    aggField: aggField ?? defaultAggField,
    activityMonths: readNumber(input, 'activityMonths', problems),
    uniqueUserCount: aggField === 'ReaderOrg' ? readNumber(input, 'uniqueUserCount', problems) : null,
  };
};

/** Checks the own fields of each type. */
const parsers: {
  readonly [Type in AlertType]: (
    input: BehaviorInput,
    problems: Problems,
    aggField: AggField | undefined,
  ) => OwnFields[Type];
} = {
  SpecificActivityNotification: () => ({}),
  SeriesOfActivitiesNotification: (input, problems) => ({
    minimumCount: readNumber(input, 'minimumCount', problems),
  }),
  ChangeInActivitiesNotification: (input, problems, aggField) => {
    const direction = findCodeName(thresholdDirections, input.thresholdDirection, 'Both');
    if (!direction) problems.push({ field: 'thresholdDirection', message: 'Unknown direction.' });
    // Optional by reader.
    const isDefault = aggField === 'Reader' && (input.baselineActivityMonths ?? null) === null;
    return {
      baselineActivityMonths: isDefault
        ? behaviorDefaults.baselineActivityMonths
        : readNumber(input, 'baselineActivityMonths', problems),
      minimumBaselineActivities: readNumber(input, 'minimumBaselineActivities', problems),
      minimumThresholdPercent: readNumber(
        input,
        'minimumThresholdPercent',
        problems,
        direction === 'Negative' ? maxOfferedPercent : behaviorLimits.minimumThresholdPercent.max,
      ),
      thresholdDirection: direction ?? 'Both',
    };
  },
};

/** Checks the behavior of an alert; fields of other types are ignored. The problems are for the fields of the form. */
export const parseRule = (type: AlertType, input: BehaviorInput): ParsedRule => {
  const problems: Problems = [];
  const counting = isCountingType(type) ? readCounting(input, problems) : undefined;
  const own = parsers[type](input, problems, counting?.aggField);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, rule: { type, ...counting, ...own } as AlertRule };
};

/** Whether counts cannot fall by the threshold, so that the alert can only fire on an increase. */
export const firesOnlyOnIncrease = ({ minimumThresholdPercent, thresholdDirection }: ChangeRule): boolean =>
  thresholdDirection === 'Positive' || minimumThresholdPercent > maxOfferedPercent;
