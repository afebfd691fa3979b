import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { ExportColumn } from '../explorer/schemas.ts';
import {
  ActivityTypeSchema,
  Count,
  Email,
  FilterItem,
  Id,
  Moment,
  PersonName,
  enumSchema,
  object,
  orNull,
  viewsNotifications,
} from '../schemas.ts';
import { behaviorLimits } from './alert-rule.ts';
import type { BehaviorField } from './alert-rule.ts';
import {
  aggFields,
  alertDescriptionLength,
  alertNameLength,
  alertSteps,
  alertSubjectKinds,
  alertTypes,
  daysOfMonth,
  daysOfWeek,
  frequencies,
  thresholdDirections,
} from './vocabulary.ts';
import type { CountingType } from './vocabulary.ts';

const codeSchema = <const T extends Record<string, number>>(codes: T, description: string) =>
  Type.Unsafe<T[keyof T]>(Type.Integer({ enum: Object.values(codes), description }));

const described = (codes: Record<string, number>): string =>
  Object.entries(codes)
    .map(([name, code]) => `${code} ${name}`)
    .join(', ');

const AggField = codeSchema(aggFields, described(aggFields));
const Direction = codeSchema(thresholdDirections, described(thresholdDirections));
const StepNumber = Type.Integer({
  minimum: 0,
  maximum: alertSteps.Activate,
  description: `0 new, ${described(alertSteps)}`,
});
const NamesOfDaysOfMonth = Object.keys(daysOfMonth) as (keyof typeof daysOfMonth)[];

const stored = (field: BehaviorField) => orNull(Type.Integer(numberLimits(field)));
const numberLimits = (field: BehaviorField) => {
  const { min, max } = behaviorLimits[field];
  return { minimum: min, maximum: max };
};

const LocalDate = Type.String({ description: 'YYYY-MM-DD', pattern: String.raw`^\d{4}-\d\d-\d\d$` });

const NextRun = Type.Union([Moment, Type.Null()], {
  description:
    'Of the first slot at which it will run, after a snooze; null if none is scheduled or it is disabled',
});

/** A person whom an alert is sent to. */
export const AlertTarget = object({
  userId: Id,
  name: PersonName,
  email: Email,
  isEmailSubscribed: Type.Boolean(),
  role: Type.String({ description: 'Admin for the creator, else the role of the account' }),
  isRegistered: Type.Boolean(),
  viewsNotifications,
});
export type AlertTarget = Static<typeof AlertTarget>;

/** Recipients who cannot get what the alert is about, and what they lack. */
export const InvalidRecipients = object({
  isInvalid: Type.Boolean(),
  deletedUsers: Type.Array(Type.String({ description: 'Recipient' })),
  invalidClients: Type.Array(Type.String({ description: 'Recipient without a client of the alert' })),
  invalidOnlines: Type.Array(Type.String({ description: 'Recipient without a community of the alert' })),
  invalidExportColumns: Type.Array(
    Type.String({ description: 'Recipient without a filter or an export column of the alert' }),
  ),
  nonPaidClients: Type.Array(Type.String({ description: 'Client' })),
});
export type InvalidRecipients = Static<typeof InvalidRecipients>;

const subject = { kind: enumSchema(alertSubjectKinds), id: Id };
/** The reader or the organization that an alert is about. */
export const AlertSubject = object(subject);
export type AlertSubject = Static<typeof AlertSubject>;
/** A reader or an organization with the number of alerts about it, and the id of the newest. */
export const AlertSubjectCount = object({ ...subject, alertId: Id, count: Count });
export type AlertSubjectCount = Static<typeof AlertSubjectCount>;
export const NamedAlertSubject = object({ ...subject, name: Type.String() });
export type NamedAlertSubject = Static<typeof NamedAlertSubject>;

