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
import { sharedModules } from './shared.ts';

/**
 * Name of the global variable and runtime of an area's entry script. It is unique per build, because two versions of an
 * area on one page would otherwise mix up their chunks.
 */
const containerName = (id: string, dir: string, mode: Mode) => {
  const build = inputHash(path.relative(repositoryRoot, dir), mode).slice(0, 12);
  return containerPrefix(id) + build;
};

/** The names of the widgets in area.json. What is wrong in that file is reported before a deploy. */
const readWidgetNames = (dir: string): string[] => {
  const description = JSON.parse(
    readFileSync(path.join(dir, 'area.json'), 'utf8'),
  ) as Partial<AreaDescription>;
  return (description.widgets ?? []).map(({ name }) => name);
};

const widgetModule = (dir: string, name: string) => ({
  // With either ending, as webpack resolves it.
  import: path.join(dir, 'src', `${name}.widget`),
  name: widgetChunk(name),
});

/**
 * Webpack configuration of an area: a federation container with the module `./area` (src/area.ts) and one for each widget in
 * its area.json (`./NAME`, src/NAME.widget.ts), which consumes all shared packages from the shell. `dir` is the package's folder, `id` the area's id in area.json.
 */
export const areaConfig =
  ({ dir, id }: { dir: string; id: string }) =>
  (mode: Mode): Configuration => {
    const base = baseConfig(dir, id, mode);
    const container = containerName(id, dir, mode);
    const shared = sharedModules(dir, 'consumer');
    const widgets = readWidgetNames(dir);
    return {
      ...base,
      entry: {},
      output: { ...base.output, uniqueName: container, publicPath: 'auto' },
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
            ...Object.fromEntries(widgets.map((name) => [`./${name}`, widgetModule(dir, name)])),
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
        new FileListPlugin({ container, groups: [container, 'area'], widgets, shared }),
      ],
    };
  };
