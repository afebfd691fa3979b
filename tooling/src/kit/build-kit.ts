import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as tar from 'tar';
import type { Kit } from '../host/kit-files.ts';
import { cacheDir, repositoryRoot } from '../paths.ts';
import { buildArguments, findCompiler } from '../typescript.ts';
import { filesUnder } from '../webpack/files-under.ts';
import { sharedPackages } from '../webpack/inputs.ts';
import { templates } from '../workplace.ts';
import { bundleCode } from './bundle-code.ts';
import { mapDeclarations, readManifest, writeSharedPackage } from './shared-package.ts';
import { versionFinder } from './versions.ts';

/** What an area needs and no code of the kit imports: the compiler, loaders that are named, and what runs tests. */
const otherDependencies = [
  '@jest/environment-jsdom-abstract',
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  'jest-environment-node',
  'jsdom',
  'swc-loader',
  'typescript',
];

const writeJson = (file: string, value: unknown) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Emits the declarations of the shared packages; those that have not changed since cost nothing. */
const emitDeclarations = () => {
  const args = [findCompiler(), ...buildArguments, ...sharedPackages];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The shared packages have type errors:\n${stdout}`);
};

/** The options of this checkout, for areas that are only checked, and where the shared packages are. */
const writeCompilerOptions = (target: string, folders: Readonly<Record<string, string>>) => {
  const base = JSON.parse(readFileSync(path.join(repositoryRoot, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: Record<string, unknown>;
  };
  const compilerOptions = {
    ...base.compilerOptions,
    lib: ['es2023', 'dom', 'dom.iterable'],
    composite: false,
    declaration: false,
    emitDeclarationOnly: false,
    noEmit: true,
    // Not beside the sources, where it would be one of them.
    tsBuildInfoFile: '${configDir}/node_modules/.cache/readerlens-area/types.tsbuildinfo',
    paths: Object.fromEntries(Object.entries(folders).flatMap((entry) => mapDeclarations(...entry))),
  };
  writeJson(path.join(target, 'tsconfig.json'), { compilerOptions });
};

const findVersion = versionFinder(['.', 'tooling', ...sharedPackages, 'api']);

const listLibraries = (code: ReadonlySet<string>) => {
  const shared = sharedPackages.flatMap((folder) => Object.keys(readManifest(folder).dependencies));
  const names = new Set([...code, ...shared, ...otherDependencies]);
  const libraries = [...names].filter((name) => !name.startsWith('@readerlens/')).sort();
  return Object.fromEntries(libraries.map((name) => [name, findVersion(name)]));
};

/** The templates of an area, with the versions of its libraries. */
const writeTemplates = (target: string) => {
  for (const name of ['area', 'team'])
    cpSync(path.join(templates, name), path.join(target, name), { recursive: true });
  const manifest = path.join(target, 'team', 'package.json.txt');
  const text = readFileSync(manifest, 'utf8');
  const isVersion = /"(?<name>[^"]+)": "catalog:"/g;
  writeFileSync(
    manifest,
    text.replaceAll(isVersion, (_, name: string) => `"${name}": "${findVersion(name)}"`),
  );
};

const hashFolder = (dir: string): string => {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(path.relative(dir, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 12);
};

/** Writes the files of the kit into `target`. Returns its version, the hash of what it has. */
const writeKit = async (target: string): Promise<string> => {
  emitDeclarations();
  const folders = Object.fromEntries(
    sharedPackages.map((folder) => [folder, path.posix.join('node_modules', readManifest(folder).name)]),
  );
  for (const [folder, place] of Object.entries(folders))
    await writeSharedPackage(folder, path.join(target, place));
  const code = await bundleCode(path.join(target, 'lib'));
  mkdirSync(path.join(target, 'bin'));
  writeFileSync(
    path.join(target, 'bin', 'readerlens-area.js'),
    "#!/usr/bin/env node\nimport '../lib/command.js';\n",
    { mode: 0o755 },
  );
  writeTemplates(path.join(target, 'templates'));
  cpSync(path.join(import.meta.dirname, '..', 'jest'), path.join(target, 'jest'), { recursive: true });
  writeCompilerOptions(target, folders);
  const manifest = {
    name: '@readerlens/area-kit',
    type: 'module',
    bin: { 'readerlens-area': './bin/readerlens-area.js' },
    exports: {
      './jest': './jest/kit-preset.cjs',
      './webpack': './lib/webpack.js',
      './tsconfig.json': './tsconfig.json',
    },
    // It runs the TypeScript of an area's webpack.config.ts.
    engines: { node: '>=24' },
    dependencies: {
      ...listLibraries(code),
      ...Object.fromEntries(sharedPackages.map(readManifest).map(({ name, version }) => [name, version])),
    },
    // Installed from the kit itself.
    bundleDependencies: sharedPackages.map((folder) => readManifest(folder).name),
  };
  writeJson(path.join(target, 'package.json'), manifest);
  const hash = hashFolder(target);
  // A version of digits with a leading zero would not be valid.
  writeJson(path.join(target, 'package.json'), { ...manifest, version: `0.1.0-h${hash}` });
  return hash;
};

/** A hash of all that the kit is made of. */
const hashInputs = (): string => {
  const hash = createHash('sha256');
  const folders = [...sharedPackages, 'tooling', 'api/src'].map((each) => path.join(repositoryRoot, each));
  const single = ['pnpm-lock.yaml', 'tsconfig.base.json'].map((each) => path.join(repositoryRoot, each));
  for (const file of [...folders.flatMap(filesUnder), ...single])
    hash.update(path.relative(repositoryRoot, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

const kitFolder = path.join(cacheDir, 'kit');
const stampFile = path.join(kitFolder, 'current.json');

const readStamp = (inputs: string): Kit | undefined => {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8')) as Kit & { inputs: string };
    readFileSync(stamp.file);
    return stamp.inputs === inputs ? { version: stamp.version, file: stamp.file } : undefined;
  } catch {
    return undefined;
  }
};

/** Builds the area kit of this checkout, unless it has been built from the same files. */
export const buildKit = async (): Promise<Kit> => {
  const inputs = hashInputs();
  const known = readStamp(inputs);
  if (known) return known;
  mkdirSync(kitFolder, { recursive: true });
  const work = mkdtempSync(path.join(kitFolder, 'build-'));
  try {
    const version = await writeKit(path.join(work, 'package'));
    const file = path.join(kitFolder, `kit-${version}.tgz`);
    // Without times and owners: the same content is the same file.
    const options = { gzip: true, cwd: work, portable: true, noMtime: true };
    await tar.create({ ...options, file: path.join(work, 'kit.tgz') }, ['package']);
    cpSync(path.join(work, 'kit.tgz'), file);
    writeJson(stampFile, { inputs, version, file });
    return { version, file };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};
