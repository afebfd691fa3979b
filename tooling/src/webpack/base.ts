import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { SwcMinifyWebpackPlugin } from 'swc-minify-webpack-plugin';
import { cacheDir, repositoryRoot } from '../paths.ts';
import { sharedPackageFolders } from '../workplace.ts';
import { bundlerHash } from './inputs.ts';
import { ReproduciblePlugin } from './reproducible-plugin.ts';
import { IntegrityPlugin } from './integrity-plugin.ts';
import { precompressPlugins } from './precompress-plugins.ts';

export type Mode = 'production' | 'development';

const swcOptions = (mode: Mode) => ({
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2022',
    transform: { react: { runtime: 'automatic', development: mode === 'development' } },
  },
  sourceMaps: true,
});

/** Webpack configuration shared by shell and areas. Without eval, which the content security policy forbids. */
export const baseConfig = (dir: string, name: string, mode: Mode): Configuration => ({
  name,
  mode,
  context: dir,
  target: ['web', 'es2022'],
  devtool: mode === 'production' ? 'source-map' : 'cheap-module-source-map',
  output: {
    path: path.join(dir, 'dist'),
    clean: true,
    uniqueName: `readerlens-${name}`,
    crossOriginLoading: 'anonymous',
    // A module that threw for want of a shared package runs again on a retry. `strictModuleErrorHandling` would keep the
    // error, and without either the module would stay half evaluated.
    strictModuleExceptionHandling: true,
    filename: '[name].[contenthash:12].js',
    chunkFilename: '[name].[contenthash:12].js',
    assetModuleFilename: '[name].[contenthash:12][ext]',
  },
  experiments: { css: true },
  plugins: [
    new ReproduciblePlugin(),
    new IntegrityPlugin(),
    ...(mode === 'production' ? precompressPlugins() : []),
  ],
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        exclude: /node_modules/,
        loader: createRequire(import.meta.url).resolve('swc-loader'),
        options: swcOptions(mode),
      },
    ],
  },
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'], modules: ['node_modules', ...sharedPackageFolders] },
  optimization: {
    minimizer: [new SwcMinifyWebpackPlugin()],
    moduleIds: 'deterministic',
    chunkIds: 'named',
  },
  performance: false,
  cache: {
    type: 'filesystem',
    cacheDirectory: path.join(cacheDir, 'webpack'),
    name: `${name}-${mode}`,
    version: bundlerHash(path.relative(repositoryRoot, dir), mode),
    // The version covers them. Webpack would look for all files of itself and of its plugins, which takes twice as long as the build.
    buildDependencies: { defaultWebpack: [] },
  },
  infrastructureLogging: { level: 'error' },
  stats: 'errors-warnings',
});
