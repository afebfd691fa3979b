import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { sharedPackageFolders } from '../workplace.ts';

export interface SharedOptions {
  singleton: true;
  requiredVersion: string;
  version: string;
  import?: false | string;
  /** What it is called at run time, unless as it is requested. */
  shareKey?: string;
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
  '@readerlens/ui/base',
  '@readerlens/ui/charts',
  '@readerlens/ui/forms',
];

/**
 * Packages that the shell has in parts, by the request for the whole one, which nothing makes. Areas that were built before have
 * the whole one; newer areas get the parts from a module that stands in its place.
 */
const wholes: Readonly<Record<string, string>> = { '@readerlens/ui/whole': '@readerlens/ui' };

/** The module that stands for a package that the shell has in parts, in the bundle of an area. */
export const partsAlias = { '@readerlens/ui$': '@readerlens/ui/from-shell' };

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

const formatOptions = (version: string): SharedOptions => ({
  singleton: true,
  requiredVersion: `^${version}`,
  version,
});

/** Only provided. With its file in place of a request, federation leaves the imports of the package as they are. */
const provideWholes = (dir: string): SharedModules =>
  Object.fromEntries(
    Object.entries(wholes).flatMap(([request, shareKey]) => {
      const version = readVersion(dir, shareKey);
      if (!version) return [];
      const file = createRequire(path.join(dir, 'package.json')).resolve(shareKey);
      return [[request, { ...formatOptions(version), import: file, shareKey }]];
    }),
  );

/** The `shared` option of module federation for the package in `dir`, as provider (shell) or consumer (area). */
export const sharedModules = (dir: string, side: 'provider' | 'consumer'): SharedModules => {
  const modules = singletons.flatMap((request): [string, SharedOptions][] => {
    const version = readVersion(dir, findPackageName(request));
    if (!version) return [];
    const options = formatOptions(version);
    return [[request, side === 'consumer' ? { ...options, import: false } : options]];
  });
  return { ...Object.fromEntries(modules), ...(side === 'provider' ? provideWholes(dir) : {}) };
};

/** The version of each package that a provider has, by its name at run time. */
export const listProvided = (shared: SharedModules): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shared)
      .filter(([, option]) => option.import !== false)
      .map(([request, { shareKey = request, version }]) => [shareKey, version]),
  );
