import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The code of the kit is bundled into one folder of it, beside the script. */
export const bundleScript = path.join(import.meta.dirname, 'bundle.js');

/** A team's repository has no product that would serve it. */
export const defaultStore: string | undefined = undefined;
export const defaultStoreText = 'AREAS_STORE';

export const formatCommand = (name: string): string => `npx readerlens-area ${name.replace(/-remote$/, '')}`;

export const templates = path.join(import.meta.dirname, '..', 'templates');

export const sharedPackageFolders: readonly string[] = [path.join(import.meta.dirname, '..', 'node_modules')];

const manifest = path.join(import.meta.dirname, '..', 'package.json');

/** The hash at the end of the version in package.json, by which a product names it. */
export const kitVersion: string | undefined = (
  JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
).version.replace(/^.*-h/, '');
