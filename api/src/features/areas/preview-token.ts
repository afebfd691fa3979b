import { previewInvalidMessage } from '@readerlens/contract/areas/messages';
import { SignJWT, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { maxPreviewSeconds } from '../../deadlines.ts';
import { badRequest, forbidden } from '../../platform/http/errors.ts';
import type { KeyRing } from '../../platform/secrets.ts';

/** A staged version of an area that is not deployed, as contained in a signed link. */
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

const patterns: Record<keyof StagedVersion, RegExp> = {
  area: /^[a-z][a-z0-9-]{0,39}$/,
  version: /^[A-Za-z0-9._-]{1,64}$/,
  base: /^https?:\/\/[^\s?#]+\/$/,
  integrity: /^sha384-[A-Za-z0-9+/]{64}$/,
};

/** Whether an address is in normalized form and contains no user name. */
const isPlainAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { href, username, password } = new URL(text);
  return href === text && username === '' && password === '';
};

const readStaged = (claims: Readonly<Record<string, unknown>>): StagedVersion | undefined => {
  const { area, version, base, integrity } = claims;
  const staged = { area, version, base, integrity } as StagedVersion;
  const fits = (Object.keys(patterns) as (keyof StagedVersion)[]).every((name) => {
    const value: unknown = claims[name];
    return typeof value === 'string' && patterns[name].test(value);
  });
  return fits && isPlainAddress(staged.base) ? staged : undefined;
};

/**
 * Signs a link to a staged version, valid for a number of seconds from now. Throws RangeError for a lifetime over
 * seven days, TypeError for a version that cannot be previewed.
 */
export const signPreview = async (
  key: Uint8Array,
  { area, version, base, integrity }: StagedVersion,
  seconds: number,
): Promise<string> => {
  if (!(seconds > 0 && seconds <= maxPreviewSeconds))
    throw new RangeError('A preview link is valid for seven days at most.');
  const staged = readStaged({ area, version, base, integrity });
  if (!staged) throw new TypeError('A preview requires area, version, address and integrity.');
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...staged })
    .setProtectedHeader({ alg: 'HS256', typ })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + Math.ceil(seconds))
    .sign(key);
};

const invalid = () => badRequest(previewInvalidMessage, 'invalid_token');
const expired = () => badRequest('This preview link has expired.', 'invalid_token');

const verifyPayload = async ([key, ...others]: KeyRing, token: string): Promise<JWTPayload> => {
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
    if (error instanceof errors.JWTExpired) throw expired();
    const [next, ...rest] = others;
    if (next === undefined) throw invalid();
    return verifyPayload([next, ...rest], token);
  }
};

/** Allowed difference between the clocks of signer and verifier, in seconds. */
const clockTolerance = 60;

/** A link that is valid for longer than allowed is refused, even with a valid signature. */
const isWithinLimits = (iat: number, exp: number): boolean =>
  exp - iat <= maxPreviewSeconds && iat <= Date.now() / 1000 + clockTolerance;

/**
 * Verifies a preview link and returns its version. `origins` are allowed for staged versions. Throws 400 `invalid_token` for
 * a link that is forged, malformed or expired, 403 for a link to another origin.
 */
export const verifyPreview = async (
  keys: KeyRing,
  token: string,
  origins: readonly string[],
): Promise<Preview> => {
  const payload = await verifyPayload(keys, token);
  const { iat = 0, exp = Infinity } = payload;
  const staged = readStaged(payload);
  if (!staged || !isWithinLimits(iat, exp)) throw invalid();
  const { origin } = new URL(staged.base);
  if (!origins.includes(origin)) throw forbidden(`Previews from ${origin} are not allowed here.`);
  return { ...staged, expiresAt: new Date(exp * 1000) };
};
