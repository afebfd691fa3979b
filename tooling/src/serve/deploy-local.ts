import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, bundledPackages } from '../build/build.ts';
import { repositoryRoot } from '../paths.ts';
import { publishArea, retainAreas } from '../registry/publish.ts';
import { siteDir } from './site.ts';

/** Builds what changed and deploys every area of this checkout to the local site. */
export const deployLocally = async (onProgress: (line: string) => void) => {
  await build({ onProgress });
  const areas = bundledPackages().filter((name) => existsSync(path.join(repositoryRoot, name, 'area.json')));
  const ids = areas.map((name) => publishArea(siteDir, path.join(repositoryRoot, name)).id);
  retainAreas(siteDir, ids);
};
