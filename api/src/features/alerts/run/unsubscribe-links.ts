import { createSignedTokens, invalidLink } from '../../../platform/links/signed-token.ts';
import type { Secrets } from '../../../platform/secrets.ts';

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

export const createUnsubscribeLinks = ({ deriveKey }: Pick<Secrets, 'deriveKey'>): UnsubscribeLinks => {
  const tokens = createSignedTokens(deriveKey('unsubscribe link'));
  return {
    sign: ({ alertId, userId }) => tokens.sign([alertId, String(userId)]),
    verify(token) {
      const [alertId, userId] = tokens.read(token) ?? [];
      if (alertId === undefined || userId === undefined) throw invalidLink();
      return { alertId, userId: Number(userId) };
    },
  };
};
