// What differs between this checkout and a team's own repository. There, kit/instead/workplace.ts stands in place of this file.
import path from 'node:path';
import { siteDir } from './paths.ts';

/** The script that bundles a package in its own process. */
export const bundleScript = path.join(import.meta.dirname, 'build', 'bundle.ts');

/** The store of commands that name none, and what their usage says of it. */
export const defaultStore: string | undefined = siteDir;
export const defaultStoreText = "AREAS_STORE, else this checkout's own store";

/** How a command is run, by the name of its script. */
export const formatCommand = (name: string): string => `npm run ${name} --`;

/** How the product is started. */
export const startCommand: string = 'npm start';

/** Where the templates of a new area are: `area`, and `checkout` or `team` for what surrounds it. */
export const templates = path.join(import.meta.dirname, 'create', 'templates');

/** Folders that have the shared packages, if an area does not install them itself. */
export const sharedPackageFolders: readonly string[] = [];

/** The version of the area kit that runs; undefined in this checkout. */
export const kitVersion: string | undefined = undefined;
