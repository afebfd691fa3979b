import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * Reads the key of the hashes of erased readers, which never changes. Undefined if none is configured for a database server;
 * an embedded installation generates it when it is first needed.
 */
export type ErasureKey = () => Uint8Array | undefined;

export interface Secrets {
  /** Signs sessions. */
  readonly tokenKey: Uint8Array;
  /** Signs preview links: PREVIEW_SECRET itself if it is set, because deploy pipelines sign with it as well. */
  readonly previewKey: Uint8Array;
  readonly erasureKey: ErasureKey;
  /** The key of a feature. Another purpose has another key; the same one always has the same. */
  deriveKey(purpose: string): Uint8Array;
  /** Proves a user's identity to the support chat. */
  identityHash(userId: number): string;
}

/** Derives a key for each purpose from one secret; preview links may have a separate secret, and erasures always have. */
export const secretsFrom = (
  secret: string,
  previewSecret?: string,
  erasureKey: ErasureKey = () => undefined,
): Secrets => {
  const deriveKey = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `readerlens ${purpose}`, 32));
  const identityKey = deriveKey('support chat identity');
  return {
    tokenKey: deriveKey('session token'),
    previewKey: previewSecret ? new TextEncoder().encode(previewSecret) : deriveKey('preview link'),
    erasureKey,
    deriveKey,
    identityHash: (userId) => createHmac('sha256', identityKey).update(String(userId)).digest('hex'),
  };
};

/** A secret of an embedded installation: generated once, readable only by its owner. */
const readStored = (dataDir: string, name: string): string => {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    const unfinished = `${file}.new`;
    writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600 });
    renameSync(unfinished, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
};

type SecretSettings = Pick<Config, 'dataDir' | 'jwtSecret' | 'preview'> &
  Partial<Pick<Config, 'databaseUrl' | 'erasureKey'>>;

export const findErasureKey =
  ({
    erasureKey,
    databaseUrl,
    dataDir,
  }: Pick<SecretSettings, 'databaseUrl' | 'dataDir' | 'erasureKey'>): ErasureKey =>
  () => {
    const text = erasureKey ?? (databaseUrl === undefined ? readStored(dataDir, 'erasure-key') : undefined);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };

/** The secrets of an installation. Without configured ones, the data directory must exist. */
export const readSecrets = (config: SecretSettings): Secrets =>
  secretsFrom(
    config.jwtSecret ?? readStored(config.dataDir, 'secret'),
    config.preview.secret,
    findErasureKey(config),
  );
