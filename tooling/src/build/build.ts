import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { cacheDir, repositoryRoot } from '../paths.ts';
import type { Mode } from '../webpack/base.ts';
import { inputHash } from '../webpack/inputs.ts';
import { bundleScript } from '../workplace.ts';
import { BuildError } from './build-error.ts';
import type { Bundled, BundleRequest } from './bundle-messages.ts';
import { shareWork } from './share-work.ts';

/** Folders of the packages that have a browser bundle: the shell first, then the areas. */
export const bundledPackages = (): string[] =>
  readdirSync(repositoryRoot)
    .filter((name) => existsSync(path.join(repositoryRoot, name, 'webpack.config.ts')))
    .sort((a, b) => Number(b === 'shell') - Number(a === 'shell') || a.localeCompare(b));

/** The name of a package outside the checkout is a relative path, which is not valid as a file name. */
const stampFile = (name: string, mode: Mode) =>
  path.join(cacheDir, 'build', `${name.replaceAll(/[^\w-]+/g, '_')}.${mode}`);

const isFresh = (name: string, mode: Mode, hash: string): boolean =>
  existsSync(path.join(repositoryRoot, name, 'dist', 'files.json')) &&
  existsSync(stampFile(name, mode)) &&
  readFileSync(stampFile(name, mode), 'utf8') === hash;

/** Marks the bundle of a package as stale, before another build overwrites it. */
export const clearBundleStamp = (name: string) => {
  for (const mode of ['production', 'development'] as const) rmSync(stampFile(name, mode), { force: true });
};

/**
 * Starts a process that bundles packages one after another: the second takes less time, because the bundler is loaded and
 * compiled by then.
 */
const startBundler = (mode: Mode) => {
  const child = fork(bundleScript, [mode]);
  return {
    bundle: (name: string) =>
      new Promise<void>((resolve, reject) => {
        const fail = () => reject(new BuildError(`Bundling ${name} failed; see the errors above.`));
        child.once('error', reject);
        child.once('exit', fail);
        child.once('message', ({ built }: Bundled) => {
          child.off('error', reject);
          child.off('exit', fail);
          if (built) resolve();
          else fail();
        });
        child.send({ dir: path.join(repositoryRoot, name) } satisfies BundleRequest);
      }),
    // It ends by itself once nobody can ask it anything.
    stop: () => child.connected && child.disconnect(),
  };
};

/** Two bundlers would leave the other work of this process too little of them, and it would end alone, on one. */
const fewCores = 2;

export interface BuildOptions {
  mode?: Mode;
  /** Folders of the packages to build, relative to the checkout; default: every package with a bundle. */
  only?: readonly string[];
  onProgress?: (line: string) => void;
  /** Other work of this process. On a machine with two cores, one package is bundled at a time until its end. */
  beside?: Promise<unknown> | undefined;
}

/** Builds the bundles whose inputs changed. Returns the names of the packages that were built. */
export const build = async ({
  mode = 'production',
  only = bundledPackages(),
  onProgress,
  beside,
}: BuildOptions = {}): Promise<string[]> => {
  const stale = only
    .map((name) => ({ name, hash: inputHash(name, mode) }))
    .filter(({ name, hash }) => !isFresh(name, mode, hash));
  let built = 0;
  const startWorker = () => {
    const bundler = startBundler(mode);
    const bundleStale = async ({ name, hash }: (typeof stale)[number]) => {
      const started = Date.now();
      // A team's area is the folder of the repository itself.
      const shown = name || path.basename(repositoryRoot);
      onProgress?.(`building ${shown}`);
      // Both modes share one output folder, and a failed run leaves no usable bundle.
      clearBundleStamp(name);
      await bundler.bundle(name);
      mkdirSync(path.dirname(stampFile(name, mode)), { recursive: true });
      writeFileSync(stampFile(name, mode), hash);
      built += 1;
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      onProgress?.(`built ${shown} in ${seconds} s, ${built} of ${stale.length}`);
    };
    return { work: bundleStale, stop: bundler.stop };
  };
  await shareWork(stale, startWorker, availableParallelism() > fewCores ? undefined : beside);
  return stale.map(({ name }) => name);
};
