// Signatures of Standard Webhooks, version 1: https://www.standardwebhooks.com
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export interface SignedMessage {
  /** The same for every attempt and replay, so that receivers can recognize what they already have. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** Every secret that is valid; receivers accept any of the signatures. */
  readonly secrets: readonly string[];
}

/** The headers with which receivers verify a message. */
export const signatureHeaders = ({ id, at, body, secrets }: SignedMessage): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});
