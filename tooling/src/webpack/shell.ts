import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { baseConfig } from './base.ts';
import type { Mode } from './base.ts';
import { FileListPlugin } from './file-list-plugin.ts';
import { sharedModules } from './shared.ts';

/** Webpack configuration of the shell: the only provider of shared packages; areas are registered at run time. */
export const shellConfig =
  ({ dir }: { dir: string }) =>
  (mode: Mode): Configuration => {
    const base = baseConfig(dir, 'shell', mode);
    return {
      ...base,
      entry: { main: path.join(dir, 'src', 'index.ts') },
      output: { ...base.output, publicPath: '/shell/' },
      plugins: [
        new ModuleFederationPlugin({
          name: 'readerlens_shell',
          remotes: {},
          shared: sharedModules(dir, 'provider'),
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: false,
        }),
        new FileListPlugin({ groups: ['main', 'bootstrap'] }),
      ],
    };
  };
