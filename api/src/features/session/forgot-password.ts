import { isEmail, isStaff, mayDo } from '@readerlens/contract';
import { emailMessage } from '@readerlens/contract/messages';
import { forgotPasswordMs } from '../../deadlines.ts';
import { AppError, forbidden, invalidInput, notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../people/services.ts';
import { findActorId } from '../../people/session.ts';
import type { Session } from '../../people/session.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import type { PasswordLinks } from '../../people/password-links.ts';
import { isRegistered } from '../../people/registered.ts';
import { findNetwork } from '../../people/network.ts';

export interface ForgotPasswordInput {
  email: string;
  /** IP address of the request. */
  address: string;
  session: Session | undefined;
}

/**
 * Mails a link to set a new password. Anonymous callers get the same answer for every well-formed address; Internal and
 * above get 404 if they see no such account, and 403 if they may not reset its password. Throws 400 for a malformed address, 429 for too many requests from
 * an address or, for Internal and above, too many mails to an account.
 */
export const createForgotPassword = ({ db, users, config }: Services, links: PasswordLinks) => {
  const { perAddress, windowMinutes } = config.loginLimits;
  const limitRequests = createRateLimit(db, {
    name: 'forgot from',
    limit: perAddress,
    periodMs: windowMinutes * 60_000,
  });

  /** Mails a link, unless there is no such user, or `by` may not see the account. Throws 403 if they may only see it. */
  const sendTo = async (email: string, by?: Session): Promise<boolean> => {
    const user = await users.findByEmail(email);
    if (!user?.is_active || (by && !mayDo('view', by.user, user))) return false;
    if (by && !mayDo('resetPassword', by.user, user)) throw forbidden();
    const sender = by && findActorId(by);
    if (isRegistered(user)) await links.sendPasswordLink(user, sender);
    else await links.inviteToRegister(user, undefined, sender === undefined ? {} : { sender });
    return true;
  };

  const forAnonymous = async (email: string, address: string) => {
    await limitRequests(findNetwork(address));
    await sendTo(email).catch((error: unknown) => {
      // An exceeded limit would reveal that the account exists.
      if (!(error instanceof AppError && error.status === 429)) throw error;
    });
  };

  return async ({ email, address, session }: ForgotPasswordInput): Promise<void> => {
    const trimmed = email.trim();
    if (!isEmail(trimmed)) {
      throw invalidInput('email', emailMessage);
    }
    if (session && isStaff(session.role)) {
      if (!(await sendTo(trimmed, session)))
        throw notFound('There is no active user with this e-mail address.');
      return;
    }
    const wait = new Promise((resolve) => setTimeout(resolve, forgotPasswordMs));
    await Promise.all([forAnonymous(trimmed, address), wait]);
  };
};