/** An alert. Behavior fields of other types, and those never stored, are null. */
export const Alert = object({
  $type: enumSchema(alertTypes),
  id: Id,
  name: Type.String({ maxLength: alertNameLength }),
  description: Type.String({ maxLength: alertDescriptionLength }),
  filters: Type.Array(FilterItem, { maxItems: 200 }),
  indices: Type.Array(ActivityTypeSchema),
  subject: orNull(NamedAlertSubject),
  aggField: orNull(AggField),
  activityMonths: stored('activityMonths'),
  minimumThresholdPercent: stored('minimumThresholdPercent'),
  uniqueUserCount: stored('uniqueUserCount'),
  baselineActivityMonths: stored('baselineActivityMonths'),
  minimumBaselineActivities: stored('minimumBaselineActivities'),
  minimumCount: stored('minimumCount'),
  thresholdDirection: orNull(Direction),
  targets: Type.Array(AlertTarget),
  frequency: enumSchema(frequencies),
  dayOfWeek: enumSchema(daysOfWeek),
  dayOfMonth: enumSchema(NamesOfDaysOfMonth),
  timeZone: Type.String({ description: 'IANA name' }),
  isComplete: Type.Boolean(),
  scheduleActive: Type.Boolean(),
  createdBy: PersonName,
  createdOn: Moment,
  updatedOn: Moment,
  updatedBy: PersonName,
  lastRunOn: orNull(Moment),
  isReadOnly: Type.Boolean(),
  editable: Type.Boolean(),
  exportColumns: Type.Array(ExportColumn),
  disabled: Type.Boolean(),
  disabledReason: orNull(Type.String()),
  disabledReasonType: Type.Integer({ description: 'Bits of the reasons; 0 if the alert is not disabled' }),
  lastStepCompleted: StepNumber,
  externalId: orNull(Type.String({ description: 'Id in an upstream system' })),
  ownerId: Type.String({ description: 'The user whose clients and fields the alert uses' }),
  nextRunOn: NextRun,
  snoozedUntil: orNull(LocalDate),
  safeSender: Type.String({ description: 'The advice to show under the recipients' }),
  canEnable: Type.Boolean({ description: 'Whether the caller may enable the disabled alert' }),
  invalidRecipients: orNull(InvalidRecipients),
  version: Type.Integer({ description: 'Rises with every change' }),
});
export type Alert = Static<typeof Alert>;

/** An alert in a list. */
export const AlertListRow = object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  $type: enumSchema(alertTypes),
  createdBy: PersonName,
  updatedOn: Moment,
  updatedBy: PersonName,
  lastRunOn: orNull(Moment),
  nextRunOn: NextRun,
  snoozedUntil: orNull(LocalDate),
  isComplete: Type.Boolean(),
  scheduleActive: Type.Boolean(),
  isReadOnly: Type.Boolean(),
  editable: Type.Boolean(),
  disabled: Type.Boolean(),
  disabledReason: orNull(Type.String()),
  disabledReasonType: Type.Integer({ description: 'As of the alert' }),
  lastStepCompleted: StepNumber,
  rule: Type.String({ description: 'Its rule and filters in words; empty until both are given' }),
  undeliveredTo: Type.Array(Type.String(), {
    description: 'Addresses that the emails of the last run did not reach; empty for its recipients',
  }),
});
export type AlertListRow = Static<typeof AlertListRow>;

/** Out of range values are refused with a message for their field. */
const Whole = (field: BehaviorField) => {
  const { min, max } = behaviorLimits[field];
  return Type.Optional(orNull(Type.Integer({ description: `${min} to ${max}` })));
};
const CodeOrName = (codes: Record<string, number>) =>
  Type.Optional(
    Type.Union([Type.Integer(), Type.String({ maxLength: 20 })], { description: described(codes) }),
  );

/** `version` is the version that was edited: 409 if the alert has changed since. */
export const progress = {
  lastStepCompleted: Type.Optional(Type.Union([StepNumber, enumSchema(Object.keys(alertSteps))])),
  version: Type.Optional(Type.Integer({ description: 'The version that was edited' })),
};

const counting = {
  aggField: CodeOrName(aggFields),
  activityMonths: Whole('activityMonths'),
  uniqueUserCount: Whole('uniqueUserCount'),
  currentMonths: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: 'Without effect' })),
  ...progress,
};

/** The fields that `parseRule` checks for each type that has any. */
const behaviors = {
  SeriesOfActivitiesNotification: object({
    $type: Type.Literal('SeriesOfActivitiesNotificationBehaviorChangeRequest'),
    ...counting,
    minimumCount: Whole('minimumCount'),
  }),
  ChangeInActivitiesNotification: object({
    $type: Type.Literal('ChangeInActivitiesNotificationBehaviorChangeRequest'),
    ...counting,
    baselineActivityMonths: Whole('baselineActivityMonths'),
    minimumThresholdPercent: Whole('minimumThresholdPercent'),
    minimumBaselineActivities: Whole('minimumBaselineActivities'),
    thresholdDirection: CodeOrName(thresholdDirections),
  }),
} satisfies Record<CountingType, TSchema>;

/** The behavior of an alert as the wizard saves it; `parseRule` checks its values. */
export const BehaviorChange = Type.Unsafe<Static<(typeof behaviors)[CountingType]>>(
  Type.Union(Object.values(behaviors)),
);
export type BehaviorChange = Static<typeof BehaviorChange>;
