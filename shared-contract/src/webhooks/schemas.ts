import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Count, Id, Moment, object, orNull } from '../schemas.ts';

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

export const WebhookTestResult = object({
  ok: Type.Boolean(),
  status: orNull(Type.Integer({ description: 'HTTP status' })),
  milliseconds: Count,
  response: Type.String({ description: "Start of the server's response" }),
  error: orNull(Type.String({ description: 'Why there was no response' })),
  webhookId: Type.String(),
});
export type WebhookTestResult = Static<typeof WebhookTestResult>;
