import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';
import { repositoryRoot } from '../paths.ts';
import { sharedPackages } from '../webpack/inputs.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bundleDependencies: readonly string[];
}

/** The folder of a library that a package of this checkout has installed in this version. */
const findInstalled = (name: string, version: string): string => {
  const folders = ['', 'tooling', 'api', ...sharedPackages];
  const found = folders
    .map((folder) => path.join(repositoryRoot, folder, 'node_modules', name))
    .find((dir) => {
      const manifest = path.join(dir, 'package.json');
      if (!existsSync(manifest)) return false;
      return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version === version;
    });
  if (!found) throw new Error(`${name} ${version} is not installed.`);
  return realpathSync(found);
};

interface Finished {
  code: number;
  out: string;
  err: string;
}

export interface TeamRepository {
  root: string;
  /** Installs what its package.json asks for. */
  install: () => void;
  /** Runs `npx readerlens-area`. */
  run: (...args: string[]) => Promise<Finished>;
  /** Runs `npx readerlens-area` until it prints a text, and returns what ends it. */
  runUntil: (text: string, ...args: string[]) => Promise<() => Promise<void>>;
  /** Runs the tests of the area. */
  test: () => Promise<Finished>;
  remove: () => void;
}

/**
 * A folder outside of this checkout with the kit at an address, as installed by npm: the libraries that the kit asks for are
 * links to those of this checkout.
 */
export const teamRepository = async (
  kitAddress: string,
  environment: Record<string, string> = {},
): Promise<TeamRepository> => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'team-')));
  const modules = path.join(root, 'node_modules');
  const kit = path.join(modules, '@readerlens', 'area-kit');
  mkdirSync(kit, { recursive: true });
  const { body } = await fetch(kitAddress);
  await pipeline(body!, tar.extract({ cwd: kit, strip: 1 }));
  const read = (folder: string) =>
    JSON.parse(readFileSync(path.join(kit, folder, 'package.json'), 'utf8')) as Manifest;
  const { dependencies, bundleDependencies } = read('.');
  const link = (names: Readonly<Record<string, string>>) => {
    for (const [name, version] of Object.entries(names)) {
      if (bundleDependencies.includes(name)) continue;
      const [installed, target] = [findInstalled(name, version), path.join(modules, name)];
      if (existsSync(target)) continue;
      mkdirSync(path.dirname(target), { recursive: true });
      symlinkSync(installed, target);
    }
  };
  link(dependencies ?? {});
  // npm would install what they ask for.
  for (const name of bundleDependencies) link(read(path.join('node_modules', name)).dependencies ?? {});
  // Not the settings of the test run of this checkout.
  const { INIT_CWD: _, TEST_GROUPS: _groups, TEST_CPU_LOG: _log, ...env } = process.env;
  const options = { cwd: root, env: { ...env, ...environment } };
  const start = (script: string, args: readonly string[]) =>
    new Promise<Finished>((resolve) => {
      execFile(process.execPath, [path.join(modules, script), ...args], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  const command = '@readerlens/area-kit/bin/readerlens-area.js';
  return {
    root,
    install: () => {
      const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, object>;
      for (const kind of ['dependencies', 'devDependencies']) link({ ...own[kind] });
    },
    run: (...args) => start(command, args),
    runUntil: async (text, ...args) => {
      const child = spawn(process.execPath, [path.join(modules, command), ...args], {
        ...options,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      for await (const line of createInterface({ input: child.stdout })) if (line.includes(text)) break;
      return async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      };
    },
    test: () => start('jest/bin/jest.js', []),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};
