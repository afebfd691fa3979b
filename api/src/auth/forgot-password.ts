import { setTimeout as delay } from 'node:timers/promises';
import { isAtLeast, isEmail } from '@readerlens/contract';
import { badRequest, notFound } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';
import { accountKey, addressKey, createAttempts } from './attempts.ts';
import type { PasswordLinks } from './password-links.ts';

/** Both outcomes take this long for strangers, so that time does not tell an account from none. */
const constantMs = 300;
const mailsPerAccount = 5;

export interface ForgotPasswordInput {
  email: string;
  /** Where the request came from. */
  address: string;
  session: Session | undefined;
}

/**
 * Mails a link to set a new password. Strangers get the same answer for every well-formed address; Internal and
 * above are told (404) that there is no such account. Throws 400 for a malformed address, 429 for too many.
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

  const forStranger = async (email: string, address: string) => {
    await attempts.reserve([{ key: addressKey('forgot', address), limit: perAddress }]);
    // A used-up account limit is not told either.
    const mayMail = await attempts
      .reserve([{ key: accountKey('forgot', email), limit: mailsPerAccount }])
      .then(
        () => true,
        () => false,
      );
    if (mayMail) await sendTo(email);
  };

  return async ({ email, address, session }: ForgotPasswordInput): Promise<void> => {
    const wanted = email.trim();
    if (!isEmail(wanted)) {
      const message = 'Invalid Email Address';
      throw badRequest(message, 'invalid_input', [{ path: 'email', message }]);
    }
    if (session && isAtLeast(session.role, 'Internal')) {
      if (!(await sendTo(wanted))) throw notFound('There is no active user with this e-mail address.');
      return;
    }
    await Promise.all([forStranger(wanted, address), delay(constantMs)]);
  };
};
