import { WebhookMessage } from '@readerlens/contract';

const description = `Sent to the address of a client, signed as [Standard Webhooks](https://www.standardwebhooks.com) defines it:
verify a message with one of their libraries and the secret of the webhook. A status 2xx within 15 seconds accepts a message.
Redirects are not followed. Any other status is a failure: the message is sent again after 1 minute, 5 minutes, 30 minutes, 2
hours and 6 hours, but not after 410. A message can arrive more than once, always with the same \`webhook-id\`. \`version\`
changes when receivers must adapt; new fields can be added without that.`;

const header = (name: string, text: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description: text,
  schema: { type: 'string' as const },
});

const parameters = [
  header('webhook-id', 'The same for every attempt and replay of a message'),
  header('webhook-timestamp', 'Seconds since 1970, of this attempt'),
  header(
    'webhook-signature',
    "HMAC-SHA256 of '{webhook-id}.{webhook-timestamp}.{body}', as 'v1,' and base64; for a day after a rotation one for each secret, separated by a space",
  ),
];

const webhook = (operationId: string, summary: string) => ({
  post: {
    operationId,
    tags: ['Webhooks'],
    summary,
    description,
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookMessage' } } },
    },
    responses: {
      '2XX': { description: 'The message is accepted; the start of the response is shown in the log' },
      410: { description: 'The message is not sent again' },
      default: { description: 'The message is sent again later' },
    },
  },
});

/** The messages that the product sends, for the OpenAPI document. */
export const webhookDocs = {
  'activity-report.delivered': webhook('activityReportDelivered', 'The activities of an activity report'),
  'webhook.test': webhook('webhookTest', 'A test message without activities'),
};

/** As plain objects: the types of the plugin do not know all keywords of JSON Schema. */
export const webhookSchemas: Readonly<Record<string, object>> = { WebhookMessage };
