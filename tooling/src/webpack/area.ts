import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { AreaDescription } from '@readerlens/contract/registry';
import type { Configuration } from 'webpack';
import { inputHash } from './inputs.ts';
import { repositoryRoot } from '../paths.ts';
import { baseConfig } from './base.ts';
import type { Mode } from './base.ts';
import { containerPrefix } from './container-name.ts';
import { FileListPlugin, widgetChunk } from './file-list-plugin.ts';
import { ProvidedExportsPlugin } from './provided-exports-plugin.ts';
import { ScopeStylesPlugin } from './scope-styles-plugin.ts';
import { partsAlias, sharedModules } from './shared.ts';

/**
 * Name of the global variable and runtime of an area's entry script. It is unique per build, because two versions of an
 * area on one page would otherwise mix up their chunks.
 */
const containerName = (id: string, dir: string, mode: Mode) => {
  const build = inputHash(path.relative(repositoryRoot, dir), mode).slice(0, 12);
  return containerPrefix(id) + build;
};

/** A module that an area exposes besides itself, and its file without the ending, which webpack resolves. */
interface Part {
  name: string;
  file: string;
}

/** The widgets and marks in area.json. What is wrong in that file is reported before a deploy. */
const readParts = (dir: string): Part[] => {
  const { widgets = [], marks = [] } = JSON.parse(
    readFileSync(path.join(dir, 'area.json'), 'utf8'),
  ) as Partial<AreaDescription>;
  return [
    ...widgets.map(({ name }) => ({ name, file: `${name}.widget` })),
    ...marks.map(({ name }) => ({ name, file: `${name}.marks` })),
  ];
};

const exposePart = (dir: string, { name, file }: Part) => ({
  import: path.join(dir, 'src', file),
  name: widgetChunk(name),
});

/**
 * Webpack configuration of an area: a federation container with the module `./area` (src/area.ts) and one for each widget in
 * its area.json (`./NAME`, src/NAME.widget.ts; src/NAME.marks.ts for marks), which consumes all shared packages from the shell. `dir` is the package's folder, `id` the area's id in area.json.
 */
export const areaConfig =
  ({ dir, id }: { dir: string; id: string }) =>
  (mode: Mode): Configuration => {
    const base = baseConfig(dir, id, mode);
    const container = containerName(id, dir, mode);
    const shared = sharedModules(dir, 'consumer');
    const parts = readParts(dir);
    return {
      ...base,
      entry: {},
      output: { ...base.output, uniqueName: container, publicPath: 'auto' },
      resolve: { ...base.resolve, alias: partsAlias },
      // Code shared by an area's screens is split off, but its libraries do not get a separate file.
      optimization: { ...base.optimization, splitChunks: { cacheGroups: { defaultVendors: false } } },
      plugins: [
        ...(base.plugins ?? []),
        new ModuleFederationPlugin({
          name: container,
          filename: 'remoteEntry.js',
          library: { type: 'var', name: container },
          exposes: {
            './area': { import: path.join(dir, 'src', 'area.ts'), name: 'area' },
            ...Object.fromEntries(parts.map((part) => [`./${part.name}`, exposePart(dir, part)])),
          },
          shared,
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: false,
          // The shell also provides the federation runtime, and areas have no remotes.
          experiments: {
            externalRuntime: true,
            optimization: { disableRemote: true, disableSnapshot: true, target: 'web' },
          },
        }),
        new ScopeStylesPlugin(id),
        new ProvidedExportsPlugin(),
        new FileListPlugin({
          container,
          groups: [container, 'area'],
          widgets: parts.map(({ name }) => name),
          shared,
        }),
      ],
    };
  };
