import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import type { Command } from '@readerlens/api/command';
import { openStore } from '../store/open-store.ts';
import { callerDirectory } from './area-package.ts';
import type { Target } from './deploy.ts';
import { DeployError } from '../area/deploy-error.ts';
import { defaultStore } from '../workplace.ts';

type ReadConfig = Command['readConfig'];

/** Options of a command that select the deploy target. */
interface TargetOptions {
  to?: string | undefined;
  channel?: string | undefined;
  shell?: string | undefined;
}

const webAddress = (option: string, text: string): string => {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/(?<!\/)\/+$/, '');
  throw new DeployError('usage', `${option} must be an address that starts with http:// or https://.`);
};

/** The address in an option, without a trailing slash. */
export const readAddress = (option: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : webAddress(option, text);

const readChannel = (text: string): string => {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new DeployError('usage', '--channel must be a name of lowercase letters, digits and hyphens.');
};

/** Parses the `--port` option. */
export const readPort = (text: string): number => {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new DeployError('usage', '--port must be a whole number from 1 to 65535.');
};

const storeAt = (target: string) =>
  openStore(target.startsWith('s3:') ? target : path.resolve(callerDirectory(), target));

const chooseStore = (target: string | undefined): string => {
  if (target !== undefined) return target;
  throw new DeployError(
    'usage',
    `Specify the store: --to TARGET, or AREAS_STORE. Without access to it, set ${tokenVariable}.`,
  );
};

/** The deploy target: from the options, with defaults from the environment. */
export const readTarget = ({ to, channel, shell }: TargetOptions, readConfig: ReadConfig): Target => {
  const config = readConfig();
  return {
    store: storeAt(chooseStore(to ?? config.areas.store ?? defaultStore)),
    channel: readChannel(channel ?? config.areas.channel),
    shell: readAddress('--shell', shell) ?? config.publicUrl,
  };
};

/** The environment variable with the secret of a deploy token; not an option, because others can see those. */
export const tokenVariable = 'READERLENS_DEPLOY_TOKEN';

/** A product that deploys by a token, instead of a store. */
export interface TokenTarget {
  shell: string;
  token: string;
}

/**
 * The product to deploy through, if there is a token and no store is given. Throws DeployError for options that only access to
 * the store has.
 */
export const readTokenTarget = (
  values: TargetOptions & { base?: string | undefined; force?: boolean | undefined },
  readConfig: ReadConfig,
): TokenTarget | undefined => {
  const token = process.env[tokenVariable]?.trim();
  if (!token || values.to !== undefined) return undefined;
  const unusable = (['channel', 'base', 'force'] as const).find((name) => values[name] !== undefined);
  if (unusable)
    throw new DeployError(
      'usage',
      `--${unusable} needs access to the store; with ${tokenVariable}, use none.`,
    );
  return { shell: readAddress('--shell', values.shell) ?? readConfig().publicUrl, token };
};

/** The user who runs the command, for the registry's history. */
export const whoami = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return hostname();
  }
};
