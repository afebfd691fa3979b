import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { baseConfig } from './base.ts';
import type { Mode } from './base.ts';
import { FileListPlugin } from './file-list-plugin.ts';
import { providedExports } from './provided-exports.ts';
import { ProvidedExportsPlugin } from './provided-exports-plugin.ts';
import { sharedModules } from './shared.ts';
import { startChunks } from './start-chunks.ts';

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

/** Provided packages that not every page needs. */
const onDemand = ['@readerlens/ui/charts'];

/** Webpack configuration of the shell: the only provider of shared packages; areas are registered at run time. */
export const shellConfig =
  ({ dir }: { dir: string }) =>
  (mode: Mode): Configuration => {
    const base = baseConfig(dir, 'shell', mode);
    const shared = sharedModules(dir, 'provider');
    return {
      ...base,
      entry: { main: path.join(dir, 'src', 'index.ts') },
      output: { ...base.output, publicPath: '/shell/' },
      resolve: { ...base.resolve, alias: oneRuntime() },
      optimization: {
        ...base.optimization,
        splitChunks: startChunks('bootstrap', onDemand),
      },
      plugins: [
        ...(base.plugins ?? []),
        new ModuleFederationPlugin({
          name: 'readerlens_shell',
          remotes: {},
          shared,
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: false,
          // Snapshots are for manifests, which the registry does without.
          experiments: {
            provideExternalRuntime: true,
            optimization: { disableSnapshot: true, target: 'web' },
          },
        }),
        new ProvidedExportsPlugin(),
        new FileListPlugin({
          container: 'readerlens_shell',
          groups: ['main', 'bootstrap'],
          shared,
          onDemand,
          inPart: providedExports,
        }),
      ],
    };
  };
