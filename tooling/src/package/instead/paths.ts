import path from 'node:path';

/** The folder of the package. Nothing writes to it. */
export const repositoryRoot = path.resolve(import.meta.dirname, '..', '..', '..', '..');

const dataDir = path.resolve(process.env['DATA_DIR']?.trim() || '.data');

export const cacheDir = path.join(dataDir, 'cache');

/** The areas of the package and those of the packages before, whose files open pages still load. */
export const siteDir = path.join(dataDir, 'areas');
