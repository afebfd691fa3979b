import { cpSync, readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import type { Libraries } from './compile.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** The folder of a library as a file finds it. Throws if it is not installed. */
const findFolder = (name: string, importer: string): string =>
  realpathSync(path.dirname(findPackageJSON(name, importer)!));

const listNeeded = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Manifest) => [
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
];

/** The folders of what a library depends on. What is optional is installed for this processor and system only. */
const listDependencies = (folder: string): [name: string, folder: string][] => {
  const manifest = readManifest(folder);
  const { optionalDependencies = {} } = manifest;
  const importer = path.join(folder, 'package.json');
  const names = new Set([...listNeeded(manifest), ...Object.keys(optionalDependencies)]);
  return [...names].flatMap((name): [string, string][] => {
    try {
      return [[name, findFolder(name, importer)]];
    } catch (error) {
      if (Object.hasOwn(optionalDependencies, name)) return [];
      throw error;
    }
  });
};

/** By its place in the package, the folder of the library that is copied there. */
type Places = Map<string, string>;

const formatPlace = (parent: string, name: string) => path.posix.join(parent, 'node_modules', name);

/** The library that Node finds from a place: beside it, or beside one of the folders above. */
const findPlaced = (places: Places, from: string, name: string): string | undefined => {
  const found = places.get(formatPlace(from, name));
  return found ?? (from === '.' ? undefined : findPlaced(places, path.posix.dirname(from), name));
};

/**
 * Gives each library a place as npm does: at the top, or, if another version is there, in the library that needs it. A package without
 * links survives every way of copying it.
 */
const choosePlaces = (libraries: Libraries): Places => {
  const places: Places = new Map();
  const add = (parent: string, name: string, folder: string) => {
    const found = findPlaced(places, parent, name);
    if (found === folder) return;
    if (found !== undefined && parent === '.') throw new Error(`${name} is installed twice for the server.`);
    places.set(formatPlace(found === undefined ? '.' : parent, name), folder);
  };
  for (const [name, importer] of libraries) add('.', name, findFolder(name, importer));
  // All dependencies of a library get their places before those of its dependencies, which look above.
  for (const [place, folder] of places)
    for (const [name, dependency] of listDependencies(folder)) add(place, name, dependency);
  return places;
};

const isNeeded = (file: string) => !/\.(d\.[cm]?ts|map)$/.test(file);

/** Copies libraries and all that they depend on, without declarations and source maps. */
export const copyLibraries = (libraries: Libraries, target: string): void => {
  for (const [place, folder] of choosePlaces(libraries)) {
    const nested = path.join(folder, 'node_modules');
    cpSync(folder, path.join(target, place), {
      recursive: true,
      dereference: true,
      filter: (file) => file !== nested && isNeeded(file),
    });
  }
};
