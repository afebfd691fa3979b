import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../platform/config.ts';
import type { Manifest } from './manifest.ts';

type Fingerprints = Manifest['secrets'];

/** What is lost with another secret than the one that the data was written with. */
const losses = {
  JWT_SECRET:
    'links in mails that were sent, such as those to download and to unsubscribe, no longer work, and the secrets of webhooks and the addresses of chat channels have to be entered again',
  PREVIEW_SECRET: 'preview links that were signed no longer work',
  OIDC_CLIENT_SECRET: 'signing in by the identity provider fails if it does not know the new one',
} as const;
type SecretName = keyof typeof losses;
const secretNames = Object.keys(losses) as SecretName[];

/** The secret that an embedded installation has generated. */
const readStoredSecret = (dataDir: string): string | undefined => {
  const file = path.join(dataDir, 'secret');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
};

const readValues = (config: Config): Record<SecretName, string | undefined> => ({
  JWT_SECRET: config.jwtSecret ?? readStoredSecret(config.dataDir),
  PREVIEW_SECRET: config.preview.secret,
  OIDC_CLIENT_SECRET: config.oidc?.clientSecret,
});

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

/** A sentence for each secret that is not the one of the backup. */
export const listChangedSecrets = ({ salt, fingerprints }: Fingerprints, config: Config): string[] => {
  const here = takeFingerprints(config, salt).fingerprints;
  return secretNames.flatMap((name) => {
    const expected = fingerprints[name];
    if (expected === undefined || here[name] === expected) return [];
    const isMissing = here[name] === undefined;
    const stored =
      name === 'JWT_SECRET' && !config.jwtSecret
        ? ' The old one is in the file `secret` of the old DATA_DIR, unless JWT_SECRET was set.'
        : '';
    return [`${name} is ${isMissing ? 'not set here' : 'another one'}: ${losses[name]}.${stored}`];
  });
};
