import { errors, jwtVerify, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import type { UserRow } from '../../platform/db/index.ts';
import { unauthenticated } from '../../platform/http/errors.ts';
import { claimsOf } from './policy.ts';
import { nameOf } from './session.ts';
import type { Impersonator } from './session.ts';

const issuer = 'readerlens';
const audience = 'readerlens-api';
/** Maximum duration of an impersonation, regardless of refreshes. */
const impersonationMinutes = 60;

/** The token fields the API uses; permissions are read from the user's row for each request. */
export interface VerifiedToken {
  userId: number;
  tokenVersion: number;
  impersonator: Impersonator | undefined;
}

export interface Tokens {
  issue(user: UserRow, impersonator?: Impersonator): Promise<string>;
  /** Throws 401: `session_expired`, or `invalid_token` for any other problem. */
  verify(token: string): Promise<VerifiedToken>;
}

/** The administrator in a token: the id as text, as in the contract. */
type TokenImpersonator = Omit<Impersonator, 'id' | 'tokenVersion'> & { id: string; ver: number };

const payloadOf = (user: UserRow, impersonator: Impersonator | undefined): JWTPayload => {
  const payload = {
    name: nameOf(user),
    email: user.email,
    role: user.role,
    claims: claimsOf(user),
    notificationLevel: user.notification_claim_level,
    ver: user.token_version,
  };
  if (!impersonator) return payload;
  const { id, tokenVersion, ...rest } = impersonator;
  return {
    ...payload,
    impersonator: { ...rest, id: String(id), ver: tokenVersion } satisfies TokenImpersonator,
  };
};

const verifiedOf = ({ sub, ver, impersonator }: JWTPayload): VerifiedToken => {
  const userId = Number(sub);
  if (!Number.isSafeInteger(userId) || typeof ver !== 'number') throw invalidToken();
  // Signed by this server, so it has the shape that this server writes.
  const by = impersonator as TokenImpersonator | undefined;
  if (!by) return { userId, tokenVersion: ver, impersonator: undefined };
  const { id, ver: tokenVersion, ...rest } = by;
  return { userId, tokenVersion: ver, impersonator: { ...rest, id: Number(id), tokenVersion } };
};

export const invalidToken = () =>
  unauthenticated('Your session is not valid. Please log in again.', 'invalid_token');
const expired = () => unauthenticated('Your session expired', 'session_expired');

/** Session tokens, signed with HS256; `minutes` is their lifetime. */
export const createTokens = (key: Uint8Array, minutes: number): Tokens => ({
  issue(user, impersonator) {
    const now = Math.floor(Date.now() / 1000);
    const end = now + minutes * 60;
    const cap = impersonator ? impersonator.since + impersonationMinutes * 60 : end;
    return new SignJWT(payloadOf(user, impersonator))
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(String(user.id))
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(Math.min(end, cap))
      .sign(key);
  },
  async verify(token) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience,
        requiredClaims: ['sub', 'exp', 'iat', 'ver'],
      });
      return verifiedOf(payload);
    } catch (error) {
      throw error instanceof errors.JWTExpired ? expired() : invalidToken();
    }
  },
});
