import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { templateDump } from '@readerlens/api';
import { readCommit } from '../area/read-commit.ts';
import { build, bundledPackages } from '../build/build.ts';
import { repositoryRoot } from '../paths.ts';
import { kitBuilder } from '../serve/kit-builder.ts';
import { compileModules } from './compile.ts';
import type { Libraries } from './compile.ts';
import { copyLibraries } from './libraries.ts';
import { formatVersion } from './package-version.ts';
import { packagedCommands } from './packaged-commands.ts';

const inCheckout = (...parts: string[]) => path.join(repositoryRoot, ...parts);

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const readManifest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** The API also reads files of libraries that it does not import, such as fonts. */
const listNamed = (): Libraries => {
  const file = inCheckout('api', 'package.json');
  const names = Object.keys(readManifest(file).dependencies).filter(
    (name) => !name.startsWith('@readerlens/'),
  );
  return new Map(names.map((name) => [name, file]));
};

/** What the package is, and what it needs, in the fields that npm has for it. The product reads its version and commit there. */
const describePackage = (commit: string | undefined) => ({
  name: 'readerlens',
  version: formatVersion(readManifest(inCheckout('package.json')).version, commit),
  ...(commit === undefined ? {} : { commit }),
  private: true,
  type: 'module',
  engines: { node: process.versions.node.split('.')[0]! },
  os: process.platform,
  cpu: process.arch,
  ...(process.platform === 'linux' ? { libc: 'glibc' } : {}),
});

const copy = (target: string, ...parts: string[]) =>
  cpSync(inCheckout(...parts), path.join(target, ...parts), { recursive: true });

const copyInto = (folder: string, file: string) => {
  mkdirSync(folder, { recursive: true });
  cpSync(file, path.join(folder, path.basename(file)));
};

/** What the server reads besides modules, and what its operator reads. */
const copyData = async (target: string) => {
  copy(target, 'docs');
  copy(target, 'api', 'src', 'platform', 'db', 'migrations');
  copy(target, 'shell', 'public');
  for (const name of bundledPackages()) copy(target, name, 'dist');
  for (const name of bundledPackages().filter((each) => each !== 'shell')) copy(target, name, 'area.json');
  // Without it, the first start would write it into the package.
  copyInto(path.join(target, '.cache'), await templateDump());
  copyInto(path.join(target, 'kit'), (await kitBuilder()()).file);
};

/** Writes the package of this checkout into `folder`, in a folder with its name. Returns its path. */
export const writePackage = async (folder: string, onProgress: (line: string) => void): Promise<string> => {
  await build({ onProgress });
  const commit = await readCommit(repositoryRoot);
  const manifest = describePackage(commit);
  if (commit === undefined)
    onProgress(`without git, no commit is known: the version is ${manifest.version} alone`);
  const target = path.join(folder, `readerlens-${manifest.version}-${manifest.os}-${manifest.cpu}`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  onProgress('compiling');
  const entries = packagedCommands.map((name) => inCheckout('tooling', 'src', 'cli', `${name}.ts`));
  const imported = compileModules(entries, unfinished);
  onProgress('copying libraries');
  copyLibraries(new Map([...listNamed(), ...imported]), unfinished);
  await copyData(unfinished);
  copyInto(unfinished, path.join(import.meta.dirname, 'readerlens.mjs'));
  writeFileSync(path.join(unfinished, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  rmSync(target, { recursive: true, force: true });
  renameSync(unfinished, target);
  return target;
};
