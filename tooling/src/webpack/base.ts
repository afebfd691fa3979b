import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { SwcMinifyWebpackPlugin } from 'swc-minify-webpack-plugin';
import { repositoryRoot } from '../paths.ts';
import { IntegrityPlugin } from './integrity-plugin.ts';
import { PrecompressPlugin } from './precompress-plugin.ts';

export type Mode = 'production' | 'development';

const swcOptions = (mode: Mode) => ({
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2022',
    transform: { react: { runtime: 'automatic', development: mode === 'development' } },
  },
  sourceMaps: true,
});

/** What the bundles of shell and areas have in common. No eval anywhere: the content security policy forbids it. */
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
    filename: '[name].[contenthash:12].js',
    chunkFilename: '[name].[contenthash:12].js',
    assetModuleFilename: '[name].[contenthash:12][ext]',
  },
  experiments: { css: true },
  plugins: [new IntegrityPlugin(), ...(mode === 'production' ? [new PrecompressPlugin()] : [])],
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
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  optimization: {
    minimizer: [new SwcMinifyWebpackPlugin()],
    moduleIds: 'deterministic',
    chunkIds: 'named',
  },
  performance: false,
  cache: {
    type: 'filesystem',
    cacheDirectory: path.join(repositoryRoot, '.cache', 'webpack'),
    name: `${name}-${mode}`,
    buildDependencies: { config: [path.join(dir, 'package.json'), `${import.meta.dirname}${path.sep}`] },
  },
  infrastructureLogging: { level: 'error' },
  stats: 'errors-warnings',
});
