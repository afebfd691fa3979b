import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from 'webpack';

const source = path.join(import.meta.dirname, '..');

/** The modules for a checkout, and what stands in their place in the kit. */
const instead = Object.fromEntries(
  ['paths.ts', 'workplace.ts', 'webpack/inputs.ts'].map((file) => [
    path.join(source, file),
    path.join(import.meta.dirname, 'instead', path.basename(file)),
  ]),
);

const isLibrary = (request: string) => !/^(\.|@readerlens\/)/.test(request) && !path.isAbsolute(request);

/**
 * Bundles the commands and the webpack configuration of areas as plain JavaScript. What they import of libraries stays as it is,
 * and `onLibrary` is called with each request.
 */
export const codeConfig = (output: string, onLibrary: (request: string) => void): Configuration => ({
  mode: 'production',
  context: source,
  target: 'node24',
  devtool: false,
  entry: {
    command: path.join(source, 'kit', 'command.ts'),
    bundle: path.join(source, 'build', 'bundle.ts'),
    webpack: { import: path.join(source, 'webpack', 'area.ts'), library: { type: 'module' } },
  },
  output: { path: output, module: true, filename: '[name].js', chunkFilename: '[name].js' },
  experiments: { outputModule: true },
  externalsPresets: { node: false },
  externals: ({ request }, done) => {
    if (!isLibrary(request)) return done();
    onLibrary(request);
    done(undefined, `module ${request}`);
  },
  resolve: { alias: instead },
  module: {
    parser: { javascript: { importMeta: false, createRequire: false, strictExportPresence: true } },
    rules: [
      {
        test: /\.ts$/,
        loader: createRequire(import.meta.url).resolve('swc-loader'),
        // Comments say which imports webpack must leave as they are.
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2023', preserveAllComments: true } },
      },
    ],
  },
  optimization: {
    minimize: false,
    splitChunks: { minSize: 0, cacheGroups: { defaultVendors: false, default: { name: 'commands' } } },
    chunkIds: 'named',
    moduleIds: 'named',
  },
  performance: false,
  stats: 'errors-warnings',
});
