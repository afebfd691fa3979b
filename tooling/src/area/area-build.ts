import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BadgeCount } from '@readerlens/contract';
import type { AreaDescription, AreaManifest, CallShape } from '@readerlens/contract/registry';
import { isAreaContainer } from '../webpack/container-name.ts';
import type { FileList } from '../webpack/file-list-plugin.ts';
import { describeCallShapes, listOtherCalls } from './area-calls.ts';
import { shapeOfDefinition } from './contract/call-shapes.ts';
import { incompatibilities } from './contract/incompatibilities.ts';
import { parseAreaDescription } from './area-description.ts';
import { integrityProblems } from './integrity-problems.ts';
import { DeployError } from './deploy-error.ts';
import { readCommit } from './read-commit.ts';

/** A build of an area that is ready to deploy. */
export interface AreaBuild {
  manifest: AreaManifest;
  /** Folder of the files. */
  dist: string;
  /** Every file, relative to `dist`. */
  files: string[];
  /** Calls and addresses of the API in its scripts that its contract does not have. */
  otherCalls: string[];
}

const listName = 'files.json';

/** Reads area.json of the package in `dir`. Throws AreaDescriptionError, or DeployError `no-such-area`. */
export const readDescription = (dir: string): AreaDescription => {
  const file = path.join(dir, 'area.json');
  if (!existsSync(file))
    throw new DeployError('no-such-area', `${dir} has no area.json, so it is not an area.`);
  return parseAreaDescription(file, readFileSync(file, 'utf8'));
};

const readFileList = (dist: string): FileList => {
  const file = path.join(dist, listName);
  if (!existsSync(file))
    throw new DeployError('not-built', `${dist} has no ${listName}: the area has not been built.`);
  const list = JSON.parse(readFileSync(file, 'utf8')) as Partial<FileList>;
  if (!list.container || !list.integrity || !list.initial || !list.consumes || !list.requires) {
    throw new DeployError(
      'not-built',
      `${file} was written by another version of the tooling. Rebuild the area.`,
    );
  }
  return list as FileList;
};

const filesIn = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== listName)
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

const hashParts = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

const fileReader = (dist: string) => async (file: string) => {
  const location = path.join(dist, file);
  return existsSync(location) ? readFile(location) : undefined;
};

/** Throws unless every listed file is present and unmodified, and every initial file is listed. */
const assertComplete = async (dist: string, { initial, integrity }: FileList) => {
  const problems = [
    ...(await integrityProblems(integrity, fileReader(dist))),
    ...[entry, ...initial]
      .filter((file) => !(file in integrity))
      .map((file) => `${file} has no integrity hash`),
  ];
  if (problems.length === 0) return;
  throw new DeployError(
    'damaged-build',
    `The build in ${dist} is damaged: ${[...new Set(problems)].join('; ')}.`,
  );
};

/** A build with the id of another area would replace that area. */
const assertSameId = (dir: string, { id }: AreaDescription, { container }: FileList) => {
  if (isAreaContainer(id, container)) return;
  throw new DeployError(
    'damaged-build',
    `${path.join(dir, 'area.json')} has the id '${id}', but the build is ${container}: ` +
      `use the same id in area.json and webpack.config.ts, then rebuild.`,
  );
};

/** Functions that the shell calls on an area. */
const lifecycles = ['bootstrap', 'mount', 'unmount', 'update'];

const assertLifecycles = (dir: string, { exposes }: FileList) => {
  const missing = exposes ? lifecycles.filter((name) => !exposes.includes(name)) : [];
  if (missing.length === 0) return;
  throw new DeployError(
    'damaged-build',
    `${path.join(dir, 'src', 'area.ts')} does not export ${missing.join(', ')}, which the shell calls.`,
  );
};

