// Runs as a separate process per package, so that two packages are bundled in parallel:
//   node bundle.ts <package folder> <production|development> [--watch]
// In production mode with --watch, the bundle is not minified and has its own output folder.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import webpack from 'webpack';
import type { Configuration, Stats } from 'webpack';
import type { Mode } from '../webpack/base.ts';
import { isPrecompressPlugin } from '../webpack/precompress-plugins.ts';
import { watchedDist } from '../paths.ts';

const [dir, mode, watch] = process.argv.slice(2) as [string, Mode, string | undefined];
const { default: configure } = (await import(
  /* webpackIgnore: true */ pathToFileURL(path.join(dir, 'webpack.config.ts')).href
)) as {
  default: (mode: Mode) => Configuration;
};

/**
 * For an area in the pages of a deployed shell, which provides production builds of the shared packages. It does not
 * write to `dist`, because a deploy may build there at the same time.
 */
const readable = (config: Configuration): Configuration => ({
  ...config,
  output: { ...config.output, path: watchedDist(dir) },
  optimization: { ...config.optimization, minimize: false },
  plugins: (config.plugins ?? []).filter((plugin) => !isPrecompressPlugin(plugin)),
  ...(config.cache && typeof config.cache === 'object' && config.cache.type === 'filesystem'
    ? { cache: { ...config.cache, name: `${config.cache.name ?? ''}-readable` } }
    : {}),
});

const config = configure(mode);
const compiler = webpack(watch && mode === 'production' ? readable(config) : config);

const report = (error: Error | null, stats?: Stats): boolean => {
  if (error) process.stderr.write(`${error.stack ?? error.message}\n`);
  if (stats?.hasErrors() || stats?.hasWarnings()) {
    process.stderr.write(`${stats.toString({ preset: 'errors-warnings', colors: process.stderr.isTTY })}\n`);
  }
  return !error && !stats?.hasErrors();
};

if (watch) {
  compiler.watch({ aggregateTimeout: 100 }, (error, stats) => {
    const ok = report(error, stats);
    process.send?.({ built: ok });
  });
} else {
  compiler.run((error, stats) => {
    const ok = report(error, stats);
    compiler.close(() => process.exit(ok ? 0 : 1));
  });
}
