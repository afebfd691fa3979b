import path from 'node:path';

/** The folder of the checkout. */
export const repositoryRoot = path.resolve(import.meta.dirname, '..', '..');

/** Where builds, caches and the local deployment live; safe to delete. */
export const cacheDir = path.join(repositoryRoot, '.cache');
