import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
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

const ReportData = object({
  reportId: orNull(Id),
  configId: orNull(Id),
  startDate: orNull(Moment),
  endDate: orNull(Moment),
  part: Type.Integer({ minimum: 1, description: 'A run with many activities sends several messages' }),
  parts: Type.Integer({ minimum: 1 }),
  total: Type.Integer({ minimum: 0, description: 'Activities of the run' }),
  activities: Type.Array(WebhookActivity),
});

const messageSchema = <Name extends string, Data extends TSchema>(types: readonly Name[], data: Data) =>
  object({ type: enumOf(types), version: Type.Literal(payloadVersion), timestamp: Moment, data });

/** The body of a webhook message (Standard Webhooks): `webhook-id`, `webhook-timestamp` and `webhook-signature` are its headers. */
export const WebhookMessage = messageSchema(
  ['activity-report.delivered', 'webhook.test'] as const,
  ReportData,
);
export type WebhookMessage = Static<typeof WebhookMessage>;

/** The schemas of messages, by their names in the OpenAPI document. */
export const webhookMessages = { WebhookMessage } as const;

export interface WebhookEvent {
  readonly summary: string;
  readonly message: keyof typeof webhookMessages;
  readonly data: TSchema;
  readonly example: unknown;
}

const exampleActivity: WebhookActivity = {
  id: '4-1207',
  activityType: 'Engagement',
  date: '2026-03-02T09:30:00.000Z',
  quality: 2,
  client: 'Norvane',
  community: 'Cardiology',
  document: 'Advances in imaging',
  documentUrl: null,
  reader: {
    id: '311',
    name: 'Ana Lind',
    firstName: 'Ana',
    lastName: 'Lind',
    email: 'ana.lind@example.org',
    jobTitle: 'Researcher',
    phone: null,
    company: 'Example Institute',
    country: 'Sweden',
  },
  notes: null,
};

const noActivities = {
  reportId: null,
  configId: null,
  startDate: null,
  endDate: null,
  part: 1,
  parts: 1,
  total: 0,
  activities: [],
};

/** Every event that messages tell about: the `type` of a message, the schema of its `data`, and an example of it. */
export const webhookEvents = {
  'activity-report.delivered': {
    summary: 'The activities of an activity report',
    message: 'WebhookMessage',
    data: ReportData,
    example: {
      reportId: '5f0c1f5e-3a55-4f0e-9a53-0a3f9c0f2b11',
      configId: 'b7a7b1c4-0f0e-4d5b-8a11-6f8f5a1d2c33',
      startDate: '2026-03-02T00:00:00.000Z',
      endDate: '2026-03-03T00:00:00.000Z',
      part: 1,
      parts: 1,
      total: 1,
      activities: [exampleActivity],
    },
  },
  'webhook.test': {
    summary: 'A test message without activities',
    message: 'WebhookMessage',
    data: ReportData,
    example: noActivities,
  },
} as const satisfies Record<string, WebhookEvent>;
export type WebhookEventName = keyof typeof webhookEvents;
export type WebhookData<Name extends WebhookEventName> = Static<(typeof webhookEvents)[Name]['data']>;
