import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Moment, object, orNull } from '../schemas.ts';

const tag = 'Operations';

export const HeldDeliveries = object({
  held: orNull(
    object({
      since: Moment,
      reason: Type.String({ description: 'Why deliveries are held, as a sentence' }),
    }),
  ),
  slots: { ...Count, description: 'Runs of alerts, reports and other scheduled work that are due' },
  mails: { ...Count, description: 'Mails that are due' },
  webhooks: { ...Count, description: 'Messages to webhooks, channels and backends of areas that are due' },
});
export type HeldDeliveries = Static<typeof HeldDeliveries>;

export const deliveryCalls = {
  'GET /api/operations/deliveries': {
    tag,
    summary: 'Whether deliveries are held since a restore, and how many are due',
    access: atLeast('Internal'),
    data: HeldDeliveries,
  },
  'POST /api/operations/deliveries/release': {
    tag,
    summary: 'Let workers start what was held: each due run once; 409 if deliveries are not held',
    access: atLeast('Internal'),
    data: HeldDeliveries,
  },
} as const satisfies Record<string, CallDefinition>;
