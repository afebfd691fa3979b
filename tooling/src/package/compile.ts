import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

/** The modules for a checkout, and what stands in their place in a package. */
const insteadFolder = path.join(import.meta.dirname, 'instead');
const instead = new Map(
  [
    'api/src/platform/command-text.ts',
    'tooling/src/build/build.ts',
    'tooling/src/deploy/check-types.ts',
    'tooling/src/paths.ts',
    'tooling/src/serve/kit-builder.ts',
    'tooling/src/workplace.ts',
  ].map((file) => [path.join(repositoryRoot, file), path.join(insteadFolder, path.basename(file))]),
);

/** Where a formatted module names another file: an import, or the script of a thread. */
const references = /(^(?:import|export|\})[^'\n]* from |^import |\bimport\(\s*|\bnew URL\(\s*)'([^'\n]+)'/gm;

const isOwn = (name: string) => name.startsWith('@readerlens/');

/** The source that a module names; undefined if it is of a library, of Node, or no module. */
const findSource = (name: string, importer: string): string | undefined => {
  if (isOwn(name)) return createRequire(importer).resolve(name);
  return /^\.\.?\/.*\.ts$/.test(name) ? path.resolve(path.dirname(importer), name) : undefined;
};

const formatOutput = (file: string) => path.relative(repositoryRoot, file).replace(/\.ts$/, '.js');

const formatRelative = (from: string, to: string) => {
  const relative = path.relative(path.dirname(from), to).replaceAll(path.sep, '/');
  return relative.startsWith('.') ? relative : `./${relative}`;
};

/** The name of the library that an import names, without the path in it. */
const findLibrary = (kind: string, name: string): string | undefined =>
  kind.startsWith('new') || /^(\.|node:)/.test(name) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(name)![0];

/** A library, and a file that imports it. */
export type Libraries = Map<string, string>;

/**
 * Writes the modules that are reached from `entries` into `target` as JavaScript, each in the place that it has in the checkout. Lines
 * and columns stay, so that stacks name those of the sources. Returns the libraries that they import.
 */
export const compileModules = (entries: readonly string[], target: string): Libraries => {
  const libraries: Libraries = new Map();
  const sources = new Set(entries);
  // A set also visits what is added meanwhile.
  for (const file of sources) {
    const output = formatOutput(file);
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(
      references,
      (text, kind: string, name: string) => {
        const source = findSource(name, file);
        if (source === undefined) {
          const library = findLibrary(kind, name);
          if (library !== undefined) libraries.set(library, file);
          return text;
        }
        // What stands in the place of a module may import that module.
        const used = (file.startsWith(insteadFolder) ? undefined : instead.get(source)) ?? source;
        sources.add(used);
        return `${kind}'${formatRelative(output, formatOutput(used))}'`;
      },
    );
    mkdirSync(path.dirname(path.join(target, output)), { recursive: true });
    writeFileSync(path.join(target, output), code);
  }
  return libraries;
};
