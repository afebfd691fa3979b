// Run as a process of its own, one per package, so that two bundles are made at once:
//   node bundle.ts <package folder> <production|development> [--watch]
// Watched in production mode it stays readable, is made as quickly as for development, and has a folder of its own.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import webpack from 'webpack';
import type { Configuration, Stats } from 'webpack';
import type { Mode } from '../webpack/base.ts';
import { PrecompressPlugin } from '../webpack/precompress-plugin.ts';
import { watchedDist } from './watched-dist.ts';

const [dir, mode, watch] = process.argv.slice(2) as [string, Mode, string | undefined];
const { default: configure } = (await import(pathToFileURL(path.join(dir, 'webpack.config.ts')).href)) as {
  default: (mode: Mode) => Configuration;
};

/**
 * For an area in the pages of a deployed shell: it has to run with the production form of what it takes from there.
 * `dist` stays to what is deployed, which may be built meanwhile.
 */
const readable = (config: Configuration): Configuration => ({
  ...config,
  output: { ...config.output, path: watchedDist(dir) },
  optimization: { ...config.optimization, minimize: false },
  plugins: (config.plugins ?? []).filter((plugin) => !(plugin instanceof PrecompressPlugin)),
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
