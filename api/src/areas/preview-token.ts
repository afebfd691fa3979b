import { SignJWT, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { badRequest, forbidden } from '../platform/errors.ts';

/** A version of an area that stands somewhere without being deployed, as a signed link names it. */
export interface StagedVersion {
  area: string;
  version: string;
  /** Address of the folder with the version's files and its area.json; ends in '/'. */
  base: string;
  /** Subresource integrity (sha384) of that area.json. */
  integrity: string;
}

export interface Preview extends StagedVersion {
  expiresAt: Date;
}

const issuer = 'readerlens';
const audience = 'readerlens-preview';
const typ = 'preview+jwt';
const day = 86_400;
/** The longest that a preview link may be good for, in seconds. */
export const maxPreviewSeconds = 7 * day;

const patterns: Record<keyof StagedVersion, RegExp> = {
  area: /^[a-z][a-z0-9-]{0,39}$/,
  version: /^[A-Za-z0-9._-]{1,64}$/,
  base: /^https?:\/\/[^\s?#]+\/$/,
  integrity: /^sha384-[A-Za-z0-9+/]{64}$/,
};

/** Whether an address is written as a browser would write it, without a user's name in it. */
const isPlainAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { href, username, password } = new URL(text);
  return href === text && username === '' && password === '';
};

const stagedOf = (claims: Readonly<Record<string, unknown>>): StagedVersion | undefined => {
  const { area, version, base, integrity } = claims;
  const staged = { area, version, base, integrity } as StagedVersion;
  const fits = (Object.keys(patterns) as (keyof StagedVersion)[]).every((name) => {
    const value: unknown = claims[name];
    return typeof value === 'string' && patterns[name].test(value);
  });
  return fits && isPlainAddress(staged.base) ? staged : undefined;
};

/**
 * Signs a link to a staged version that is good for so many seconds from now. Throws RangeError for a lifetime over
 * seven days, TypeError for a version that could not be previewed.
 */
export const signPreview = async (
  key: Uint8Array,
  { area, version, base, integrity }: StagedVersion,
  seconds: number,
): Promise<string> => {
  if (!(seconds > 0 && seconds <= maxPreviewSeconds))
    throw new RangeError('A preview link is good for seven days at most.');
  const staged = stagedOf({ area, version, base, integrity });
  if (!staged) throw new TypeError('A preview needs an area, a version, an address and an integrity.');
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...staged })
    .setProtectedHeader({ alg: 'HS256', typ })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + Math.ceil(seconds))
    .sign(key);
};

const invalid = () => badRequest('This preview link is not valid.', 'invalid_token');
const expired = () => badRequest('This preview link has expired.', 'invalid_token');

const payloadOf = async (key: Uint8Array, token: string): Promise<JWTPayload> => {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ,
      requiredClaims: ['iat', 'exp'],
    });
    return payload;
  } catch (error) {
    throw error instanceof errors.JWTExpired ? expired() : invalid();
  }
};

/** How far the clocks of who signs and who verifies may be apart, in seconds. */
const clockTolerance = 60;

/** A link that is good for longer than is allowed is not ours, whoever signed it. */
const isWithinLimits = (iat: number, exp: number): boolean =>
  exp - iat <= maxPreviewSeconds && iat <= Date.now() / 1000 + clockTolerance;

/**
 * What a preview link stands for. `origins` are those that a staged version may be on. Throws 400 `invalid_token` for
 * a link that is forged, garbled or expired, 403 for one that leads to another origin.
 */
export const verifyPreview = async (
  key: Uint8Array,
  token: string,
  origins: readonly string[],
): Promise<Preview> => {
  const payload = await payloadOf(key, token);
  const { iat = 0, exp = Infinity } = payload;
  const staged = stagedOf(payload);
  if (!staged || !isWithinLimits(iat, exp)) throw invalid();
  const { origin } = new URL(staged.base);
  if (!origins.includes(origin)) throw forbidden(`Previews from ${origin} are not allowed here.`);
  return { ...staged, expiresAt: new Date(exp * 1000) };
};
