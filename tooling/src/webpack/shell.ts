import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { baseConfig } from './base.ts';
import type { Mode } from './base.ts';
import { FileListPlugin } from './file-list-plugin.ts';
import { sharedModules } from './shared.ts';

/**
 * The federation runtime is asked for both as ESM and as CommonJS when the shell provides it to the areas; one
 * form of it for both saves 25 KB.
 */
const oneRuntime = (): Record<string, string> => {
  const enhanced = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced'));
  const runtime = createRequire(enhanced.resolve('@module-federation/runtime'));
  return Object.fromEntries(
    ['@module-federation/runtime-core', '@module-federation/sdk'].map((name) => [
      `${name}$`,
      runtime.resolve(name).replace(/\.cjs$/, '.js'),
    ]),
  );
};

/** Webpack configuration of the shell: the only provider of shared packages; areas are registered at run time. */
export const shellConfig =
  ({ dir }: { dir: string }) =>
  (mode: Mode): Configuration => {
    const base = baseConfig(dir, 'shell', mode);
    return {
      ...base,
      entry: { main: path.join(dir, 'src', 'index.ts') },
      output: { ...base.output, publicPath: '/shell/' },
      resolve: { ...base.resolve, alias: oneRuntime() },
      optimization: {
        ...base.optimization,
        splitChunks: {
          ...base.optimization?.splitChunks,
          // What both the shell and the packages it provides contain goes into files of its own. Otherwise each
          // package exists twice, with and without it, and the page preloads the one that is not used.
          cacheGroups: {
            icons: { test: /[\\/]lucide-react[\\/]/, name: 'icons', chunks: 'all', enforce: true },
            common: {
              test: /[\\/](shared-contract|zustand)[\\/]/,
              name: 'common',
              chunks: 'all',
              enforce: true,
            },
          },
        },
      },
      plugins: [
        ...(base.plugins ?? []),
        new ModuleFederationPlugin({
          name: 'readerlens_shell',
          remotes: {},
          shared: sharedModules(dir, 'provider'),
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: false,
          experiments: { provideExternalRuntime: true },
        }),
        new FileListPlugin({ groups: ['main', 'bootstrap'], onDemand: ['@readerlens/ui/charts'] }),
      ],
    };
  };
