import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

export interface Secrets {
  /** Signs sessions. */
  readonly tokenKey: Uint8Array;
  /** Signs preview links: PREVIEW_SECRET itself if it is set, because deploy pipelines sign with it as well. */
  readonly previewKey: Uint8Array;
  /** The key of a feature. Another purpose has another key; the same one always has the same. */
  deriveKey(purpose: string): Uint8Array;
  /** Proves a user's identity to the support chat. */
  identityHash(userId: number): string;
}

/** Derives a key for each purpose from one secret; preview links may have a separate secret. */
export const secretsFrom = (secret: string, previewSecret?: string): Secrets => {
  const deriveKey = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `readerlens ${purpose}`, 32));
  const identityKey = deriveKey('support chat identity');
  return {
    tokenKey: deriveKey('session token'),
    previewKey: previewSecret ? new TextEncoder().encode(previewSecret) : deriveKey('preview link'),
    deriveKey,
    identityHash: (userId) => createHmac('sha256', identityKey).update(String(userId)).digest('hex'),
  };
};

/** The secret of an embedded installation: generated once, readable only by its owner. */
const storedSecret = (dataDir: string): string => {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    const unfinished = `${file}.new`;
    writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600 });
    renameSync(unfinished, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
};

/** The secrets of an installation. Without a configured secret, the data directory must exist. */
export const readSecrets = ({
  jwtSecret,
  dataDir,
  preview,
}: Pick<Config, 'jwtSecret' | 'dataDir' | 'preview'>): Secrets =>
  secretsFrom(jwtSecret ?? storedSecret(dataDir), preview.secret);
