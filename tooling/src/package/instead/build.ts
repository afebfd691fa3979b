import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot, siteDir } from '../../paths.ts';

/** The folders in which a package has the bundles of shell and areas. */
export const bundledPackages = (): string[] =>
  readdirSync(repositoryRoot).filter((name) => existsSync(path.join(repositoryRoot, name, 'dist')));

/** All bundles of a package are built. The folder of the data is its owner's only, also if areas come into it first. */
export const build = async (): Promise<string[]> => {
  mkdirSync(path.dirname(siteDir), { recursive: true, mode: 0o700 });
  return [];
};
