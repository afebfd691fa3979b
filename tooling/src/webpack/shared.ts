import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { sharedPackageFolders } from '../workplace.ts';

export interface SharedOptions {
  singleton: true;
  requiredVersion: string;
  version: string;
  import?: false;
}

/**
 * Packages that the shell provides once per page. A trailing slash shares the subpaths as well; otherwise every area
 * would bundle its own copy of `react/jsx-runtime` or `react-dom/client`.
 */
const singletons = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'react-router-dom',
  '@tanstack/react-query',
  'formik',
  'yup',
  'dayjs',
  '@readerlens/auth',
  '@readerlens/auth/react',
  '@readerlens/filters',
  '@readerlens/filters/dashboard',
  '@readerlens/filters/list',
  '@readerlens/filters/panel',
  '@readerlens/ui',
  '@readerlens/ui/charts',
];

export type SharedModules = Record<string, SharedOptions>;

const findPackageName = (request: string): string => {
  const parts = request.split('/');
  return request.startsWith('@') ? `${parts[0]}/${parts[1]}` : parts[0]!;
};

/** The version installed for the package in `dir`; ranges such as `catalog:` could not be checked. */
const readVersion = (dir: string, name: string): string | undefined => {
  const installed = createRequire(path.join(dir, 'package.json')).resolve.paths(name) ?? [];
  for (const base of [...installed, ...sharedPackageFolders]) {
    try {
      return (JSON.parse(readFileSync(path.join(base, name, 'package.json'), 'utf8')) as { version: string })
        .version;
    } catch {
      // Not in this node_modules folder; try the next one up.
    }
  }
  return undefined;
};

/** The `shared` option of module federation for the package in `dir`, as provider (shell) or consumer (area). */
export const sharedModules = (dir: string, side: 'provider' | 'consumer'): SharedModules =>
  Object.fromEntries(
    singletons.flatMap((request) => {
      const version = readVersion(dir, findPackageName(request));
      if (!version) return [];
      const options: SharedOptions = { singleton: true, requiredVersion: `^${version}`, version };
      return [[request, side === 'consumer' ? { ...options, import: false } : options]];
    }),
  );
