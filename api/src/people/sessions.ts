import { blindedHeader } from '@readerlens/contract';
import type { FastifyRequest } from 'fastify';
import type { UserRecord, UserStore } from './users.store.ts';
import type { Database } from '../platform/db/index.ts';
import type { UserRow } from './tables.ts';
import { fingerprintSecret } from './api-secrets.ts';
import { AppError, unauthenticated } from '../platform/http/errors.ts';
import { sharedReads } from '../platform/shared-reads.ts';
import type { FieldCatalogueSource } from './field-catalogue.ts';
import { listClaims, mayImpersonate, createScope } from './policy.ts';
import { formatFullName } from './person-name.ts';
import type { Impersonator, Session } from './session.ts';
import type { SignIns } from './sign-ins.ts';
import { accountChanged, invalidAccessToken, invalidToken, sessionEnded } from './tokens.ts';
import type { Tokens } from './tokens.ts';

export interface Sessions {
  /** The session of a request; throws 401 if there is none. */
  of(request: FastifyRequest): Promise<Session>;
  /** The session of a request, if it is valid. */
  optional(request: FastifyRequest): Promise<Session | undefined>;
}

interface Parts {
  db: Database;
  tokens: Tokens;
  users: UserStore;
  signIns: SignIns;
  catalogue: FieldCatalogueSource;
}

const readBearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Any value but 'false' masks: a misspelled value must not show what the caller meant to hide. */
const isBlinded = (request: FastifyRequest): boolean => {
  const value = request.headers[blindedHeader];
  return value !== undefined && value !== 'false';
};

/** The API client of an access token; throws 401 if its secret or the user's API access has ended. */
const findApiClient = (user: UserRow, secretFingerprint: string): string => {
  const { enable_api_access: isEnabled, api_client_id: id, api_secret_hash: hash } = user;
  if (!isEnabled || id === null || hash === null || fingerprintSecret(hash) !== secretFingerprint)
    throw invalidAccessToken();
  return id;
};

/** Whether the impersonation of the user was ended after it began. */
const wasEnded = async ({ kysely }: Database, userId: number, { id, event }: Impersonator) => {
  const end = await kysely
    .selectFrom('audit_event')
    .select('id')
    .where('id', '>', event)
    .where('action', '=', 'impersonation.end')
    .where('actor_id', '=', id)
    .where('subject_id', '=', userId)
    .executeTakeFirst();
  return end !== undefined;
};

export const createSessions = ({ db, tokens, users, signIns, catalogue }: Parts): Sessions => {
  // A dashboard sends ten calls at once.
  const find = sharedReads((id: number, sessionId?: string) => users.find(id, sessionId));
  /** Reads the user for every request: a change of rights must have an effect on the next call in every process. */
  const valid = async (
    userId: number,
    tokenVersion: number,
    {
      sessionId,
      refused = accountChanged,
    }: { readonly sessionId?: string; readonly refused?: () => AppError },
  ): Promise<UserRecord> => {
    const record = await find(userId, sessionId);
    if (!record?.user.is_active || record.user.token_version !== tokenVersion) throw refused();
    if (sessionId === undefined) return record;
    if (record.seenLately === null) throw sessionEnded();
    if (!record.seenLately) await signIns.touch(sessionId);
    return record;
  };

  /** The user must still be an administrator, with the same password as when the session began, and be signed in. */
  const findImpersonator = async (
    target: UserRecord,
    by: Impersonator,
    sessionId: string | undefined,
  ): Promise<Impersonator> => {
    const { user } = await valid(by.id, by.tokenVersion, sessionId === undefined ? {} : { sessionId });
    if (!mayImpersonate(user, target.user)) throw accountChanged();
    if (await wasEnded(db, target.user.id, by)) throw invalidToken();
    return { ...by, name: formatFullName(user), email: user.email };
  };

  const sessionFor = async (token: string, blinded: boolean): Promise<Session> => {
    const { userId, tokenVersion, sessionId, impersonator, secretFingerprint } = await tokens.verify(token);
    const record = await valid(userId, tokenVersion, {
      ...(impersonator || sessionId === undefined ? {} : { sessionId }),
      // A program requests another token, and has no page to log in.
      ...(secretFingerprint === undefined ? {} : { refused: invalidAccessToken }),
    });
    const { user, entitlements } = record;
    return {
      ...(secretFingerprint === undefined ? {} : { apiClientId: findApiClient(user, secretFingerprint) }),
      user,
      role: user.role,
      claims: listClaims(user),
      notificationLevel: user.notification_claim_level,
      ...(impersonator ? { impersonator: await findImpersonator(record, impersonator, sessionId) } : {}),
      blinded: blinded || impersonator?.blinded === true,
      scope: createScope(user, entitlements, await catalogue()),
      sessionId,
    };
  };

  const of: Sessions['of'] = async (request) => {
    const token = readBearerToken(request);
    if (!token) throw unauthenticated('Please log in.');
    return sessionFor(token, isBlinded(request));
  };
  return {
    of,
    async optional(request) {
      try {
        return await of(request);
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    },
  };
};
