import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, KeysConfig } from './config.ts';

export const keyIdLength = 8;

/**
 * Reads the key of the hashes of erased readers, which never changes. Undefined if none is configured for a database server;
 * an embedded installation generates it when it is first needed.
 */
export type ErasureKey = () => Uint8Array | undefined;

/** The first key signs or encrypts; the others only verify or decrypt. */
export type KeyRing<Key = Uint8Array> = readonly [Key, ...Key[]];

/** Encrypts what is stored. */
export interface DataKey {
  /** What it encrypts names it. The same secret has the same id for each purpose. */
  readonly id: Uint8Array;
  readonly key: Uint8Array;
}

export interface Secrets {
  /** Sign sessions. */
  readonly tokenKeys: KeyRing;
  /** Sign preview links: PREVIEW_SECRET itself if it is set, because deploy pipelines sign with it as well. */
  readonly previewKeys: KeyRing;
  readonly erasureKey: ErasureKey;
  /** The keys of a feature, for what is short-lived. Another purpose has other keys; the same one always has the same. */
  deriveKeys(purpose: string): KeyRing;
  /** The ids of the keys that encrypt what is stored. */
  readonly dataKeyIds: KeyRing;
  /** The keys that encrypt what is stored. */
  deriveDataKeys(purpose: string): KeyRing<DataKey>;
  /** The keys that sign links, which outlive sessions. */
  deriveLinkKeys(purpose: string): KeyRing;
  /** Proves a user's identity to the support chat, as long as the session with which it is given. */
  identityHash(userId: number): string;
}

export type SecretOptions = Partial<KeysConfig> & {
  readonly previewSecret?: string | undefined;
  readonly erasureKey?: ErasureKey;
};

const derive = (secret: string, purpose: string, bytes = 32): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `readerlens ${purpose}`, bytes));

const deriveId = (secret: string): Uint8Array => derive(secret, 'id of a key', keyIdLength);

/** The distinct ones, in the order of the arguments. */
const ringFrom = (first: string, others: readonly (string | undefined)[]): KeyRing<string> => [
  first,
  ...new Set(others.filter((each) => each !== undefined && each !== first) as string[]),
];

const mapRing = <Key>([first, ...others]: KeyRing<string>, map: (secret: string) => Key): KeyRing<Key> => [
  map(first),
  ...others.map(map),
];

/**
 * Derives a key for each purpose. Each secret derives the same keys, whichever setting it comes from: so a former JWT_SECRET
 * can be a DATA_KEY or LINK_KEY. Preview links may have a separate secret, and erasures always have.
 */
export const secretsFrom = (
  secret: string,
  {
    acceptedJwtSecret,
    dataKey,
    acceptedDataKeys = [],
    linkKey,
    acceptedLinkKeys = [],
    previewSecret,
    erasureKey = () => undefined,
  }: SecretOptions = {},
): Secrets => {
  const own = ringFrom(secret, [acceptedJwtSecret]);
  // What was encrypted or signed before there was a key for it stays valid.
  const data = ringFrom(dataKey ?? secret, [...acceptedDataKeys, ...own]);
  const links = ringFrom(linkKey ?? secret, [...acceptedLinkKeys, ...own]);
  const deriveFrom = (ring: KeyRing<string>, purpose: string) =>
    mapRing(ring, (each) => derive(each, purpose));
  const identityKey = derive(secret, 'support chat identity');
  return {
    tokenKeys: deriveFrom(own, 'session token'),
    previewKeys: previewSecret ? [new TextEncoder().encode(previewSecret)] : deriveFrom(own, 'preview link'),
    erasureKey,
    deriveKeys: (purpose) => deriveFrom(own, purpose),
    dataKeyIds: mapRing(data, deriveId),
    deriveDataKeys: (purpose) =>
      mapRing(data, (each) => ({ id: deriveId(each), key: derive(each, purpose) })),
    deriveLinkKeys: (purpose) => deriveFrom(links, purpose),
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
  Partial<Pick<Config, 'databaseUrl' | 'erasureKey' | 'keys'>>;

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
  secretsFrom(config.jwtSecret ?? readStored(config.dataDir, 'secret'), {
    ...config.keys,
    previewSecret: config.preview.secret,
    erasureKey: findErasureKey(config),
  });
