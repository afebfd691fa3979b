import path from 'node:path';
import { cacheDir } from '../paths.ts';

/** The local deployment: registry.json and the areas' versions. */
export const siteDir = path.join(cacheDir, 'site');
