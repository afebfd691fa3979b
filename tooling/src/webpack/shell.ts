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
 * The shell's build imports the federation runtime both as ESM and as CommonJS. Aliasing both to ESM saves 25 kB.
 */
const singleRuntimeAlias = (): Record<string, string> => {
  const enhanced = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced'));
  const runtime = createRequire(enhanced.resolve('@module-federation/runtime'));
  return Object.fromEntries(
    ['@module-federation/runtime-core', '@module-federation/sdk'].map((name) => [
      `${name}$`,
      runtime.resolve(name).replace(/\.cjs$/, '.js'),
    ]),
  );
};

/** The production build of the router, without its warnings for developers: its `exports` always name the other one. */
const productionRouterAlias = (dir: string): Record<string, string> => {
  const dom = createRequire(path.join(dir, 'package.json')).resolve('react-router-dom');
  const folder = path.join(createRequire(dom).resolve('react-router'), '..', '..', 'production');
  return {
    'react-router$': path.join(folder, 'index.mjs'),
    'react-router/dom$': path.join(folder, 'dom-export.mjs'),
  };
};

/** Provided packages that no page needs before someone opens a form, and the one that has all of them for earlier areas. */
const late = ['@readerlens/ui', '@readerlens/ui/forms', 'formik', 'yup'];

/** Provided packages that only some pages need. */
const onDemand = [
  ...late,
  '@readerlens/filters',
  '@readerlens/filters/dashboard',
  '@readerlens/filters/list',
  '@readerlens/filters/panel',
  '@readerlens/ui/charts',
];

/** Webpack configuration of the shell, the only provider of shared packages. Areas are registered at run time. */
export const shellConfig =
  ({ dir }: { dir: string }) =>
  (mode: Mode): Configuration => {
    const base = baseConfig(dir, 'shell', mode);
    const shared = sharedModules(dir, 'provider');
    return {
      ...base,
      entry: { main: path.join(dir, 'src', 'index.ts') },
      output: { ...base.output, publicPath: '/shell/' },
      resolve: {
        ...base.resolve,
        alias: { ...singleRuntimeAlias(), ...(mode === 'production' ? productionRouterAlias(dir) : {}) },
      },
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
          // Snapshots are only needed with federation manifests, which the registry replaces.
          experiments: {
            provideExternalRuntime: true,
            optimization: { disableSnapshot: true, target: 'web' },
          },
        }),
        new ProvidedExportsPlugin(),
        new FileListPlugin({
          container: 'readerlens_shell',
          groups: ['main', 'bootstrap'],
          publicPages: 'public-pages',
          shared,
          onDemand,
          late,
          partialExports: providedExports,
        }),
      ],
    };
  };
