import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Count, Id, Moment, PersonName, enumSchema, object, orNull } from '../schemas.ts';
import { chatKinds } from './vocabulary.ts';

export const ClientWebhook = object({
  clientId: Id,
  client: Type.String(),
  url: orNull(Type.String()),
  hasSecret: Type.Boolean(),
  secretCreatedOn: orNull(Moment),
  previousSecretUntil: orNull(Moment),
  version: Type.Integer(),
});
export type ClientWebhook = Static<typeof ClientWebhook>;

/** A Slack or Teams channel of a client. Its address is never shown. */
export const ChatChannel = object({
  id: Id,
  kind: enumSchema(chatKinds),
  name: Type.String(),
  address: orNull(
    Type.String({ description: 'Host and last characters; only for those who may change the channel' }),
  ),
  version: Type.Integer(),
});
export type ChatChannel = Static<typeof ChatChannel>;

/** The channels of a client. */
export const ChatChannels = object({
  clientId: Id,
  client: Type.String(),
  channels: Type.Array(ChatChannel, { description: 'By kind and name' }),
});
export type ChatChannels = Static<typeof ChatChannels>;

/** A webhook message in the log of a subscription. */
export const WebhookDelivery = object({
  id: Id,
  recipient: Type.String({ description: 'Host of the webhook' }),
  items: Type.Integer({ minimum: 0, description: 'Matches, or deals, in the message' }),
  state: enumSchema(['queued', 'sent', 'failed'] as const),
  attempts: Count,
  responseStatus: orNull(Type.Integer({ description: 'HTTP status' })),
  response: orNull(Type.String({ description: "Start of the server's response" })),
  error: orNull(Type.String()),
  messageId: orNull(Type.String({ description: 'webhook-id' })),
  createdOn: Moment,
  sentOn: orNull(Moment),
  nextAttemptOn: orNull(Moment),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** The state of a subscription, with its messages. */
const subscriptionFields = {
  pausedOn: orNull(
    Type.String({ description: 'ISO 8601, UTC: when messages stopped after repeated failure' }),
  ),
  problem: orNull(Type.String({ description: 'Why no message can be sent at present' })),
  messages: Type.Array(WebhookDelivery, { description: 'The newest 50, newest first' }),
} as const;

/** Who receives messages about an alert. */
export const AlertWebhook = object({
  clientId: orNull(Id),
  client: Type.String({ description: 'Empty without a subscription' }),
  channelId: orNull(Type.String({ description: 'The Slack or Teams channel; null for the webhook' })),
  ...subscriptionFields,
});
export type AlertWebhook = Static<typeof AlertWebhook>;

/** Whether a client receives messages about the influence of its deals. */
export const InfluenceWebhook = object({
  isOn: Type.Boolean(),
  by: orNull(PersonName),
  comparedOn: orNull(Type.String({ description: 'YYYY-MM-DD, UTC: the last day whose deals were compared' })),
  ...subscriptionFields,
});
export type InfluenceWebhook = Static<typeof InfluenceWebhook>;

const testFields = {
  ok: Type.Boolean(),
  status: orNull(Type.Integer({ description: 'HTTP status' })),
  milliseconds: Count,
  response: Type.String({ description: "Start of the server's response" }),
  error: orNull(Type.String({ description: 'Why there was no response' })),
} as const;

export const ChatTestResult = object(testFields);
export type ChatTestResult = Static<typeof ChatTestResult>;

export const WebhookTestResult = object({ ...testFields, webhookId: Type.String() });
export type WebhookTestResult = Static<typeof WebhookTestResult>;
