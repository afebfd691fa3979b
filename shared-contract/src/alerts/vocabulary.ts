// The vocabulary of alerts. No schema library here.

export const alertTypes = [
  'ChangeInActivitiesNotification',
  'SeriesOfActivitiesNotification',
  'SpecificActivityNotification',
] as const;
export type AlertType = (typeof alertTypes)[number];
export const alertTypeLabels: Readonly<Record<AlertType, string>> = {
  ChangeInActivitiesNotification: 'Changes In Activities',
  SeriesOfActivitiesNotification: 'Multiple Activities',
  SpecificActivityNotification: 'Individual Activity',
};
/** What the runs of a type report: activities, or the readers or organizations whose activities they count. */
export const alertReports = {
  ChangeInActivitiesNotification: 'entities',
  SeriesOfActivitiesNotification: 'entities',
  SpecificActivityNotification: 'activities',
} as const satisfies Record<AlertType, 'activities' | 'entities'>;
/** The types whose runs count. */
export type CountingType = {
  [Type in AlertType]: (typeof alertReports)[Type] extends 'entities' ? Type : never;
}[AlertType];
export const isCountingType = (type: AlertType): type is CountingType => alertReports[type] === 'entities';
export const defaultAlertType: AlertType = 'SpecificActivityNotification';

/** What an alert may be about by its id, which needs no right to search for it. */
export const alertSubjectKinds = ['Reader', 'Organization'] as const;
export type AlertSubjectKind = (typeof alertSubjectKinds)[number];

export const alertNameLength = 60;
export const alertDescriptionLength = 500;

/** Whose activities an alert counts, with the codes used by callers. */
export const aggFields = { ReaderOrg: 1, Reader: 2 } as const;
export type AggField = keyof typeof aggFields;
export const defaultAggField: AggField = 'Reader';

/** The changes that an alert is about, with the codes used by callers. */
export const thresholdDirections = { Both: 0, Positive: 1, Negative: 2 } as const;
export type ThresholdDirection = keyof typeof thresholdDirections;
export const thresholdDirectionLabels: Readonly<Record<ThresholdDirection, string>> = {
  Both: 'more or less',
  Positive: 'more',
  Negative: 'less',
};

export const frequencies = ['Daily', 'Weekly', 'Monthly'] as const;
export type Frequency = (typeof frequencies)[number];
export const defaultFrequency: Frequency = 'Monthly';

export const daysOfWeek = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type DayOfWeek = (typeof daysOfWeek)[number];

/** The day of a monthly alert. */
export const daysOfMonth = { First: 1, Mid: 15 } as const;
export type DayOfMonth = keyof typeof daysOfMonth;

/** When an alert runs. The day of a frequency that has none is ignored. */
export interface AlertSchedule {
  readonly frequency: Frequency;
  readonly dayOfWeek: DayOfWeek;
  readonly dayOfMonth: DayOfMonth;
}
export const defaultSchedule: AlertSchedule = {
  frequency: defaultFrequency,
  dayOfWeek: 'Monday',
  dayOfMonth: 'First',
};

/** The steps of the wizard, with the numbers of `lastStepCompleted`. */
export const alertSteps = {
  Begin: 1,
  DefineFilters: 2,
  BehaviorChange: 3,
  SetAlert: 4,
  Frequency: 5,
  Activate: 6,
} as const;
export type AlertStep = keyof typeof alertSteps;

/** Why an alert is disabled: bits of one number, 0 for an alert that is not. */
export const disabledReasons = {
  NonPaidClient: 1,
  InsufficientUserPermissions: 2,
  DeletedUser: 4,
  /** A filter names an account list that was deleted, or that the owner may no longer see or use. */
  MissingAccountList: 8,
} as const;
export type DisabledReason = keyof typeof disabledReasons;

export const recipientProblems = [
  'NonPaidClient',
  'InsufficientClientPermissions',
  'InsufficientOnlinePermissions',
  'InsufficientExportColumnPermissions',
  'DeletedUser',
] as const;
export type RecipientProblem = (typeof recipientProblems)[number];

/** The entries that runs write to the server log, with their levels. */
export const alertAudits = {
  IndividualActivitiesAudit: 1,
  SeriesOfActivitiesOrgAudit: 2,
  SeriesOfActivitiesUserAudit: 3,
  ChangeInActivitiesOrgAudit: 4,
  ChangeInActivitiesUserAudit: 5,
} as const;
export type AlertAudit = keyof typeof alertAudits;

/**
 * The result for a reader or an organization: 'still above' and 'still changed' hold, but were reported before;
 * 'insufficient baseline' was not evaluated; for 'quiet' the rule does not hold.
 */
export const runOutcomes = [
  'fires',
  'still above',
  'still changed',
  'insufficient baseline',
  'quiet',
] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** What became of an account list since a run. */
export const listStates = ['same', 'changed', 'deleted'] as const;
export type ListState = (typeof listStates)[number];

/** The number of past slots that a back-test evaluates. */
export const backTestSlots = 12;
/** An alert can be snoozed for this many days. */
export const maxSnoozeDays = 365;
export const maxRecipients = 100;
