import { Type } from 'typebox';
import { atLeast, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Id, Moment, enumSchema, object, orNull } from '../schemas.ts';
import {
  AlertWebhook,
  ChatChannels,
  ChatTestResult,
  ClientWebhook,
  InfluenceWebhook,
  WebhookTestResult,
} from './schemas.ts';
import { chatKinds } from './vocabulary.ts';

const tag = 'Webhooks';
const access = atLeast('Internal');
const params = object({ clientId: Id });
const channelParams = object({ clientId: Id, channelId: Id });
const channelName = Type.String({ maxLength: 1000, description: 'At most 80 characters' });
const channelPath = '/api/client-channels/{clientId}';
const manages = { kind: 'user', claim: 'manageNotifications' } as const;
const alertParams = object({ id: Id });
const influencePath = '/api/marketing-data/{clientId}/influence-webhook';
const ofDeals = {
  tag: 'Marketing performance',
  access: { ...access, claim: 'accessMarketingPerformance' },
  params,
} as const;

export const webhooksCalls = {
  'GET /api/client-webhook/{clientId}': {
    tag,
    summary: 'The webhook of a client',
    access,
    params,
    data: ClientWebhook,
  },
  'PUT /api/client-webhook/{clientId}': {
    tag,
    summary: 'Sets the address of the webhook of a client',
    access,
    params,
    body: object({
      url: Type.String({ maxLength: 2000, description: 'https; empty for none' }),
      version: Type.Optional(Type.Integer({ description: 'That was edited' })),
    }),
    data: ClientWebhook,
  },
  'POST /api/client-webhook/{clientId}/secret': {
    tag,
    summary: 'Generates a new signing secret, shown once; the previous one stays valid for a day',
    access,
    params,
    data: object({ secret: Type.String({ description: "'whsec_' and base64" }), webhook: ClientWebhook }),
  },
  'POST /api/client-webhook/{clientId}/test': {
    tag,
    summary: 'Sends a signed test message and returns the response',
    access,
    params,
    data: WebhookTestResult,
  },
  [`GET ${channelPath}`]: {
    tag,
    summary: 'The Slack and Teams channels of a client, which can receive messages instead of its webhook',
    access: signedIn,
    params,
    data: ChatChannels,
  },
  [`POST ${channelPath}`]: {
    tag,
    summary: 'Adds a Slack or Teams channel of a client',
    access,
    params,
    body: object({
      kind: enumSchema(chatKinds),
      name: channelName,
      url: Type.String({ maxLength: 2000, description: 'Stored encrypted, and never returned' }),
    }),
    data: ChatChannels,
  },
  [`PUT ${channelPath}/{channelId}`]: {
    tag,
    summary: 'Renames a channel, or replaces its address',
    access,
    params: channelParams,
    body: object({
      name: channelName,
      url: Type.Optional(Type.String({ maxLength: 2000, description: 'Absent: the address stays' })),
      version: Type.Integer({ description: 'That was edited' }),
    }),
    data: ChatChannels,
  },
  [`DELETE ${channelPath}/{channelId}`]: {
    tag,
    summary: 'Removes a channel with its address; messages to it fail',
    access,
    params: channelParams,
    data: ChatChannels,
  },
  [`POST ${channelPath}/{channelId}/test`]: {
    tag,
    summary: 'Sends a test message to a channel and returns the response',
    access,
    params: channelParams,
    data: ChatTestResult,
  },
  'GET /api/notification/{id}/webhook': {
    tag,
    summary: 'Who receives webhook messages about an alert, and the newest of them',
    access: manages,
    params: alertParams,
    data: AlertWebhook,
  },
  'PUT /api/notification/{id}/webhook': {
    tag,
    summary: 'Sends a message to the webhook of a client when a run of the alert has matches of that client',
    access: manages,
    params: alertParams,
    body: object({
      clientId: Id,
      channelId: Type.Optional(
        orNull(Type.String({ maxLength: 64, description: 'A channel of the client instead of its webhook' })),
      ),
    }),
    data: AlertWebhook,
  },
  'DELETE /api/notification/{id}/webhook': {
    tag,
    summary: 'Sends no more webhook messages about an alert; those that wait fail',
    access: manages,
    params: alertParams,
    data: AlertWebhook,
  },
  'POST /api/notification/{id}/webhook/resume': {
    tag,
    summary: 'Resumes the webhook messages of an alert that were paused after repeated failure',
    access: manages,
    params: alertParams,
    data: AlertWebhook,
  },
  'POST /api/notification/{id}/webhook/replay': {
    tag,
    summary: 'Sends the webhook messages of a period again, with the same webhook-id and body',
    access: manages,
    params: alertParams,
    body: object({ from: Moment, to: Moment }),
    data: object({ replayed: Count }),
  },
  [`GET ${influencePath}`]: {
    ...ofDeals,
    summary:
      'Whether the webhook of a client is told when the influence of its deals changes, and the newest messages',
    data: InfluenceWebhook,
  },
  [`PUT ${influencePath}`]: {
    ...ofDeals,
    summary:
      'Compares the deals of a client once a day, with what the caller may see, and sends the changes of influence to its webhook',
    data: InfluenceWebhook,
  },
  [`DELETE ${influencePath}`]: {
    ...ofDeals,
    summary: 'Sends no more messages about the influence of deals; those that wait fail',
    data: InfluenceWebhook,
  },
  [`POST ${influencePath}/resume`]: {
    ...ofDeals,
    summary: 'Resumes the messages about the influence of deals that were paused after repeated failure',
    data: InfluenceWebhook,
  },
  [`POST ${influencePath}/replay`]: {
    ...ofDeals,
    summary:
      'Sends the messages of a period about the influence of deals again, with the same webhook-id and body',
    body: object({ from: Moment, to: Moment }),
    data: object({ replayed: Count }),
  },
} as const satisfies Record<string, CallDefinition>;
