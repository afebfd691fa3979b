import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';
import type { Mode } from '../webpack/base.ts';
import { forgetBundle } from './build.ts';

const children: ChildProcess[] = [];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};

/** A process that ends with this one. */
const follow = (child: ChildProcess) => {
  if (children.length === 0) {
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
    process.once('exit', stop);
  }
  children.push(child);
  return child;
};

interface Watcher {
  /** Production is for the pages of a deployed shell; its bundle goes to `watchedDist`, else to `dist`. */
  mode?: Mode;
  /** Called after each good build, and when area.json has changed. */
  onBuilt: () => Promise<void>;
  say: (line: string) => void;
}

/** The next call waits for the one before; what goes wrong is told, and what was there before stays. */
const oneByOne = ({ onBuilt, say }: Watcher) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(onBuilt).catch((error: unknown) => say((error as Error).message));
    return last;
  };
};

/**
 * Bundles a package whenever its sources change. `name` is its folder from the checkout's. Resolves
 * after the first bundle, good or not.
 */
export const watchPackage = (name: string, watcher: Watcher): Promise<void> =>
  new Promise((resolve) => {
    const dir = path.join(repositoryRoot, name);
    const { mode = 'development' } = watcher;
    if (mode === 'development') forgetBundle(name);
    const publish = oneByOne(watcher);
    const script = path.join(import.meta.dirname, 'bundle.ts');
    const child = follow(fork(script, [dir, mode, '--watch']));
    child.on('message', async ({ built }: { built: boolean }) => {
      if (built) await publish();
      watcher.say(built ? `built ${path.basename(dir)}` : `${path.basename(dir)} has errors`);
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

/** The development server, started again when its own sources change. */
export const startDevServer = (environment: Record<string, string> = {}): void => {
  const flags = watched.map((dir) => `--watch-path=${path.join(repositoryRoot, dir)}`);
  const script = path.join(repositoryRoot, 'tooling', 'src', 'cli', 'start.ts');
  follow(
    spawn(process.execPath, ['--watch-preserve-output', ...flags, script, '--dev'], {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    }),
  );
};
