import { payloadVersion, webhookEvents, webhookMessages } from '@readerlens/contract';
import type { WebhookEvent } from '@readerlens/contract';

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

const describeEvent = ([type, { summary, message, example }]: [string, WebhookEvent]) => {
  const schema = { $ref: `#/components/schemas/${message}` };
  const body = { type, version: payloadVersion, timestamp: '2026-03-02T12:00:00.000Z', data: example };
  return {
    post: {
      operationId: type.replaceAll(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase()),
      tags: ['Webhooks'],
      summary,
      description,
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema, example: body } } },
      responses: {
        '2XX': { description: 'The message is accepted; the start of the response is shown in the log' },
        410: { description: 'The message is not sent again' },
        default: { description: 'The message is sent again later' },
      },
    },
  };
};

/** The messages that the product sends, for the OpenAPI document. */
export const webhookDocs = Object.fromEntries(
  Object.entries(webhookEvents).map((event) => [event[0], describeEvent(event)]),
);

/** As plain objects: the types of the plugin do not know all keywords of JSON Schema. */
export const webhookSchemas: Readonly<Record<string, object>> = webhookMessages;
