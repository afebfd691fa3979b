import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT, calculateJwkThumbprint, exportJWK } from 'jose';
import type { JWK } from 'jose';
import { areaBackendTokenSeconds } from '../../../deadlines.ts';
import type { Session } from '../../../people/session.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** What stands before the 32 bytes of an Ed25519 key in PKCS 8: RFC 8410. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

const readPrivateKey = (key: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, key]), format: 'der', type: 'pkcs8' });

const readPublicKey = async (privateKey: KeyObject): Promise<JWK & { readonly kid: string }> => {
  const jwk = await exportJWK(createPublicKey(privateKey));
  return { ...jwk, use: 'sig', alg: 'EdDSA', kid: await calculateJwkThumbprint(jwk) };
};

export interface BackendTokens {
  /** The keys that backends check tokens with, as a JSON Web Key Set: also that of an accepted secret, with which another process may sign. */
  readKeys(): Promise<{ keys: JWK[] }>;
  /** Tells the backend of an area who calls it. Valid for a minute, and for no other area. */
  sign(area: string, session: Session): Promise<string>;
  /**
   * Lets the product itself tell the backend of an area about readers. Valid for a minute. The audience is another one, so that neither
   * token passes for the other.
   */
  signNotice(area: string): Promise<string>;
}

/** All servers of an installation have the same key, which is derived from its secret. */
export const createBackendTokens = (secrets: Pick<Secrets, 'deriveKeys'>, issuer: string): BackendTokens => {
  const [signing, ...accepted] = secrets.deriveKeys('area backends');
  const privateKey = readPrivateKey(signing);
  const signFor = async (audience: string, token: SignJWT): Promise<string> => {
    const { kid } = await readPublicKey(privateKey);
    return token
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${areaBackendTokenSeconds} seconds`)
      .sign(privateKey);
  };
  return {
    readKeys: async () => ({
      keys: await Promise.all([privateKey, ...accepted.map(readPrivateKey)].map(readPublicKey)),
    }),
    sign(area, { user, role, claims, scope, blinded, impersonator }) {
      const own = claims.filter((claim) => claim.startsWith(`area:${area}:`));
      const clients = scope.clientIds === 'all' ? 'all' : scope.clientIds.map(String);
      const actor = impersonator ? { act: { sub: String(impersonator.id) } } : {};
      const token = new SignJWT({ role, claims: own, clients, blinded, ...actor });
      return signFor(`area:${area}`, token.setSubject(String(user.id)));
    },
    signNotice: (area) => signFor(`area:${area}:personal-data`, new SignJWT({})),
  };
};
