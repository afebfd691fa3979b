import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, bundledPackages } from '../build/build.ts';
import { repositoryRoot } from '../paths.ts';
import { publishArea, retainAreas } from '../registry/publish.ts';
import { directoryStore } from '../store/directory-store.ts';
import { siteDir } from './site.ts';

const isArea = (name: string) => existsSync(path.join(repositoryRoot, name, 'area.json'));

/** Builds what changed and deploys every area of this checkout to the local site. */
export const deployLocally = async (onProgress: (line: string) => void) => {
  await build({ onProgress });
  const site = directoryStore(siteDir);
  const ids: string[] = [];
  for (const name of bundledPackages().filter(isArea)) {
    ids.push((await publishArea(site, path.join(repositoryRoot, name))).id);
  }
  await retainAreas(site, ids);
};

/** Builds the shell, for an installation whose areas are deployed apart. */
export const buildShell = async (onProgress: (line: string) => void) => {
  await build({ only: ['shell'], onProgress });
};
