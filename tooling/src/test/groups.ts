import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheDir, repositoryRoot } from '../paths.ts';
import { budgets } from './budgets.ts';
import { chooseTurns } from './turns.ts';

export interface TestFile {
  /** Path relative to the repository. */
  readonly name: string;
  /** Rough CPU seconds, for groups of about the same duration. */
  readonly weight: number;
  /** Whether it replaces modules, or functions of the page, for all files that share them, so that it must be alone. */
  readonly isAlone: boolean;
}

/** Files that share one process and one set of modules. */
export interface Group {
  readonly name: string;
  readonly files: readonly TestFile[];
}

/** Of a file without an exception from the budget. Rendering costs more than a call of the API. */
const usualWeight = (name: string) => (name.endsWith('.tsx') ? 4 : 2);

const sumWeights = (files: readonly TestFile[]) => files.reduce((sum, { weight }) => sum + weight, 0);

const readPackageName = ({ name }: TestFile) => name.split('/')[0] ?? name;

/** Their groups load the whole server, or all components and charts. */
const withManyModules: readonly string[] = ['api', 'mf-analytics', 'shared-ui'];

/** Of a group. */
const chooseLimits = (file: TestFile) =>
  withManyModules.includes(readPackageName(file)) ? { files: 24, weight: 60 } : { files: 12, weight: 30 };

/** `.test.tsx` if its files need a DOM, else `.test.ts`: the environment of a group depends on its name. */
const chooseSuffix = ({ name }: TestFile) =>
  /\.(test\.tsx|dom\.test\.ts)$/.test(name) ? 'test.tsx' : 'test.ts';

const buildPoolName = (file: TestFile) => `${readPackageName(file)} ${chooseSuffix(file)}`;

const splitChunks = (files: readonly TestFile[]): TestFile[][] => {
  const chunks: TestFile[][] = [];
  for (const file of files) {
    const last = chunks.at(-1);
    const limits = chooseLimits(file);
    const fits =
      last &&
      !file.isAlone &&
      !last[0]?.isAlone &&
      last.length < limits.files &&
      sumWeights(last) + file.weight <= limits.weight;
    if (fits) last.push(file);
    else chunks.push([file]);
  }
  return chunks;
};

/**
 * Groups of at most 12 files, or 24 of packages with many modules: neighbors of a package that need the same environment, because they use the same
 * modules.
 * The same files make the same groups on every machine.
 */
export const planGroups = (files: readonly TestFile[]): Group[] => {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...new Set(sorted.map(buildPoolName))].flatMap((pool) =>
    splitChunks(sorted.filter((file) => buildPoolName(file) === pool)).map((chunk, index) => {
      const first = chunk[0]!;
      const number = String(index + 1).padStart(2, '0');
      return { name: `${readPackageName(first)}/${number}.${chooseSuffix(first)}`, files: chunk };
    }),
  );
};

// A file that cannot be loaded fails alone.
const formatEntry = ({ name }: TestFile) => `
describe(${JSON.stringify(name)}, () => {
  try {
    require(${JSON.stringify(path.join(repositoryRoot, name))});
  } catch (error) {
    it('loads', () => {
      throw error;
    });
  }
});
`;

/** The source of a group: a test file that requires its files, each in its own `describe`. */
export const groupSource = ({ files }: Group): string =>
  `// weight ${Math.ceil(sumWeights(files))}\n${files.map(formatEntry).join('')}`;

const testFile = /\.test\.tsx?$/;
const replacesForAll = /\bjest\.(mock|doMock|resetModules|isolateModules)\(|\bwatchPage\(/;

/** Files that run on one day of three, and have no turn on the day of this seed. */
export const listWaiting = (seed: number): string[] => {
  const turns = Object.entries(budgets.exceptions)
    .filter(([, { takesTurns }]) => takesTurns)
    .map(([name, { seconds }]) => ({ name, seconds }));
  const chosen = chooseTurns(turns, seed);
  return turns.map(({ name }) => name).filter((name) => !chosen.has(name));
};

const readTestFile = (name: string): TestFile => ({
  name,
  weight: budgets.exceptions[name]?.seconds ?? usualWeight(name),
  isAlone: replacesForAll.test(readFileSync(path.join(repositoryRoot, name), 'utf8')),
});

const isSkipped = (name: string) => name === 'node_modules' || name === 'dist';

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : filesBelow(name);
    return testFile.test(name) ? [name] : [];
  });

/** The folders of the packages with unit tests. */
const testedPackages = () =>
  readdirSync(repositoryRoot).filter((name) =>
    existsSync(path.join(repositoryRoot, name, 'jest.config.cjs')),
  );

const listFiles = (waiting: readonly string[]) =>
  testedPackages()
    .flatMap(filesBelow)
    .filter((name) => !waiting.includes(name));

/** Writes the groups of all test files of the repository but those that wait for their turn, and returns their folder. */
export const writeGroups = (waiting: readonly string[]): string => {
  const folder = path.join(cacheDir, 'groups');
  rmSync(folder, { recursive: true, force: true });
  for (const name of testedPackages()) mkdirSync(path.join(folder, name), { recursive: true });
  for (const group of planGroups(listFiles(waiting).map(readTestFile)))
    writeFileSync(path.join(folder, group.name), groupSource(group));
  return folder;
};
