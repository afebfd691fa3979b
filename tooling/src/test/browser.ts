import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

// The headless shell first: it has no browser window to paint, so tests take a third less CPU time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'msedge',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A browser that is already installed. */
const installed = (): string | undefined => {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((dir) => names.map((name) => path.join(dir, name)));
  return [process.env.CHROMIUM ?? '', ...onPath, ...places].find((file) => file !== '' && existsSync(file));
};

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 600_000 }).status === 0;

/** Playwright's Chromium, downloaded if necessary; undefined if that fails. */
const fromPlaywright = (): string | undefined => {
  const require = createRequire(path.join(repositoryRoot, 'e2e', 'package.json'));
  const { chromium } = require('@playwright/test') as { chromium: { executablePath: () => string } };
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  run(process.execPath, [require.resolve('@playwright/test/cli'), 'install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
};

/** Chromium from Debian's package; undefined if this process cannot install it. */
const fromDebian = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined;
  run('apt-get', ['update', '-qq']);
  const install = (name: string) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
  // Older releases have no package of the headless shell.
  if (!install('chromium-headless-shell')) install('chromium');
  return installed();
};

/** The path of a Chromium for the browser tests: installed, else Playwright's, else Debian's. */
export const ensureBrowser = async (): Promise<string> => {
  const found = installed() ?? fromPlaywright() ?? fromDebian();
  if (!found)
    throw new Error(
      'No Chromium could be found or installed. Install Chromium or Chrome, or set CHROMIUM to its path.',
    );
  return found;
};
