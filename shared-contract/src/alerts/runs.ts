import { Type } from 'typebox';
import type { Static } from 'typebox';
import { listKinds } from '../account-lists/vocabulary.ts';
import { EngagementRow } from '../explorer/schemas.ts';
import { Count, FilterInWords, Id, Moment, PersonName, enumSchema, object, orNull } from '../schemas.ts';
import { alertTypes, listStates, runOutcomes, thresholdDirections } from './vocabulary.ts';
import type { ThresholdDirection } from './vocabulary.ts';

const directions = Object.keys(thresholdDirections).filter(
  (name): name is Exclude<ThresholdDirection, 'Both'> => name !== 'Both',
);

const Window = object({ from: Moment, to: Moment }, { description: 'Without its end' });
const Counts = object({ activities: Count, readers: Count });

/** A reader or an organization at a client, with everything that explains why it was reported or not. */
export const RunEntity = object({
  clientId: Id,
  client: Type.String(),
  entityId: Id,
  name: Type.String({ description: 'Of the reader or the organization' }),
  url: orNull(Type.String({ description: 'Path of its dashboard' })),
  outcome: enumSchema(runOutcomes),
  current: Counts,
  baseline: orNull(Counts),
  expected: orNull(Type.Number({ description: 'What the baseline promises for the current window' })),
  changePercent: orNull(Type.Number()),
  direction: orNull(enumSchema(directions)),
  notifiedOn: orNull(Type.String({ description: 'Date of the previous notification that still counts' })),
  why: Type.String({ description: 'The explanation in words' }),
});
export type RunEntity = Static<typeof RunEntity>;

/** An account list that the filters of a run name, with what it had at the run in the scope of the recipient. */
const RunList = object({
  id: Id,
  name: Type.String({ description: "'Account list 123' in Blinded Mode" }),
  kind: enumSchema(listKinds, 'Its organizations were picked, or a rule found them'),
  organizations: orNull(
    Type.Integer({
      minimum: 0,
      description: 'How many it had; null if the caller may not use its rule',
    }),
  ),
  since: enumSchema(listStates, 'Whether its organizations or its rule were changed, or it was deleted'),
});

/** A run as its recipient sees it: counts are of what the recipient may see. */
export const AlertRun = object({
  id: Id,
  notificationId: Id,
  sasUrl: orNull(Type.String({ description: 'Path of the file; null if nothing matched' })),
  reportFileName: orNull(Type.String()),
  notificationName: Type.String(),
  description: Type.String(),
  companies: Type.Array(Type.String({ description: 'Client with a match' })),
  runOn: Moment,
  isRead: Type.Boolean(),
  disabled: Type.Boolean(),
  disabledReason: orNull(Type.String()),
  editable: Type.Boolean(),
  notificationCreatedBy: PersonName,
  totalMatched: Type.Integer({
    minimum: 0,
    description: 'Activities, readers or organizations reported; 0 for a quiet run',
  }),
  type: enumSchema(alertTypes),
  why: Type.String({ description: 'The run in a sentence' }),
});
export type AlertRun = Static<typeof AlertRun>;

export const AlertRunDetails = object({
  ...AlertRun.properties,
  notificationCreatedDate: Moment,
  exceedsThreshold: Type.Boolean({ description: 'Whether more matched than the file lists' }),
  fileNote: orNull(Type.String({ description: 'What the file lists besides current activities, in words' })),
  slot: Type.String({ description: 'YYYY-MM-DD in the time zone of the alert' }),
  timeZone: Type.String({ description: 'IANA name' }),
  missedSlots: Type.Integer({ minimum: 0, description: 'Earlier slots without a run' }),
  current: Window,
  baseline: orNull(Window),
  rule: Type.String({ description: 'The rule and the filters of the run in words' }),
  filters: Type.Array(FilterInWords, { description: 'As they were at the run' }),
  accountLists: Type.Array(RunList, {
    description: 'Those of the filters that the caller sees, as they were at the run',
  }),
  entities: Type.Array(RunEntity, { description: 'Reported ones first; at most 200' }),
  insufficientBaseline: Type.Integer({
    minimum: 0,
    description: 'Entities that were not evaluated because their baseline is too small',
  }),
  incompleteClients: Type.Array(
    Type.String({ description: 'Client that was skipped because its data starts after the baseline does' }),
  ),
  activities: Type.Array(EngagementRow, { description: 'The latest 50 of a Specific alert' }),
  mail: orNull(enumSchema(['queued', 'sent', 'failed'] as const, 'Null without a mail')),
  undeliveredTo: Type.Array(Type.String(), {
    description: 'Addresses that its emails did not reach; empty for people who do not manage the alert',
  }),
  deferred: Type.Array(object({ to: Type.String(), until: Moment }), {
    description: 'Its emails that wait for a limit; empty for people who do not manage the alert',
  }),
});
export type AlertRunDetails = Static<typeof AlertRunDetails>;

/** What the alert would have reported at a slot in the past, had it been active since the first one. */
export const BackTestSlot = object({
  slot: Type.String({ description: 'YYYY-MM-DD' }),
  runOn: Moment,
  totalMatched: Count,
  entities: Type.Array(RunEntity, { description: 'Reported ones; at most 20' }),
  activities: Type.Array(EngagementRow, { description: 'The latest 20 of a Specific alert' }),
  insufficientBaseline: Count,
  incompleteClients: Type.Array(Type.String()),
});
export type BackTestSlot = Static<typeof BackTestSlot>;

export const BackTest = object({
  timeZone: Type.String({ description: 'IANA name' }),
  rule: Type.String({ description: 'In words' }),
  slots: Type.Array(BackTestSlot, { description: 'Oldest first' }),
  lastMonth: object(
    { totalMatched: Count, runs: Count },
    { description: 'The sum of the slots of the month before now' },
  ),
});
export type BackTest = Static<typeof BackTest>;

/** The parameters of an alert in words. */
export const AlertDescription = object({
  name: Type.String(),
  schedule: Type.String(),
  rule: Type.String(),
  filters: Type.Array(FilterInWords),
  editable: Type.Boolean(),
  disabled: Type.Boolean(),
  disabledReason: orNull(Type.String()),
});
export type AlertDescription = Static<typeof AlertDescription>;
