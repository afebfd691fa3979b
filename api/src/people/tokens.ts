import { accessTokenMinutes } from '@readerlens/contract';
import { sessionExpiredMessage } from '@readerlens/contract/session/messages';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { impersonationSeconds } from '../deadlines.ts';
import type { KeyRing } from '../platform/secrets.ts';
import type { UserRow } from './tables.ts';
import { AppError, unauthenticated } from '../platform/http/errors.ts';
import { listClaims } from './policy.ts';
import { formatFullName } from './person-name.ts';
import type { Impersonator, Session } from './session.ts';

const issuer = 'readerlens';
const audience = 'readerlens-api';
/** Of access tokens, with which programs read data for a user. */
const accessAudience = 'readerlens-data';

/** The token fields the API uses; permissions are read from the user's row for each request. */
export interface VerifiedToken {
  userId: number;
  tokenVersion: number;
  impersonator: Impersonator | undefined;
  /** The sign-in of the token; undefined for an access token. */
  sessionId: string | undefined;
  /** The fingerprint of the API secret of an access token; undefined for the token of a session. */
  secretFingerprint: string | undefined;
}

export type TokenSession = Pick<Session, 'sessionId' | 'impersonator'>;

export interface Tokens {
  issue(user: UserRow, session: TokenSession): Promise<string>;
  /** An access token, which ends with the secret. */
  issueAccess(user: UserRow, secretFingerprint: string): Promise<string>;
  /** Throws 401: `session_expired`, `session_ended` for a token without a session, or `invalid_token` for any other problem. */
  verify(token: string): Promise<VerifiedToken>;
}

/** The administrator in a token: the id as text, as in the contract. */
type TokenImpersonator = Omit<Impersonator, 'id' | 'tokenVersion'> & { id: string; ver: number };

const buildPayload = (user: UserRow, { sessionId, impersonator }: TokenSession): JWTPayload => {
  const payload = {
    name: formatFullName(user),
    email: user.email,
    role: user.role,
    claims: listClaims(user),
    notificationLevel: user.notification_claim_level,
    ver: user.token_version,
    sid: sessionId,
  };
  if (!impersonator) return payload;
  const { id, tokenVersion, ...rest } = impersonator;
  return {
    ...payload,
    impersonator: { ...rest, id: String(id), ver: tokenVersion } satisfies TokenImpersonator,
  };
};

const readVerifiedToken = ({ sub, aud, ver, sid, sec, impersonator }: JWTPayload): VerifiedToken => {
  const userId = Number(sub);
  if (!Number.isSafeInteger(userId) || typeof ver !== 'number') throw invalidToken();
  const isAccess = aud === accessAudience;
  // Versions before 0021 made tokens without one. They are refused: the owner could neither see nor end such a session,
  // and one more sign-in after the upgrade costs less.
  if (!isAccess && typeof sid !== 'string') throw sessionEnded();
  // Signed by this server, so it has the shape that this server writes.
  const by = impersonator as TokenImpersonator | undefined;
  const token = {
    userId,
    tokenVersion: ver,
    sessionId: isAccess ? undefined : String(sid),
    secretFingerprint: isAccess ? String(sec) : undefined,
  };
  if (!by) return { ...token, impersonator: undefined };
  const { id, ver: tokenVersion, ...rest } = by;
  return { ...token, impersonator: { ...rest, id: Number(id), tokenVersion } };
};

export const invalidToken = () =>
  unauthenticated('Your session is not valid. Please log in again.', 'invalid_token');
export const sessionEnded = () =>
  unauthenticated('Your session has ended. Please log in again.', 'session_ended');
/** Rights, password or address have changed since the token was issued, or the account was deleted. */
export const accountChanged = () =>
  unauthenticated('Your account has changed. Please log in again.', 'session_ended');
export const invalidAccessToken = () =>
  unauthenticated('The access token is not valid. Request a new one.', 'invalid_token');
const expired = ({ aud }: JWTPayload) =>
  unauthenticated(
    aud === accessAudience ? 'The access token has expired. Request a new one.' : sessionExpiredMessage,
    'session_expired',
  );

/** The payload of a token that one of the keys has signed. @throws JOSEError of the last key that was tried */
const verifyWithAny = async ([key, ...others]: KeyRing, token: string): Promise<JWTPayload> => {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience: [audience, accessAudience],
      requiredClaims: ['sub', 'exp', 'iat', 'ver'],
    });
    return payload;
  } catch (error) {
    const [next, ...rest] = others;
    if (!(error instanceof errors.JWSSignatureVerificationFailed) || !next) throw error;
    return verifyWithAny([next, ...rest], token);
  }
};

/** Tokens of sessions and access tokens, signed with HS256; `minutes` is the lifetime of a session token. */
export const createTokens = (keys: KeyRing, minutes: number): Tokens => {
  const sign = (payload: JWTPayload, user: UserRow, times: { audience: string; from: number; to: number }) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(String(user.id))
      .setIssuer(issuer)
      .setAudience(times.audience)
      .setIssuedAt(times.from)
      .setExpirationTime(times.to)
      .sign(keys[0]);
  const nowSeconds = () => Math.floor(Date.now() / 1000);

  return {
    issue(user, session) {
      const from = nowSeconds();
      const end = from + minutes * 60;
      const { impersonator } = session;
      const cap = impersonator ? impersonator.since + impersonationSeconds : end;
      return sign(buildPayload(user, session), user, { audience, from, to: Math.min(end, cap) });
    },
    issueAccess(user, secretFingerprint) {
      const from = nowSeconds();
      const payload = { ver: user.token_version, sec: secretFingerprint };
      return sign(payload, user, { audience: accessAudience, from, to: from + accessTokenMinutes * 60 });
    },
    async verify(token) {
      try {
        return readVerifiedToken(await verifyWithAny(keys, token));
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw error instanceof errors.JWTExpired ? expired(error.payload) : invalidToken();
      }
    },
  };
};
