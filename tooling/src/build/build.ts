import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inParallel } from '../in-parallel.ts';
import { cacheDir, repositoryRoot } from '../paths.ts';
import type { Mode } from '../webpack/base.ts';
import { inputHash } from '../webpack/inputs.ts';
import { bundleScript } from '../workplace.ts';
import { BuildError } from './build-error.ts';

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

const bundle = (name: string, mode: Mode): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundleScript, path.join(repositoryRoot, name), mode], {
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new BuildError(`Bundling ${name} failed; see the errors above.`)),
    );
  });

export interface BuildOptions {
  mode?: Mode;
  /** Folders of the packages to build, relative to the checkout; default: every package with a bundle. */
  only?: readonly string[];
  onProgress?: (line: string) => void;
}

/** Builds the bundles whose inputs changed. Returns the names of the packages that were built. */
export const build = async ({
  mode = 'production',
  only = bundledPackages(),
  onProgress,
}: BuildOptions = {}): Promise<string[]> => {
  const stale = only
    .map((name) => ({ name, hash: inputHash(name, mode) }))
    .filter(({ name, hash }) => !isFresh(name, mode, hash));
  await inParallel(stale, 2, async ({ name, hash }) => {
    const started = Date.now();
    // A team's area is the folder of the repository itself.
    const shown = name || path.basename(repositoryRoot);
    onProgress?.(`building ${shown}`);
    // Both modes share one output folder, and a failed run leaves no usable bundle.
    clearBundleStamp(name);
    await bundle(name, mode);
    mkdirSync(path.dirname(stampFile(name, mode)), { recursive: true });
    writeFileSync(stampFile(name, mode), hash);
    onProgress?.(`built ${shown} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  });
  return stale.map(({ name }) => name);
};
