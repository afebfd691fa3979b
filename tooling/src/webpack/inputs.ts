import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { repositoryRoot } from '../paths.ts';
import { filesUnder } from './files-under.ts';
import { listLockedPackages } from './lock-file.ts';
import type { LockFile } from './lock-file.ts';

/** Folders of the packages that areas share with the shell. */
export const sharedPackages = ['shared-contract', 'shared-auth', 'shared-filters', 'shared-ui'];

const bundler = { folder: 'tooling', files: 'tooling/src/webpack' };

const readText = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

let lockFile: LockFile | undefined;

const readLockFile = () => (lockFile ??= load(readText('pnpm-lock.yaml')) as LockFile);

/**
 * The packages in the bundle of `dir` and those that build it, as the lock file has them. Another area's packages, or those of the
 * API and of the tests, are not among them: a change of these must not give an area a new version, which no browser has proven.
 */
export const listPackagesOfBundle = (dir: string, lock = readLockFile()): string[] => {
  const texts = filesUnder(path.join(repositoryRoot, bundler.files)).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const { dependencies = {} } = lock.importers[bundler.folder] ?? {};
  const names = Object.keys(dependencies).filter((name) => texts.some((text) => text.includes(`'${name}`)));
  return listLockedPackages(lock, {
    folders: [dir, ...sharedPackages],
    tools: { folder: bundler.folder, names },
  });
};

/** A hash of files, and of the packages in the bundle of `dir`. */
const hashInputs = (dir: string, mode: string, files: readonly string[]): string => {
  const hash = createHash('sha256').update(mode);
  for (const file of files) {
    hash.update(path.relative(repositoryRoot, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  for (const line of listPackagesOfBundle(dir)) hash.update(line).update('\0');
  return hash.digest('hex');
};

const listFiles = (folders: readonly string[]) =>
  folders.flatMap((folder) => filesUnder(path.join(repositoryRoot, folder)));

/** A hash of all inputs of the bundle of `dir` (relative to the repository). */
export const inputHash = (dir: string, mode: string): string =>
  hashInputs(dir, mode, listFiles([dir, ...sharedPackages, bundler.files]));

/** A hash of what bundles the sources of `dir`, without them: webpack's cache of another one is of no use. */
export const bundlerHash = (dir: string, mode: string): string =>
  hashInputs(dir, mode, [
    ...listFiles([bundler.files]),
    ...['package.json', 'webpack.config.ts']
      .map((name) => path.join(repositoryRoot, dir, name))
      .filter(existsSync),
  ]);
