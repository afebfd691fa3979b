import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

/** `.git`: an area may have its own git repository. */
const skipped = new Set(['.git', 'node_modules', 'dist', 'testing']);

const filesUnder = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(path.join(dir, entry.name)) : [path.join(dir, entry.name)],
    )
    .sort();

/** Folders other than the package's own whose files affect its bundle. */
const sharedInputs = ['shared-contract', 'shared-auth', 'shared-filters', 'shared-ui', 'tooling/src/webpack'];

/** A hash of all inputs of the bundle of `dir` (relative to the repository). */
export const inputHash = (dir: string, mode: string): string => {
  const hash = createHash('sha256').update(mode);
  const files = [dir, ...sharedInputs].flatMap((d) => filesUnder(path.join(repositoryRoot, d)));
  for (const file of [...files, path.join(repositoryRoot, 'pnpm-lock.yaml')]) {
    hash.update(path.relative(repositoryRoot, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
};
