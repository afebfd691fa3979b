import { Type } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Id, object } from '../schemas.ts';
import { ClientWebhook, WebhookTestResult } from './schemas.ts';

const tag = 'Webhooks';
const access = atLeast('Internal');
const params = object({ clientId: Id });

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
} as const satisfies Record<string, CallDefinition>;
