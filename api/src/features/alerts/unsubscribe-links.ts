import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../../platform/http/errors.ts';

/** A recipient of an alert. */
export interface Subscription {
  readonly alertId: string;
  readonly userId: number;
}

/** The tokens of the links that end the mails of one alert to one person. They do not expire: mails are kept for years. */
export interface UnsubscribeLinks {
  sign(subscription: Subscription): string;
  /** Throws 400 `invalid_token` for a token that was changed. */
  verify(token: string): Subscription;
}

/** Alert, user, signature. */
const tokenPattern = /^([0-9a-f-]{36})\.([1-9]\d{0,9})\.([\w-]{43})$/;

const invalid = () => badRequest('This link is not valid.', 'invalid_token');

export const createUnsubscribeLinks = (key: Uint8Array): UnsubscribeLinks => {
  const signatureOf = (alertId: string, userId: string) =>
    createHmac('sha256', key).update(`${alertId}\n${userId}`).digest('base64url');
  return {
    sign: ({ alertId, userId }) => `${alertId}.${userId}.${signatureOf(alertId, String(userId))}`,
    verify(token) {
      const [, alertId, userId, signature] = tokenPattern.exec(token) ?? [];
      if (!alertId || !userId || !signature) throw invalid();
      const expected = Buffer.from(signatureOf(alertId, userId));
      if (!timingSafeEqual(Buffer.from(signature), expected)) throw invalid();
      return { alertId, userId: Number(userId) };
    },
  };
};
