import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

export interface Secrets {
  /** Signs sessions. */
  readonly tokenKey: Uint8Array;
  /** Signs preview links: PREVIEW_SECRET itself where it is set, because the pipeline that stages versions signs with it. */
  readonly previewKey: Uint8Array;
  /** Signs links to files. */
  readonly fileLinkKey: Uint8Array;
  /** Proves a user's identity to the support chat. */
  identityHash(userId: number): string;
}

/** Keys for each purpose, from one secret; preview links may have one of their own. */
export const secretsFrom = (secret: string, previewSecret?: string): Secrets => {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `readerlens ${purpose}`, 32));
  const identityKey = derive('support chat identity');
  return {
    tokenKey: derive('session token'),
    previewKey: previewSecret ? new TextEncoder().encode(previewSecret) : derive('preview link'),
    fileLinkKey: derive('file link'),
    identityHash: (userId) => createHmac('sha256', identityKey).update(String(userId)).digest('hex'),
  };
};

/** The secret of an embedded installation: made once, readable by its owner only. */
const keptSecret = (dataDir: string): string => {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    const unfinished = `${file}.new`;
    writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600 });
    renameSync(unfinished, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
};

/** The secrets of an installation. The data directory has to exist where there is no configured secret. */
export const readSecrets = ({
  jwtSecret,
  dataDir,
  preview,
}: Pick<Config, 'jwtSecret' | 'dataDir' | 'preview'>): Secrets =>
  secretsFrom(jwtSecret ?? keptSecret(dataDir), preview.secret);
