import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from '../build/build.ts';
import { repositoryRoot } from '../paths.ts';
import { readDescription } from '../area/area-build.ts';
import { DeployError } from '../area/deploy-error.ts';

/** An area named in a command. */
export interface NamedArea {
  id: string;
  /** Its package folder, if it is available here; an area that is already deployed does not need one. */
  dir: string | undefined;
}

/** The folder in which the command was run: npm and pnpm change to the package folder first. */
export const callerDirectory = (): string => process.env.INIT_CWD ?? process.cwd();

const isArea = (dir: string) => existsSync(path.join(dir, 'area.json'));

const areasOfCheckout = (): string[] =>
  readdirSync(repositoryRoot)
    .map((name) => path.join(repositoryRoot, name))
    .filter(isArea);

/** Finds a package by folder name, area id or path. */
const findPackage = (name: string): string | undefined => {
  const own = areasOfCheckout();
  return (
    own.find((dir) => path.basename(dir) === name) ??
    own.find((dir) => readDescription(dir).id === name) ??
    [path.resolve(callerDirectory(), name)].find(isArea)
  );
};

const isId = (name: string) => /^[a-z][a-z0-9-]{0,39}$/.test(name);

/** Finds the area named by a command argument: a folder ('mf-review'), an id ('review') or a path to a package. */
export const findArea = (name: string): NamedArea => {
  const dir = findPackage(name);
  if (dir) return { id: readDescription(dir).id, dir };
  if (isId(name)) return { id: name, dir: undefined };
  throw noPackage(name);
};

/** All areas of this checkout. */
export const allAreas = (): NamedArea[] =>
  areasOfCheckout().map((dir) => ({ id: readDescription(dir).id, dir }));

const noPackage = (name: string) => {
  const known = areasOfCheckout().map((dir) => `${path.basename(dir)}, `);
  return new DeployError(
    'no-such-area',
    `Area '${name}' was not found. Use ${known.join('')}${known.length > 0 ? 'or ' : ''}a path to a package with an area.json.`,
  );
};

/** The package folder of an area. Throws DeployError if it is not available here. */
export const packageDir = ({ id, dir }: NamedArea): string => {
  if (dir) return dir;
  throw noPackage(id);
};

/** Builds a package. A package without webpack.config.ts has no sources; its existing build is used. */
export const buildPackage = async (dir: string, onProgress: (line: string) => void): Promise<void> => {
  if (!existsSync(path.join(dir, 'webpack.config.ts'))) return;
  await build({ only: [path.relative(repositoryRoot, dir)], onProgress });
};
