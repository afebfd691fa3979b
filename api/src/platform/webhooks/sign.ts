// Signatures of Standard Webhooks, version 1: https://www.standardwebhooks.com
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

export interface SignedMessage {
  /** The same for every attempt and replay, so that receivers can recognize what they already have. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** Every secret that is valid; receivers accept any of the signatures. */
  readonly secrets: readonly string[];
}

/** The headers with which receivers verify a message. */
export const signatureHeaders = ({ id, at, body, secrets }: SignedMessage): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
};
