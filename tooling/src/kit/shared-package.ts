import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformFile } from '@swc/core';
import { cacheDir, repositoryRoot } from '../paths.ts';
import { filesUnder } from '../webpack/files-under.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly sideEffects?: boolean;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(repositoryRoot, folder, 'package.json'), 'utf8')) as Manifest;

const withoutTesting = ({ exports }: Manifest) =>
  Object.entries(exports).filter(([name]) => name !== './testing');

const toScript = (file: string) => file.replace(/\.tsx?$/, '.js');
const toDeclaration = (file: string) => file.replace(/\.tsx?$/, '.d.ts');

const swcOptions = {
  configFile: false,
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2022',
    transform: { react: { runtime: 'automatic' } },
    rewriteRelativeImportExtensions: true,
  },
} as const;

/**
 * Writes a shared package into `target`, as JavaScript with the declarations that the compiler has emitted, and without what
 * is for tests.
 */
export const writeSharedPackage = async (folder: string, target: string): Promise<void> => {
  const manifest = readManifest(folder);
  const { name, version, sideEffects } = manifest;
  const root = path.join(repositoryRoot, folder);
  for (const source of filesUnder(path.join(root, 'src'))) {
    const file = path.relative(root, source);
    const declaration = path.join(cacheDir, 'types', folder, toDeclaration(file));
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    writeFileSync(path.join(target, toScript(file)), (await transformFile(source, swcOptions)).code);
    if (existsSync(declaration)) cpSync(declaration, path.join(target, toDeclaration(file)));
  }
  const exports = Object.fromEntries(
    withoutTesting(manifest).map(([key, file]) => [
      key,
      { types: toDeclaration(file), default: toScript(file) },
    ]),
  );
  // Its dependencies are those of the kit: the versions here are written for pnpm.
  const text = JSON.stringify({ name, version, type: 'module', sideEffects, exports }, null, 2);
  writeFileSync(path.join(target, 'package.json'), `${text}\n`);
};

/** Where the compiler finds the declarations of a shared package that lies in `target`, by what is imported. */
export const mapDeclarations = (folder: string, target: string): [request: string, files: string[]][] => {
  const manifest = readManifest(folder);
  return withoutTesting(manifest).map(([key, file]) => [
    path.posix.join(manifest.name, key),
    [`./${path.posix.join(target, toDeclaration(file))}`],
  ]);
};
