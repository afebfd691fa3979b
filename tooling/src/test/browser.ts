import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

// It has no browser window to paint, so tests take a third to a half less CPU time than in a full Chromium.
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const fullNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'msedge',
];
const fullPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const onPath = (names: readonly string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((dir) => names.map((name) => path.join(dir, name)))
    .find((file) => existsSync(file));

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 600_000 }).status === 0;

const require = createRequire(path.join(repositoryRoot, 'e2e', 'package.json'));

/** Where Playwright keeps its full Chromium, installed or not. */
const playwrightPath = (): string => {
  const { chromium } = require('@playwright/test') as { chromium: { executablePath: () => string } };
  return chromium.executablePath();
};

/** Playwright's headless shell, if it is installed: in the folder beside the full Chromium of the same revision. */
const playwrightShell = (): string | undefined => {
  const folder = /^.*[/\\]chromium-\d+/.exec(playwrightPath())?.[0];
  if (!folder) return undefined;
  const shellFolder = folder.replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1');
  if (!existsSync(shellFolder)) return undefined;
  const names = shellNames.flatMap((name) => [name, `${name}.exe`]);
  return readdirSync(shellFolder)
    .flatMap((platform) => names.map((name) => path.join(shellFolder, platform, name)))
    .find((file) => existsSync(file));
};

/** Playwright's full Chromium, downloaded if necessary; undefined if that fails. */
const playwrightChromium = (): string | undefined => {
  const file = playwrightPath();
  if (!existsSync(file))
    run(process.execPath, [require.resolve('@playwright/test/cli'), 'install', 'chromium']);
  return existsSync(file) ? file : undefined;
};

/** Installs a package of Debian. Returns false if this process cannot. */
const installFromDebian = (name: string): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false;
  run('apt-get', ['update', '-qq']);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
};

/** Older releases of Debian have no such package. */
const debianShell = () => (installFromDebian('chromium-headless-shell') ? onPath(shellNames) : undefined);

const fullChromium = () => onPath(fullNames) ?? fullPlaces.find((file) => existsSync(file));

const debianChromium = () => (installFromDebian('chromium') ? fullChromium() : undefined);

/** The browser that the environment asks for. */
const requested = (): string | undefined => {
  const file = process.env.CHROMIUM;
  return file && existsSync(file) ? file : undefined;
};

/**
 * The path of a Chromium for the browser tests: the requested one, else a headless shell, else a full Chromium. Of each,
 * an installed one comes first.
 */
export const ensureBrowser = async (): Promise<string> => {
  const found =
    requested() ??
    onPath(shellNames) ??
    playwrightShell() ??
    debianShell() ??
    fullChromium() ??
    playwrightChromium() ??
    debianChromium();
  if (!found)
    throw new Error(
      'No Chromium could be found or installed. Install Chromium or Chrome, or set CHROMIUM to its path.',
    );
  return found;
};
