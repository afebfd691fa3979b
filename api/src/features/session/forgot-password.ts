import { setTimeout as delay } from 'node:timers/promises';
import { isStaff, isEmail } from '@readerlens/contract';
import { badRequest, notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../core/services.ts';
import type { Session } from '../../core/people/session.ts';
import { accountKey, addressKey, createAttempts } from './attempts.ts';
import type { PasswordLinks } from '../../core/people/password-links.ts';

/** Both outcomes take this long for anonymous callers, so that timing does not reveal whether an account exists. */
const constantMs = 300;
const mailsPerAccount = 5;

export interface ForgotPasswordInput {
  email: string;
  /** IP address of the request. */
  address: string;
  session: Session | undefined;
}

/**
 * Mails a link to set a new password. Anonymous callers get the same answer for every well-formed address; Internal and
 * above get 404 if the account does not exist. Throws 400 for a malformed address, 429 for too many requests.
 */
export const createForgotPassword = ({ db, users, config }: Services, links: PasswordLinks) => {
  const { perAddress, windowMinutes } = config.loginLimits;
  const attempts = createAttempts(db, windowMinutes);

  const sendTo = async (email: string): Promise<boolean> => {
    const user = await users.findByEmail(email);
    if (!user?.is_active) return false;
    if (user.password_hash) await links.sendPasswordLink(user);
    else await links.inviteToRegister(user);
    return true;
  };

  const forAnonymous = async (email: string, address: string) => {
    await attempts.reserve([{ key: addressKey('forgot', address), limit: perAddress }]);
    // An exceeded account limit is not revealed either.
    const isWithinLimit = await attempts
      .reserve([{ key: accountKey('forgot', email), limit: mailsPerAccount }])
      .then(
        () => true,
        () => false,
      );
    if (isWithinLimit) await sendTo(email);
  };

  return async ({ email, address, session }: ForgotPasswordInput): Promise<void> => {
    const trimmed = email.trim();
    if (!isEmail(trimmed)) {
      const message = 'Invalid Email Address';
      throw badRequest(message, 'invalid_input', [{ path: 'email', message }]);
    }
    if (session && isStaff(session.role)) {
      if (!(await sendTo(trimmed))) throw notFound('There is no active user with this e-mail address.');
      return;
    }
    await Promise.all([forAnonymous(trimmed, address), delay(constantMs)]);
  };
};
