import path from 'node:path';

/** Root folder of the checkout. */
export const repositoryRoot = path.resolve(import.meta.dirname, '..', '..');

/** Build outputs, caches and the local deployment; safe to delete. */
export const cacheDir = path.join(repositoryRoot, '.cache');

/** The local deployment: registry.json and the areas' versions. */
export const siteDir = path.join(cacheDir, 'site');

/** Output folder for a package in `dir` that is watched in production mode. */
export const watchedDist = (dir: string): string =>
  path.join(cacheDir, 'watched', path.relative(repositoryRoot, dir).replaceAll(/[^\w-]+/g, '_'));
