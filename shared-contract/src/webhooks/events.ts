import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { alertTypes } from '../alerts/vocabulary.ts';
import {
  Count,
  DocumentName,
  FilterInWords,
  Id,
  Moment,
  ReaderName,
  enumSchema,
  object,
  orNull,
} from '../schemas.ts';
import { dealInfluences } from '../marketing/pipeline.ts';
import { activityTypes } from '../vocabulary.ts';
import { maxWebhookActivities, maxWebhookDeals } from './vocabulary.ts';

/** The version of the payload. A change that receivers must adapt to raises it. */
export const payloadVersion = 1;

const Text = orNull(Type.String());

export const WebhookActivity = object({
  id: Type.String({ description: 'Permanent: receivers can recognize an activity by it' }),
  activityType: enumSchema(activityTypes),
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
  object({ type: enumSchema(types), version: Type.Literal(payloadVersion), timestamp: Moment, data });

/** The body of a webhook message (Standard Webhooks): `webhook-id`, `webhook-timestamp` and `webhook-signature` are its headers. */
export const WebhookMessage = messageSchema(
  ['activity-report.delivered', 'webhook.test'] as const,
  ReportData,
);
export type WebhookMessage = Static<typeof WebhookMessage>;

const WebhookEntity = object({
  id: Type.String({ description: 'Permanent, of a reader or an organization' }),
  name: Type.String(),
  link: orNull(Type.String({ description: 'Its page' })),
  activities: Count,
  readers: Type.Integer({ minimum: 0, description: 'Different readers' }),
  baselineActivities: orNull(Type.Integer({ minimum: 0, description: 'Only of an alert for changes' })),
  changePercent: orNull(Type.Number()),
  direction: orNull(enumSchema(['Positive', 'Negative'] as const)),
  reason: Type.String({ description: 'In words' }),
});

const AlertData = object({
  alertId: Id,
  name: Type.String(),
  alertType: enumSchema(alertTypes),
  runId: Id,
  slot: Type.String({ description: 'YYYY-MM-DD' }),
  startDate: Moment,
  endDate: Moment,
  client: Type.String({ description: 'The matches of other clients are not in the message' }),
  rule: Type.Optional(
    Type.String({ description: 'What the alert watches, in words; absent from messages of older versions' }),
  ),
  filters: Type.Optional(
    Type.Array(FilterInWords, {
      description: 'As they were at the run; one counts those about other clients',
    }),
  ),
  total: Type.Integer({
    minimum: 1,
    description: `Matches; at most ${maxWebhookActivities} of them are listed`,
  }),
  activities: Type.Array(WebhookActivity, { description: 'The newest first; of an alert for activities' }),
  entityType: orNull(enumSchema(['reader', 'organization'] as const)),
  entities: Type.Array(WebhookEntity),
  link: Type.String({ description: 'The page of the run' }),
});

/** The body of a message about the run of an alert. */
export const AlertFiredMessage = messageSchema(['alert.fired'] as const, AlertData);
export type AlertFiredMessage = Static<typeof AlertFiredMessage>;

const InfluenceData = object({
  day: Type.String({ description: 'YYYY-MM-DD, UTC: the day of the comparison; one message a day at most' }),
  client: Type.String(),
  total: Type.Integer({
    minimum: 1,
    description: `Deals whose influence has changed; at most ${maxWebhookDeals} of them are listed`,
  }),
  deals: Type.Array(
    object({
      id: Id,
      externalId: Type.String({ description: 'The id in the file that was uploaded' }),
      name: Text,
      account: Type.String(),
      stage: Type.String(),
      createdOn: Type.String({ description: 'YYYY-MM-DD' }),
      cents: orNull(Type.Integer({ description: 'The amount in hundredths of its currency' })),
      currency: Text,
      previous: orNull(
        enumSchema(dealInfluences, 'In the comparison before; null for a deal that was not in it'),
      ),
      influence: enumSchema(dealInfluences, 'Assisted before the deal was created, accelerated after that'),
    }),
    { description: 'The newest first' },
  ),
  link: Type.String({ description: 'The deals of the client that were created in the same period' }),
});

/** The body of a message about deals whose influence has changed. */
export const InfluenceChangedMessage = messageSchema(
  ['opportunity.influence-changed'] as const,
  InfluenceData,
);
export type InfluenceChangedMessage = Static<typeof InfluenceChangedMessage>;

/** The schemas of messages, by their names in the OpenAPI document. */
export const webhookMessages = { WebhookMessage, AlertFiredMessage, InfluenceChangedMessage } as const;

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

const exampleRun: Static<typeof AlertData> = {
  alertId: '0d1a7c64-8c0b-4a7e-9d5f-4c8b2f1e6a10',
  name: 'Institutes that read more',
  alertType: 'ChangeInActivitiesNotification',
  runId: '9c2b5e0f-6d0a-4a51-8b7e-2f3d4c5b6a71',
  slot: '2026-03-02',
  startDate: '2026-02-02T00:00:00.000Z',
  endDate: '2026-03-02T00:00:00.000Z',
  client: 'Norvane',
  rule: 'Organizations whose activities rise by 100% or more, for Norvane, where Country is Germany.',
  filters: [
    { name: 'Clients', operation: 'is any of', value: 'Norvane' },
    { name: 'Country', operation: 'is any of', value: 'Germany' },
  ],
  total: 1,
  activities: [],
  entityType: 'organization',
  entities: [
    {
      id: '88',
      name: 'Example Institute',
      link: 'https://app.example/analytics/company-dashboard/88',
      activities: 12,
      readers: 4,
      baselineActivities: 18,
      changePercent: 100,
      direction: 'Positive',
      reason: '12 activities, 100% more than the 6 that were expected',
    },
  ],
  link: 'https://app.example/notifications/dashboard/0d1a7c64-8c0b-4a7e-9d5f-4c8b2f1e6a10/9c2b5e0f-6d0a-4a51-8b7e-2f3d4c5b6a71',
};

const exampleInfluence: Static<typeof InfluenceData> = {
  day: '2026-03-02',
  client: 'Norvane',
  total: 1,
  deals: [
    {
      id: '412',
      externalId: '0065e00000ABCDe',
      name: 'Mixers for the new plant',
      account: 'Example Institute',
      stage: 'Proposal',
      createdOn: '2026-02-20',
      cents: 1_250_000,
      currency: 'EUR',
      previous: 'none',
      influence: 'accelerated',
    },
  ],
  link: 'https://app.example/performance/pipeline-impact?f=Clients%3A7%3BDateRange%3A2026-02-20%2C2026-02-20#deals',
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
  'alert.fired': {
    summary: 'What the run of an alert has matched',
    message: 'AlertFiredMessage',
    data: AlertData,
    example: exampleRun,
  },
  'opportunity.influence-changed': {
    summary: 'Deals of the client whose influence has changed since the comparison before',
    message: 'InfluenceChangedMessage',
    data: InfluenceData,
    example: exampleInfluence,
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
