import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { readConfig } from '@readerlens/api/config';
import { openStore } from '../store/open-store.ts';
import { callerDirectory } from './area-package.ts';
import type { Target } from './deploy.ts';
import { DeployError } from '../area/deploy-error.ts';
import { defaultStore } from '../workplace.ts';

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
  throw new DeployError('usage', 'Specify the store: --to TARGET, or AREAS_STORE.');
};

/** The deploy target: from the options, with defaults from the environment. */
export const readTarget = ({ to, channel, shell }: TargetOptions): Target => {
  const config = readConfig(process.env);
  return {
    store: storeAt(chooseStore(to ?? config.areas.store ?? defaultStore)),
    channel: readChannel(channel ?? config.areas.channel),
    shell: readAddress('--shell', shell) ?? config.publicUrl,
  };
};

/** The user who runs the command, for the registry's history. */
export const whoami = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return hostname();
  }
};
