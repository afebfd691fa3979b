import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { readConfig } from '@readerlens/api';
import { siteDir } from '../serve/site.ts';
import { openStore } from '../store/open-store.ts';
import { calledFrom } from './area-package.ts';
import type { Target } from './deploy.ts';
import { DeployError } from './deploy-error.ts';

/** What a command says of where it deploys to. */
interface GivenTarget {
  to?: string | undefined;
  channel?: string | undefined;
  shell?: string | undefined;
}

const webAddress = (option: string, text: string): string => {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new DeployError('usage', `${option} must be an address that begins with http:// or https://.`);
};

/** An address that an option holds, without a slash at its end. */
export const addressOf = (option: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : webAddress(option, text);

const channelOf = (text: string): string => {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new DeployError('usage', '--channel must be a name of lower-case letters, digits and hyphens.');
};

/** The port that an option names. */
export const portOf = (text: string): number => {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new DeployError('usage', '--port must be a whole number from 1 to 65535.');
};

const storeAt = (target: string) =>
  openStore(target.startsWith('s3:') ? target : path.resolve(calledFrom(), target));

/** Where a command deploys to: what it says, else what the environment says of the installation. */
export const targetOf = ({ to, channel, shell }: GivenTarget): Target => {
  const config = readConfig(process.env);
  return {
    store: storeAt(to ?? config.areas.store ?? siteDir),
    channel: channelOf(channel ?? config.areas.channel),
    shell: addressOf('--shell', shell) ?? config.publicUrl,
  };
};

/** Who runs the command, for the history of a registry. */
export const whoami = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return hostname();
  }
};
