import { forbidden, notFound } from '../platform/errors.ts';
import type { AppError } from '../platform/errors.ts';
import { idOf } from '../platform/ids.ts';
import { mayImpersonate } from '../platform/policy.ts';
import type { Services } from '../platform/services.ts';
import { nameOf } from '../platform/session.ts';
import type { Session } from '../platform/session.ts';

export interface Impersonation {
  /** Answers a token of the target user. Throws 403 with the reason, 404 for an unknown user. */
  start(session: Session, targetUserId: string, reason?: string): Promise<string>;
  /** Ends what the administrator began: tokens for the target are refused from now on. Throws 403 or 404. */
  end(session: Session, adminUserId: string, targetUserId: string): Promise<void>;
}

const refusal = (session: Session, target: { id: number; is_active: boolean }): AppError => {
  if (session.user.id === target.id) return forbidden('You cannot act as yourself.');
  if (!target.is_active) return forbidden('This user is not active.');
  return forbidden('You cannot act as a user of the same or a higher role.');
};

export const createImpersonation = ({ users, audit, tokens }: Services): Impersonation => {
  const targetOf = async (id: string) => {
    const number = idOf(id);
    const record = number === undefined ? undefined : await users.find(number);
    if (!record) throw notFound('There is no such user.');
    return record.user;
  };
  return {
    async start(session, targetUserId, reason) {
      if (session.impersonator) throw forbidden('You are acting as another user already.');
      const target = await targetOf(targetUserId);
      const { user } = session;
      if (!mayImpersonate(user, target)) throw refusal(session, target);
      const event = await audit.record({
        action: 'impersonation.start',
        actorId: user.id,
        subjectId: target.id,
        detail: { actor: user.email, subject: target.email, ...(reason ? { reason } : {}) },
      });
      const { id, email, token_version: tokenVersion } = user;
      const since = Math.floor(Date.now() / 1000);
      return tokens.issue(target, { id, name: nameOf(user), email, tokenVersion, since, event });
    },

    async end(session, adminUserId, targetUserId) {
      const { user, impersonator } = session;
      if (impersonator || String(user.id) !== adminUserId) {
        throw forbidden('Acting as another user is ended with your own session.');
      }
      const target = await targetOf(targetUserId);
      await audit.record({
        action: 'impersonation.end',
        actorId: user.id,
        subjectId: target.id,
        detail: { actor: user.email, subject: target.email },
      });
    },
  };
};
