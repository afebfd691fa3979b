import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Moment, enumSchema, object, orNull } from '../schemas.ts';

/** What the product watches itself for. */
export const alarmConditions = [
  'database-unreachable',
  'worker-stopped',
  'deliveries-held',
  'late-slots',
  'mail-not-set-up',
  'mails-refused',
  'areas-untold',
  'secrets-unreadable',
  'area-store-unreadable',
  'identity-provider-unusable',
  'clock-moved',
  'upgrade-unfinished',
  'disk-nearly-full',
] as const;
export type AlarmCondition = (typeof alarmConditions)[number];

export const alarmSeverities = ['warning', 'critical'] as const;

export const Alarm = object({
  condition: enumSchema(alarmConditions),
  severity: enumSchema(alarmSeverities),
  since: orNull(Moment),
  what: Type.String({ description: 'What is wrong, as sentences' }),
  action: Type.String({ description: 'What to do, as sentences' }),
  kinds: Type.Array(Type.String(), {
    description: 'The kinds of jobs that it affects; empty for all or none',
  }),
});
export type Alarm = Static<typeof Alarm>;

export const alarmCalls = {
  'GET /api/operations/alarms': {
    tag: 'Operations',
    summary: 'What keeps the product from doing what it promised, the worst first; empty if all is well',
    access: atLeast('Internal'),
    data: Type.Array(Alarm),
  },
} as const satisfies Record<string, CallDefinition>;
