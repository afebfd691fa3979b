import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from '../build/build.ts';
import { repositoryRoot } from '../paths.ts';
import { readDescription } from './area-build.ts';
import { DeployError } from './deploy-error.ts';

/** An area as a command names it. */
export interface NamedArea {
  id: string;
  /** Its package, when there is one here; an area that is deployed already needs none. */
  dir: string | undefined;
}

/** Where the command was called: npm and pnpm move to the package first. */
export const calledFrom = (): string => process.env.INIT_CWD ?? process.cwd();

const isArea = (dir: string) => existsSync(path.join(dir, 'area.json'));

const areasOfCheckout = (): string[] =>
  readdirSync(repositoryRoot)
    .map((name) => path.join(repositoryRoot, name))
    .filter(isArea);

/** The package that a folder's name, an area's id or a path stands for. */
const packageOf = (name: string): string | undefined => {
  const own = areasOfCheckout();
  return (
    own.find((dir) => path.basename(dir) === name) ??
    own.find((dir) => readDescription(dir).id === name) ??
    [path.resolve(calledFrom(), name)].find(isArea)
  );
};

const isId = (name: string) => /^[a-z][a-z0-9-]{0,39}$/.test(name);

/** The area that a command's argument names: a folder ('mf-review'), an id ('review') or a path to a package. */
export const findArea = (name: string): NamedArea => {
  const dir = packageOf(name);
  if (dir) return { id: readDescription(dir).id, dir };
  if (isId(name)) return { id: name, dir: undefined };
  throw noPackage(name);
};

const noPackage = (name: string) => {
  const known = areasOfCheckout().map((dir) => path.basename(dir));
  return new DeployError(
    'no-such-area',
    `There is no area '${name}' here. Name one of ${known.join(', ')}, or a path to a package with an area.json.`,
  );
};

/** The package of an area that is about to be built. Throws DeployError when there is none here. */
export const packageDir = ({ id, dir }: NamedArea): string => {
  if (dir) return dir;
  throw noPackage(id);
};

/** Builds a package, or takes the build that it came with: one without sources has no webpack.config.ts. */
export const buildPackage = async (dir: string, onProgress: (line: string) => void): Promise<void> => {
  if (!existsSync(path.join(dir, 'webpack.config.ts'))) return;
  await build({ only: [path.relative(repositoryRoot, dir)], onProgress });
};
