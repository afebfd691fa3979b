import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DocumentName, Id, Moment, ReaderName, enumOf, object, orNull } from '../schemas.ts';
import { activityTypes } from '../vocabulary.ts';

/** The version of the payload. A change that receivers must adapt to raises it. */
export const payloadVersion = 1;

const Text = orNull(Type.String());

export const WebhookActivity = object({
  id: Type.String({ description: 'Permanent: receivers can recognize an activity by it' }),
  activityType: enumOf(activityTypes),
  date: Moment,
  quality: Type.Optional(
    orNull(Type.Integer({ minimum: 1, maximum: 3, description: 'Absent if the report leaves it out' })),
  ),
  client: Type.String(),
  community: Type.String(),
  document: DocumentName,
  documentUrl: Text,
  reader: object({
    id: Id,
    name: ReaderName,
    firstName: Text,
    lastName: Text,
    email: Text,
    jobTitle: Text,
    phone: Text,
    company: Text,
    country: Text,
  }),
  notes: Text,
});
export type WebhookActivity = Static<typeof WebhookActivity>;

/** The body of a webhook message (Standard Webhooks): `webhook-id`, `webhook-timestamp` and `webhook-signature` are its headers. */
export const WebhookMessage = object({
  type: enumOf(['activity-report.delivered', 'webhook.test'] as const),
  version: Type.Literal(payloadVersion),
  timestamp: Moment,
  data: object({
    reportId: orNull(Id),
    configId: orNull(Id),
    startDate: orNull(Moment),
    endDate: orNull(Moment),
    part: Type.Integer({ minimum: 1, description: 'A run with many activities sends several messages' }),
    parts: Type.Integer({ minimum: 1 }),
    total: Type.Integer({ minimum: 0, description: 'Activities of the run' }),
    activities: Type.Array(WebhookActivity),
  }),
});
export type WebhookMessage = Static<typeof WebhookMessage>;
