import { mayDo } from '@readerlens/contract';
import type { AccountAction, UserSession } from '@readerlens/contract';
import { sql } from 'kysely';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { UserRow } from '../../people/tables.ts';
import { conflict, forbidden, noSuchThing, notFound } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { isUuid } from '@readerlens/contract/guards';

/**
 * The active sessions of accounts. All methods throw 403 for an account whose sessions the caller may not see or end, 404
 * for one that they do not see, and 409 for the own account of an impersonated user.
 */
export interface AccountSessions {
  /** Newest first, at most 100. */
  list(session: Session, userId: string): Promise<UserSession[]>;
  /** Ends all, or all but the caller's. Returns how many. */
  endAll(session: Session, userId: string, keepCurrent: boolean): Promise<number>;
  /** Throws 404 if the account has no such active session. */
  end(session: Session, userId: string, sessionId: string): Promise<void>;
}

/** Of rows of `user_session`: some token of the session is valid. */
const isActive = sql<boolean>`(ended_at IS NULL AND expires_at > now()
  AND token_version = (SELECT token_version FROM app_user WHERE app_user.id = user_session.user_id))`;

/** A script that signs in again and again must not fill the page. */
const listLength = 100;

export const createAccountSessions = ({ db, users, audit }: Services): AccountSessions => {
  const { kysely } = db;

  const accountFor = async (
    { user: actor, impersonator }: Session,
    userId: string,
    action: AccountAction,
  ): Promise<UserRow> => {
    const record = await users.find(parseId(userId) ?? 0);
    if (!record || !record.user.is_active || !mayDo('view', actor, record.user)) throw noSuchThing('user');
    if (!mayDo(action, actor, record.user)) throw forbidden();
    // They say where a person is and what they use, which is not the administrator's business there.
    if (impersonator && actor.id === record.user.id)
      throw conflict("You cannot see or end a user's sessions while you act as them.");
    return record.user;
  };

  return {
    async list(session, userId) {
      const { id } = await accountFor(session, userId, 'viewSessions');
      const rows = await kysely
        .selectFrom('user_session')
        .selectAll()
        .where('user_id', '=', id)
        .where(isActive)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(listLength)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        method: row.method,
        userAgent: row.user_agent,
        network: row.network,
        signedInAt: row.created_at.toISOString(),
        lastActiveAt: row.last_seen_at.toISOString(),
        current: row.id === session.sessionId,
      }));
    },

    async endAll(session, userId, keepCurrent) {
      const { id } = await accountFor(session, userId, 'endSessions');
      const kept = keepCurrent ? session.sessionId : undefined;
      return db.transaction(async (trx) => {
        const ended = await trx
          .updateTable('user_session')
          .set({ ended_at: sql<Date>`now()` })
          .where('user_id', '=', id)
          .where(isActive)
          .$if(kept !== undefined, (query) => query.where('id', '<>', kept!))
          .returning('id')
          .execute();
        if (ended.length > 0) {
          const detail = { sessions: ended.length };
          await audit.record(
            { action: 'user.end-sessions', ...auditedIdentities(session), accountId: id, detail },
            trx,
          );
        }
        return ended.length;
      });
    },

    async end(session, userId, sessionId) {
      const { id } = await accountFor(session, userId, 'endSessions');
      const noSuchSession = () => notFound('This session has ended already.');
      if (!isUuid(sessionId)) throw noSuchSession();
      await db.transaction(async (trx) => {
        const ended = await trx
          .updateTable('user_session')
          .set({ ended_at: sql<Date>`now()` })
          .where('id', '=', sessionId)
          .where('user_id', '=', id)
          .where(isActive)
          .returning(['network', 'created_at'])
          .executeTakeFirst();
        if (!ended) throw noSuchSession();
        const detail = { network: ended.network, signedInAt: ended.created_at.toISOString() };
        await audit.record(
          { action: 'user.end-session', ...auditedIdentities(session), accountId: id, detail },
          trx,
        );
      });
    },
  };
};
