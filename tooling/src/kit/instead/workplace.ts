import path from 'node:path';

/** The code of the kit is bundled into one folder of it, beside the script. */
export const bundleScript = path.join(import.meta.dirname, 'bundle.js');

/** A team's repository has no product that would serve it. */
export const defaultStore: string | undefined = undefined;
export const defaultStoreText = 'AREAS_STORE';

export const formatCommand = (name: string): string => `npx readerlens-area ${name.replace(/-remote$/, '')}`;

export const templates = path.join(import.meta.dirname, '..', 'templates');

export const sharedPackageFolders: readonly string[] = [path.join(import.meta.dirname, '..', 'node_modules')];
