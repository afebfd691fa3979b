import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { baseConfig } from './base.ts';
import type { Mode } from './base.ts';
import { FileListPlugin } from './file-list-plugin.ts';
import { sharedModules } from './shared.ts';

/** The global that an area's entry script defines. */
export const containerName = (id: string) => `readerlens_${id.replaceAll('-', '_')}`;

/**
 * Webpack configuration of an area: a federation container with the one module `./area` (src/area.ts), which
 * takes every shared package from the shell. `dir` is the package's folder, `id` the area's id in area.json.
 */
export const areaConfig =
  ({ dir, id }: { dir: string; id: string }) =>
  (mode: Mode): Configuration => {
    const base = baseConfig(dir, id, mode);
    return {
      ...base,
      entry: {},
      output: { ...base.output, publicPath: 'auto' },
      plugins: [
        ...(base.plugins ?? []),
        new ModuleFederationPlugin({
          name: containerName(id),
          filename: 'remoteEntry.js',
          library: { type: 'var', name: containerName(id) },
          exposes: { './area': { import: path.join(dir, 'src', 'area.ts'), name: 'area' } },
          shared: sharedModules(dir, 'consumer'),
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: false,
          // The federation runtime itself comes from the shell as well.
          experiments: { externalRuntime: true },
        }),
        new FileListPlugin({ groups: [containerName(id), 'area'] }),
      ],
    };
  };
