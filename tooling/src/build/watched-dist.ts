import path from 'node:path';
import { cacheDir, repositoryRoot } from '../paths.ts';

/** Where the bundle of a package goes that is watched in production mode. `dir` is the package's folder. */
export const watchedDist = (dir: string): string =>
  path.join(cacheDir, 'watched', path.relative(repositoryRoot, dir).replaceAll(/[^\w-]+/g, '_'));
