import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, bundledPackages } from '../build/build.ts';
import { repositoryRoot, siteDir } from '../paths.ts';
import { publishArea, removeStaleAreas } from '../registry/publish.ts';
import { directoryStore } from '../store/directory-store.ts';

const isArea = (name: string) => existsSync(path.join(repositoryRoot, name, 'area.json'));

/** Builds the packages that changed and deploys every area of this checkout to the local store. */
export const deployLocally = async (onProgress: (line: string) => void, beside?: Promise<unknown>) => {
  await build({ onProgress, beside });
  const site = directoryStore(siteDir);
  const ids: string[] = [];
  for (const name of bundledPackages().filter(isArea)) {
    ids.push((await publishArea(site, path.join(repositoryRoot, name))).id);
  }
  await removeStaleAreas(site, ids);
};

/** Builds only the shell, for an installation whose areas are deployed separately. */
export const buildShell = async (onProgress: (line: string) => void) => {
  await build({ only: ['shell'], onProgress });
};
