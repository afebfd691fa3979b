import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { repositoryRoot } from '../paths.ts';

type Dependencies = Readonly<Record<string, { readonly version: string }>>;

interface Lock {
  readonly importers: Readonly<
    Record<string, { readonly dependencies?: Dependencies; readonly devDependencies?: Dependencies }>
  >;
}

/** Finds the installed version of a library that one of these folders depends on, the first one that does. */
export const versionFinder = (folders: readonly string[]): ((name: string) => string) => {
  const lock = load(readFileSync(path.join(repositoryRoot, 'pnpm-lock.yaml'), 'utf8')) as Lock;
  return (name) => {
    for (const folder of folders) {
      const { dependencies, devDependencies } = lock.importers[folder] ?? {};
      const found = dependencies?.[name] ?? devDependencies?.[name];
      // Without its peers.
      if (found) return found.version.replace(/\(.*/, '');
    }
    throw new Error(`The lock file does not have ${name}.`);
  };
};
