import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The prefix lets scanners for published secrets recognize it. */
const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

export const newApiSecret = (): string => newSecret('rls');
export const newDeploySecret = (): string => newSecret('rld');

/** A secret of 256 random bits needs no slow hash. */
export const apiSecretHash = sha256;
export const deploySecretHash = sha256;

/** Names a secret in access tokens, which end with it, without its hash. */
export const fingerprintSecret = (hash: string): string => sha256(hash).slice(0, 16);

/** Takes the same time whatever the secret is, and if there is none. */
export const isApiSecret = (hash: string | null | undefined, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash ?? sha256('')), Buffer.from(sha256(secret))) && typeof hash === 'string';
