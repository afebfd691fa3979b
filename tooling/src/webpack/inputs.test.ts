import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { bundledPackages } from '../build/build.ts';
import { buildAreaFiles } from '../create/area-files.ts';
import { repositoryRoot } from '../paths.ts';
import { listPackagesOfBundle } from './inputs.ts';
import type { LockFile } from './lock-file.ts';

const readJson = (text: string) => JSON.parse(text) as { dependencies: Record<string, string> };

const readFile = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

const readLock = () => load(readFile('pnpm-lock.yaml')) as LockFile;

/** The bundles that a change of the lock file builds again. */
const listRebuilt = (lock: LockFile) =>
  bundledPackages().filter(
    (dir) => listPackagesOfBundle(dir, lock).join() !== listPackagesOfBundle(dir, readLock()).join(),
  );

/** The lock file after another release of a package. */
const withRelease = (name: string): LockFile => {
  const lock = readLock();
  const found = Object.entries(lock.packages).filter(([key]) => key.startsWith(`${name}@`));
  expect(found).not.toEqual([]);
  const changed = found.map(([key, entry]) => [key, { ...entry, resolution: { integrity: 'sha512-other' } }]);
  return { ...lock, packages: { ...lock.packages, ...Object.fromEntries(changed) } };
};

it('knows all packages that a bundle declares', () => {
  for (const dir of bundledPackages()) {
    const { dependencies } = readJson(readFile(`${dir}/package.json`));
    const names = Object.keys(dependencies).filter((name) => !name.startsWith('@readerlens/'));
    const keys = listPackagesOfBundle(dir);
    expect(names.filter((name) => !keys.some((key) => key.startsWith(`${name}@`)))).toEqual([]);
  }
});

it('a new area gives no other bundle a new version', () => {
  const lock = readLock();
  const { dependencies } = readJson(buildAreaFiles({ id: 'sample', name: 'Sample' })['package.json'] ?? '');
  const versions = Object.fromEntries(
    Object.keys(dependencies).map((name) => {
      const known = Object.values(lock.importers).find((importer) => importer.dependencies?.[name]);
      return [name, { version: known?.dependencies?.[name]?.version ?? '' }];
    }),
  );
  const added = { ...lock, importers: { ...lock.importers, 'mf-sample': { dependencies: versions } } };
  expect(listRebuilt(added)).toEqual([]);
  expect(listPackagesOfBundle('mf-sample', added).length).toBeGreaterThan(100);
});

it.each(['pg', 'jest', 'playwright-core', 'fastify', 'oxlint'])(
  'a release of %s, which no bundle contains, builds nothing again',
  (name) => {
    expect(listRebuilt(withRelease(name))).toEqual([]);
  },
);

it.each([
  'react',
  '@nivo/bar',
  '@emotion/serialize',
  'webpack',
  '@swc/core',
  '@module-federation/runtime-core',
])('a release of %s, which all bundles contain or are built with, builds them again', (name) => {
  expect(listRebuilt(withRelease(name))).toEqual(bundledPackages());
});

it('a release of what the shell alone contains builds the shell again', () => {
  expect(listRebuilt(withRelease('web-vitals'))).toEqual(['shell']);
});
