import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import type { Configuration } from 'webpack';
import { repositoryRoot } from '../../paths.ts';
import { baseConfig } from '../../webpack/base.ts';
import { FileListPlugin } from '../../webpack/file-list-plugin.ts';

export interface MonolithArea {
  /** Id of the area in area.json. */
  id: string;
  /** Folder of its package. */
  dir: string;
}

/** Name of the chunk of an area's lazy route. */
export const formatChunkName = (id: string) => `route-${id}`;

const lazyRoute = ({ id, dir }: MonolithArea) => {
  const file = JSON.stringify(path.join(dir, 'src', 'area.ts'));
  return `  ${JSON.stringify(id)}: () => import(/* webpackChunkName: "${formatChunkName(id)}" */ ${file}),`;
};

/** Replaces the shell's load-area.ts: every area is a lazy import of the same build. */
const loadAreaText = (areas: readonly MonolithArea[]) =>
  [
    'const areas = {',
    ...areas.map(lazyRoute),
    '};',
    'export const loadArea = async (id) => ({ lifecycles: await areas[id](), ms: 0 });',
    '',
  ].join('\n');

/** There are no separate shared packages to prefetch while the page is idle. */
const warmUpText = 'export const warmUp = () => {};\n';

const substitute = (dir: string, name: string, text: string) => {
  const file = path.join(dir, `${name}.js`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, text);
  return new webpack.NormalModuleReplacementPlugin(new RegExp(`/${name}\\.ts$`), file);
};

/**
 * The shell and all areas as one webpack app without module federation: the same sources, loaders, minifier,
 * compression and integrity. Vendor code of the start and of each route is split off by webpack's splitChunks.
 */
export const monolithConfig = (dir: string, areas: readonly MonolithArea[]): Configuration => {
  const shell = path.join(repositoryRoot, 'shell');
  const base = baseConfig(shell, 'monolith', 'production');
  const generated = path.join(dir, 'generated');
  return {
    ...base,
    entry: { main: path.join(shell, 'src', 'index.ts') },
    output: { ...base.output, path: path.join(dir, 'dist'), publicPath: '/shell/' },
    module: {
      ...base.module,
      rules: [
        ...(base.module?.rules ?? []),
        // Only module federation needs the asynchronous start of the shell.
        { test: path.join(shell, 'src', 'index.ts'), parser: { dynamicImportMode: 'eager' } },
      ],
    },
    optimization: { ...base.optimization, splitChunks: { chunks: 'all' } },
    plugins: [
      ...(base.plugins ?? []),
      substitute(generated, 'load-area', loadAreaText(areas)),
      substitute(generated, 'warm-up', warmUpText),
      new FileListPlugin({ container: 'monolith', shared: {}, groups: ['main'] }),
    ],
  };
};