/** What an area exposes besides itself: widgets, and functions for marks, which export one name more. */
const listParts = ({ widgets = [], marks = [] }: AreaDescription) => [
  ...widgets.map(({ name }) => ({
    name,
    file: `${name}.widget.ts`,
    exports: lifecycles as readonly string[],
  })),
  ...marks.map(({ name }) => ({ name, file: `${name}.marks.ts`, exports: [...lifecycles, 'marks'] })),
];

/** What the build does not expose would never load. */
const assertParts = (dir: string, description: AreaDescription, list: FileList) => {
  for (const { name, file, exports } of listParts(description)) {
    const built = list.widgets?.[name];
    const missing = built?.exposes ? exports.filter((each) => !built.exposes?.includes(each)).join(', ') : '';
    const problem = built ? missing && `does not export ${missing}` : 'is not in the build: rebuild the area';
    if (!problem) continue;
    throw new DeployError('damaged-build', `${path.join(dir, 'src', file)} ${problem}.`);
  }
};

const badgeCountAnswer = shapeOfDefinition({
  summary: '',
  tag: '',
  access: { kind: 'user' },
  data: BadgeCount,
}).answer!;

const listBadgeCalls = ({ navigation }: AreaDescription): string[] =>
  navigation.flatMap(({ badge }) => badge?.call ?? []);

/** A badge without a working count would silently never appear. */
const assertBadgeCalls = (
  dir: string,
  description: AreaDescription,
  calls: Readonly<Record<string, CallShape>>,
) => {
  for (const call of listBadgeCalls(description)) {
    const answer = calls[call]?.answer;
    if (answer && incompatibilities(answer, badgeCountAnswer).length === 0) continue;
    const problem = answer ? 'does not return { count }' : 'is not in the contract';
    throw new DeployError(
      'damaged-build',
      `${path.join(dir, 'area.json')} uses ${call} for a badge, which ${problem}.`,
    );
  }
};

const entry = 'remoteEntry.js';

const withoutEntry = (files: readonly string[]): string[] => files.filter((file) => file !== entry);

const listPartFiles = (description: AreaDescription, list: FileList): Record<string, string[]> =>
  Object.fromEntries(
    listParts(description).map(({ name }) => [name, withoutEntry(list.widgets?.[name]?.files ?? [])]),
  );

/**
 * Reads and describes the build of the package in `dir` (area.json and `dist`). `origin` is where the files will be
 * public if not on the page's own origin. Throws AreaDescriptionError or DeployError.
 */
export const readBuild = async (
  dir: string,
  origin = '',
  dist = path.join(dir, 'dist'),
): Promise<AreaBuild> => {
  const description = readDescription(dir);
  const list = readFileList(dist);
  assertSameId(dir, description, list);
  assertLifecycles(dir, list);
  assertParts(dir, description, list);
  await assertComplete(dist, list);
  const files = filesIn(dist);
  const scripts = files.filter((file) => file.endsWith('.js'));
  const texts = scripts.map((file) => readFileSync(path.join(dist, file), 'utf8'));
  const calls = await describeCallShapes(dir, texts, listBadgeCalls(description));
  assertBadgeCalls(dir, description, calls);
  const { container, integrity, consumes, requires, initial, takes, builtAt } = list;
  const commit = await readCommit(dir);
  const version = hashParts(container, integrity, description, requires, calls);
  const manifest: AreaManifest = {
    ...description,
    version,
    container,
    base: `${origin}/areas/${description.id}/${version}/`,
    entry,
    module: './area',
    preload: withoutEntry(initial),
    consumes,
    integrity,
    ...(description.widgets || description.marks ? { widgetFiles: listPartFiles(description, list) } : {}),
    requires,
    takes,
    calls,
    // Not in the hash: equal files are the same version, whenever they were built.
    ...(commit === undefined ? {} : { commit }),
    ...(builtAt === undefined ? {} : { builtAt }),
  };
  return { manifest, dist, files, otherCalls: await listOtherCalls(dir, texts) };
};
