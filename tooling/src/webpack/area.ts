import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { inputHash } from '../build/inputs.ts';
import { repositoryRoot } from '../paths.ts';
import { baseConfig } from './base.ts';
import type { Mode } from './base.ts';
import { containerPrefix } from './container-name.ts';
import { FileListPlugin } from './file-list-plugin.ts';
import { ProvidedExportsPlugin } from './provided-exports-plugin.ts';
import { sharedModules } from './shared.ts';

/**
 * The global that an area's entry script defines, and the name of its runtime. Each build has its own: two versions
 * of an area may be on one page, and would else take each other's chunks for their own.
 */
const containerName = (id: string, dir: string, mode: Mode) => {
  const build = inputHash(path.relative(repositoryRoot, dir), mode).slice(0, 12);
  return containerPrefix(id) + build;
};

/**
 * Webpack configuration of an area: a federation container with the one module `./area` (src/area.ts), which
 * takes every shared package from the shell. `dir` is the package's folder, `id` the area's id in area.json.
 */
export const areaConfig =
  ({ dir, id }: { dir: string; id: string }) =>
  (mode: Mode): Configuration => {
    const base = baseConfig(dir, id, mode);
    const container = containerName(id, dir, mode);
    const shared = sharedModules(dir, 'consumer');
    return {
      ...base,
      entry: {},
      output: { ...base.output, uniqueName: container, publicPath: 'auto' },
      // What an area's screens share is split off; its own libraries are no file apart.
      optimization: { ...base.optimization, splitChunks: { cacheGroups: { defaultVendors: false } } },
      plugins: [
        ...(base.plugins ?? []),
        new ModuleFederationPlugin({
          name: container,
          filename: 'remoteEntry.js',
          library: { type: 'var', name: container },
          exposes: { './area': { import: path.join(dir, 'src', 'area.ts'), name: 'area' } },
          shared,
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: false,
          // The federation runtime itself comes from the shell as well, and areas have no remotes of their own.
          experiments: {
            externalRuntime: true,
            optimization: { disableRemote: true, disableSnapshot: true, target: 'web' },
          },
        }),
        new ProvidedExportsPlugin(),
        new FileListPlugin({ container, groups: [container, 'area'], shared }),
      ],
    };
  };
