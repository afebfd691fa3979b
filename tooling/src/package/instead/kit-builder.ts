import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Kit } from '../../host/kit-files.ts';
import { repositoryRoot } from '../../paths.ts';

/** A package has the area kit of its release. */
export const kitBuilder = () => async (): Promise<Kit> => {
  const folder = path.join(repositoryRoot, 'kit');
  const [name = ''] = readdirSync(folder);
  return { version: name.replace(/^kit-(.*)\.tgz$/, '$1'), file: path.join(folder, name) };
};
