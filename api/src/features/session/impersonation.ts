import { badRequest, conflict, forbidden, noSuchThing } from '../../platform/http/errors.ts';
import type { AppError } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { mayImpersonate } from '../../people/policy.ts';
import type { Services } from '../../people/services.ts';
import { formatFullName } from '../../people/person-name.ts';
import type { Session } from '../../people/session.ts';

export interface Impersonation {
  /**
   * Returns a token of the target user.
   * @throws AppError 400 for oneself, 403 for a role that is not lower, 404 for an unknown user, 409 for an inactive one
   * and while impersonating
   */
  start(session: Session, targetUserId: string, reason?: string): Promise<string>;
  /** Ends the impersonation: its tokens are refused from now on. Throws 403 or 404. */
  end(session: Session, adminUserId: string, targetUserId: string): Promise<void>;
}

const refusal = (session: Session, target: { id: number; is_active: boolean }): AppError => {
  if (session.user.id === target.id) return badRequest('You cannot act as yourself.');
  if (!target.is_active) return conflict('This user is not active.');
  return forbidden('You cannot act as a user of the same or a higher role.');
};

export const createImpersonation = ({ users, audit, signIns }: Services): Impersonation => {
  const findTarget = async (id: string) => {
    const number = parseId(id);
    const record = number === undefined ? undefined : await users.find(number);
    if (!record) throw noSuchThing('user');
    return record.user;
  };
  return {
    async start(session, targetUserId, reason) {
      if (session.impersonator) throw conflict('You are already acting as another user.');
      const target = await findTarget(targetUserId);
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
      const blinded = session.blinded ? { blinded: true } : {};
      const impersonator = { id, name: formatFullName(user), email, tokenVersion, since, event, ...blinded };
      return signIns.renew(target, { sessionId: session.sessionId, impersonator });
    },

    async end(session, adminUserId, targetUserId) {
      const { user, impersonator } = session;
      if (impersonator || String(user.id) !== adminUserId) {
        throw forbidden('Use your own session to stop acting as another user.');
      }
      const target = await findTarget(targetUserId);
      await audit.record({
        action: 'impersonation.end',
        actorId: user.id,
        subjectId: target.id,
        detail: { actor: user.email, subject: target.email },
      });
    },
  };
};
