// Runs as a separate process, to keep the measuring process small:  node bundle-monolith.ts <folder>
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaDescription, AreaEntry, Registry } from '@readerlens/contract/registry';
import webpack from 'webpack';
import type { Compilation } from 'webpack';
import { bundledPackages } from '../../build/build.ts';
import { repositoryRoot } from '../../paths.ts';
import type { FileList } from '../../webpack/file-list-plugin.ts';
import { formatChunkName, monolithConfig } from './monolith-config.ts';

const [dir] = process.argv.slice(2) as [string];
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const areas = bundledPackages()
  .filter((name) => name !== 'shell')
  .map((name) => {
    const folder = path.join(repositoryRoot, name);
    return { dir: folder, area: readJson(path.join(folder, 'area.json')) as AreaDescription };
  });

/** The registry entry of an area, with the files of its lazy route to preload. */
const buildEntry = (area: AreaDescription, compilation: Compilation, shell: FileList): AreaEntry => {
  const group = compilation.namedChunkGroups.get(formatChunkName(area.id));
  const files = (group?.getFiles() ?? []).filter(
    (file) => /\.(js|css)$/.test(file) && !shell.initial.includes(file),
  );
  const [entry = '', ...preload] = files;
  const integrity = Object.fromEntries(files.map((file) => [file, shell.integrity[file] ?? '']));
  const place = { version: 'monolith', container: 'monolith', base: '/shell/', entry, module: './area' };
  return { ...area, ...place, preload, consumes: [], integrity };
};

const config = monolithConfig(
  dir,
  areas.map(({ dir: folder, area }) => ({ id: area.id, dir: folder })),
);
const compiler = webpack(config);
compiler.run((error, stats) => {
  if (error || !stats || stats.hasErrors()) {
    process.stderr.write(`${error?.stack ?? stats?.toString('errors-warnings') ?? ''}\n`);
    process.exit(1);
  }
  const shell = readJson(path.join(dir, 'dist', 'files.json')) as FileList;
  const registry: Registry = { areas: areas.map(({ area }) => buildEntry(area, stats.compilation, shell)) };
  writeFileSync(path.join(dir, 'registry.json'), JSON.stringify(registry));
  compiler.close(() => process.exit(0));
});
