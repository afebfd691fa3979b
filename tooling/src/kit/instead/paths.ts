import path from 'node:path';

/** The team's repository: commands run in its root. */
export const repositoryRoot = process.cwd();

export const cacheDir = path.join(repositoryRoot, 'node_modules', '.cache', 'readerlens-area');

export const watchedDist = (dir: string): string => path.join(cacheDir, 'watched', path.basename(dir));
