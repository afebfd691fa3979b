import type { UserRow } from '../../platform/db/index.ts';
import { unauthenticated } from '../../platform/http/errors.ts';
import type { Services } from '../../core/services.ts';
import { accountKey, addressKey, createAttempts } from './attempts.ts';
import { isPassword } from '../../core/people/passwords.ts';

export interface LoginInput {
  email: string;
  password: string;
  /** IP address of the request. */
  address: string;
}

/**
 * Checks e-mail and password. Throws 401 with the same message, after the same time, for an unknown
 * account and a wrong password, and 429 after too many failures for the account or from the address.
 */
export const createLogin = ({ db, users, config }: Services) => {
  const { perAccount, perAddress, windowMinutes } = config.loginLimits;
  const attempts = createAttempts(db, windowMinutes);
  return async ({ email, password, address }: LoginInput): Promise<UserRow> => {
    const account = accountKey('login', email);
    const origin = addressKey('login', address);
    await attempts.reserve([
      { key: origin, limit: perAddress },
      { key: account, limit: perAccount },
    ]);
    const user = await users.findByEmail(email);
    const isRight = await isPassword(user?.is_active ? user.password_hash : undefined, password);
    if (!user || !isRight) throw unauthenticated('Invalid username or password', 'invalid_credentials');
    await attempts.forget(account);
    await attempts.giveBack(origin);
    return user;
  };
};
