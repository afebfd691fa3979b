import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesUnder } from '../../webpack/files-under.ts';
import { repositoryRoot } from './paths.ts';

const lockNames = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'];

/** The lock file of the area, which may be that of a folder above it. */
const findLockFile = (dir: string): string | undefined => {
  const found = lockNames.map((name) => path.join(dir, name)).find(existsSync);
  const parent = path.dirname(dir);
  return found ?? (parent === dir ? undefined : findLockFile(parent));
};

/** A hash of the kit, whose version is the hash of its content, of files in `root`, and of the lock file. */
const hashInputs = (root: string, mode: string, files: readonly string[]): string => {
  const kit = path.join(import.meta.dirname, '..', 'package.json');
  const hash = createHash('sha256').update(mode).update(readFileSync(kit));
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  const lock = findLockFile(root);
  return hash.update(lock === undefined ? '' : readFileSync(lock)).digest('hex');
};

/** A hash of all inputs of the bundle of `dir` (relative to the repository). */
export const inputHash = (dir: string, mode: string): string => {
  const root = path.join(repositoryRoot, dir);
  return hashInputs(root, mode, filesUnder(root));
};

/** A hash of what bundles the sources of `dir`, without them. */
export const bundlerHash = (dir: string, mode: string): string => {
  const root = path.join(repositoryRoot, dir);
  return hashInputs(
    root,
    mode,
    ['package.json', 'webpack.config.ts'].map((name) => path.join(root, name)).filter(existsSync),
  );
};
