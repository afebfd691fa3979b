import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AreaDescription, AreaManifest } from '@readerlens/contract/registry';
import { isContainerOf } from '../webpack/container-name.ts';
import type { FileList } from '../webpack/file-list-plugin.ts';
import { callShapesOf } from './area-calls.ts';
import { parseAreaDescription } from './area-description.ts';
import { damageIn } from './damage.ts';
import { DeployError } from './deploy-error.ts';

/** A build of an area, as it is about to be deployed. */
export interface AreaBuild {
  manifest: AreaManifest;
  /** Folder of the files. */
  dist: string;
  /** Every file, relative to `dist`. */
  files: string[];
}

const listName = 'files.json';

/** What the package in `dir` says of its area. Throws AreaDescriptionError, or DeployError `no-such-area`. */
export const readDescription = (dir: string): AreaDescription => {
  const file = path.join(dir, 'area.json');
  if (!existsSync(file)) throw new DeployError('no-such-area', `${dir} has no area.json, so it is no area.`);
  return parseAreaDescription(file, readFileSync(file, 'utf8'));
};

const readFileList = (dist: string): FileList => {
  const file = path.join(dist, listName);
  if (!existsSync(file))
    throw new DeployError('not-built', `${dist} has no ${listName}: the area is not built.`);
  const list = JSON.parse(readFileSync(file, 'utf8')) as Partial<FileList>;
  if (!list.container || !list.integrity || !list.initial || !list.consumes || !list.requires) {
    throw new DeployError(
      'not-built',
      `${file} was made by another version of the tooling. Build the area anew.`,
    );
  }
  return list as FileList;
};

const filesIn = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== listName)
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

const hashOf = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

const readIn = (dist: string) => async (file: string) => {
  const where = path.join(dist, file);
  return existsSync(where) ? readFile(where) : undefined;
};

/** Every file that the list names is there, as it was built, and every one that a page begins with is named. */
const assertWhole = async (dist: string, { initial, integrity }: FileList) => {
  const problems = [
    ...(await damageIn(integrity, readIn(dist))),
    ...[entry, ...initial].filter((file) => !(file in integrity)).map((file) => `${file} has no integrity`),
  ];
  if (problems.length === 0) return;
  throw new DeployError(
    'damaged-build',
    `The build in ${dist} is damaged: ${[...new Set(problems)].join('; ')}.`,
  );
};

/** A build under the id of another area would take that one's place. */
const assertOwn = (dir: string, { id }: AreaDescription, { container }: FileList) => {
  if (isContainerOf(id, container)) return;
  throw new DeployError(
    'damaged-build',
    `${path.join(dir, 'area.json')} says that the area is '${id}', but what is built is ${container}: ` +
      `give area.json and webpack.config.ts the same id, and build anew.`,
  );
};

/** What the shell drives an area by. */
const lifecycles = ['bootstrap', 'mount', 'unmount', 'update'];

const assertDrivable = (dir: string, { exposes }: FileList) => {
  const missing = exposes ? lifecycles.filter((name) => !exposes.includes(name)) : [];
  if (missing.length === 0) return;
  throw new DeployError(
    'damaged-build',
    `${path.join(dir, 'src', 'area.ts')} does not export ${missing.join(', ')}, by which the shell drives an area.`,
  );
};

const entry = 'remoteEntry.js';

/**
 * Reads the build of the package in `dir` (area.json, and `dist`) and describes it. `origin` is where the files will be
 * public when that is not the page's own origin. Throws AreaDescriptionError or DeployError.
 */
export const readBuild = async (
  dir: string,
  origin = '',
  dist = path.join(dir, 'dist'),
): Promise<AreaBuild> => {
  const description = readDescription(dir);
  const list = readFileList(dist);
  assertOwn(dir, description, list);
  assertDrivable(dir, list);
  await assertWhole(dist, list);
  const files = filesIn(dist);
  const scripts = files.filter((file) => file.endsWith('.js'));
  const calls = await callShapesOf(
    dir,
    scripts.map((file) => readFileSync(path.join(dist, file), 'utf8')),
  );
  const { container, integrity, consumes, requires, initial, takes } = list;
  const version = hashOf(container, integrity, description, requires, calls);
  const manifest: AreaManifest = {
    ...description,
    version,
    container,
    base: `${origin}/areas/${description.id}/${version}/`,
    entry,
    module: './area',
    preload: initial.filter((file) => file !== entry),
    consumes,
    integrity,
    requires,
    takes,
    calls,
  };
  return { manifest, dist, files };
};
