import { invalidCredentialsMessage } from '@readerlens/contract/session/messages';
import type { UserRow } from '../../people/tables.ts';
import { unauthenticated } from '../../platform/http/errors.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';
import type { Services } from '../../people/services.ts';
import { isPassword } from '../../people/passwords.ts';
import { createLoginFailures } from '../../people/login-failures.ts';
import { countFailureOfHour } from './failed-sign-ins.ts';
import { findNetwork } from '../../people/network.ts';

export interface LoginInput {
  email: string;
  password: string;
  /** IP address of the request. */
  address: string;
}

/**
 * Checks e-mail and password. Throws 401 with the same message, after the same time, for an unknown account and a wrong
 * password, and 429 while too many failures slow down the address or its attempts on the account. Failures from
 * one address never delay another, so an account cannot be locked by others.
 */
export const createLogin = (services: Services) => {
  const { db, users, config, countFailedSignIn } = services;
  const { perAccount, perAddress, windowMinutes } = config.loginLimits;
  const failures = createLoginFailures(db, windowMinutes, () => countFailedSignIn('password'));
  const oneAtATime = createOneAtATime();

  return ({ email, password, address }: LoginInput): Promise<UserRow> => {
    const network = findNetwork(address);
    const account = { key: `login as ${email.trim().toLowerCase()} from ${network}`, free: perAccount };
    const limits = [{ key: `login from ${network}`, free: perAddress }, account];
    // Simultaneous attempts would all pass the check before the first of them has failed.
    return oneAtATime(account.key, async () => {
      await failures.check(limits);
      const user = await users.findByEmail(email);
      const isRight = await isPassword(user?.is_active ? user.password_hash : undefined, password);
      if (!user || !isRight) {
        await failures.add(limits);
        await countFailureOfHour(services, user?.is_active ? user.id : null);
        throw unauthenticated(invalidCredentialsMessage, 'invalid_credentials');
      }
      await failures.forget(account.key);
      return user;
    });
  };
};
