import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../platform/config.ts';
import type { Manifest } from './manifest.ts';

type Fingerprints = Manifest['secrets'];

/** What is lost with another secret than the one that the data was written with. */
const losses = {
  JWT_SECRET: 'preview links that were signed without a PREVIEW_SECRET no longer work',
  DATA_KEY:
    'the secrets of webhooks, the addresses of chat channels and the values of restricted readers cannot be read. Add the old one, or the JWT_SECRET of then if it was not set, to DATA_KEY_ACCEPTED',
  LINK_KEY:
    'links in mails that were sent, such as those to download and to unsubscribe, no longer work. Add the old one, or the JWT_SECRET of then if it was not set, to LINK_KEY_ACCEPTED if they shall',
  PREVIEW_SECRET: 'preview links that were signed no longer work',
  ERASURE_KEY: 'imports and uploads are refused if readers were erased',
  OIDC_CLIENT_SECRET: 'signing in by the identity provider fails if it does not know the new one',
} as const;
type SecretName = keyof typeof losses;
const secretNames = Object.keys(losses) as SecretName[];

/** What an embedded installation generates, in its data directory. */
const generated: Partial<Record<SecretName, string>> = { JWT_SECRET: 'secret', ERASURE_KEY: 'erasure-key' };

const readGenerated = (dataDir: string, name: SecretName): string | undefined => {
  const file = path.join(dataDir, generated[name] ?? '');
  return generated[name] !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
};

const readValues = (config: Config): Record<SecretName, string | undefined> => {
  const find = (name: SecretName, set: string | undefined) =>
    set ?? (config.databaseUrl === undefined ? readGenerated(config.dataDir, name) : undefined);
  const jwtSecret = find('JWT_SECRET', config.jwtSecret);
  return {
    JWT_SECRET: jwtSecret,
    // Without a key of its own, it is derived from JWT_SECRET.
    DATA_KEY: config.keys.dataKey ?? jwtSecret,
    LINK_KEY: config.keys.linkKey ?? jwtSecret,
    PREVIEW_SECRET: config.preview.secret,
    ERASURE_KEY: find('ERASURE_KEY', config.erasureKey),
    OIDC_CLIENT_SECRET: config.oidc?.clientSecret,
  };
};

/** Slow on purpose, so that whoever has a backup cannot try many secrets. */
const fingerprint = (value: string, salt: string): string => scryptSync(value, salt, 32).toString('hex');

export const takeFingerprints = (config: Config, salt = randomBytes(16).toString('hex')): Fingerprints => ({
  salt,
  fingerprints: Object.fromEntries(
    Object.entries(readValues(config)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, fingerprint(value, salt)] as const],
    ),
  ),
});

/** Values that are as good as the one of a backup. */
const listAccepted = ({ keys, jwtSecret }: Config, name: SecretName): string[] => {
  const own = [jwtSecret, keys.acceptedJwtSecret].filter((value) => value !== undefined);
  if (name === 'DATA_KEY') return [...keys.acceptedDataKeys, ...own];
  if (name === 'LINK_KEY') return [...keys.acceptedLinkKeys, ...own];
  return [];
};

/** Backups of earlier versions have no fingerprint of what was derived from JWT_SECRET. */
const findExpected = (fingerprints: Fingerprints['fingerprints'], name: SecretName): string | undefined =>
  fingerprints[name] ?? (name === 'DATA_KEY' || name === 'LINK_KEY' ? fingerprints['JWT_SECRET'] : undefined);

/** A sentence for each secret that is not the one of the backup. */
export const listChangedSecrets = ({ salt, fingerprints }: Fingerprints, config: Config): string[] => {
  const here = takeFingerprints(config, salt).fingerprints;
  return secretNames.flatMap((name) => {
    const expected = findExpected(fingerprints, name);
    if (expected === undefined || here[name] === expected) return [];
    if (listAccepted(config, name).some((value) => fingerprint(value, salt) === expected)) return [];
    const isMissing = here[name] === undefined;
    const file = generated[name];
    const place =
      file && isMissing
        ? ` If it was not set, the old one is in the file \`${file}\` of the old DATA_DIR: copy it before the product starts.`
        : '';
    return [`${name} is ${isMissing ? 'not set here' : 'another one'}: ${losses[name]}.${place}`];
  });
};
