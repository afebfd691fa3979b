import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';
import type { Mode } from '../webpack/base.ts';
import { bundleScript } from '../workplace.ts';
import { clearBundleStamp } from './build.ts';
import type { Bundled } from './bundle-messages.ts';

const children: ChildProcess[] = [];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};

/** Ends the child process together with this one. */
const endWithParent = (child: ChildProcess) => {
  if (children.length === 0) {
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
    process.once('exit', stop);
  }
  children.push(child);
  return child;
};

interface Watcher {
  /** Production bundles, for pages of a deployed shell, go to `watchedDist`; others to `dist`. */
  mode?: Mode;
  /** Called after each successful build and each change of area.json. */
  onBuilt: () => Promise<void>;
  log: (line: string) => void;
}

/** Runs `onBuilt` calls one after another, and logs errors. */
const serialized = ({ onBuilt, log }: Watcher) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(onBuilt).catch((error: unknown) => log((error as Error).message));
    return last;
  };
};

/**
 * Bundles a package whenever its sources change. `name` is its folder relative to the checkout. Resolves after the first
 * build, successful or not.
 */
export const watchPackage = (name: string, watcher: Watcher): Promise<void> =>
  new Promise((resolve) => {
    const dir = path.join(repositoryRoot, name);
    const { mode = 'development' } = watcher;
    if (mode === 'development') clearBundleStamp(name);
    const publish = serialized(watcher);
    const child = endWithParent(fork(bundleScript, [mode, dir]));
    child.on('message', async ({ built }: Bundled) => {
      if (built) await publish();
      watcher.log(built ? `built ${path.basename(dir)}` : `${path.basename(dir)} has errors`);
      resolve();
    });
    child.once('exit', () => resolve());
    if (!existsSync(path.join(dir, 'area.json'))) return;
    watch(dir, (_event, file) => file === 'area.json' && void publish());
  });

const watched = [
  'api/src',
  'shared-contract/src',
  'shared-filters/src/model',
  'tooling/src/serve',
  'tooling/src/host',
];

/** Starts the development server, and restarts it when its own sources change. */
export const startDevServer = (environment: Record<string, string> = {}): void => {
  const flags = watched.map((dir) => `--watch-path=${path.join(repositoryRoot, dir)}`);
  const script = path.join(repositoryRoot, 'tooling', 'src', 'cli', 'start.ts');
  endWithParent(
    spawn(process.execPath, ['--watch-preserve-output', ...flags, script, '--dev'], {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    }),
  );
};
