// Runs as processes of their own, so that two packages are bundled in parallel:
//   node bundle.ts <production|development>
//     bundles the packages that the process which started this one names, one after another, until that lets go of it
//   node bundle.ts <production|development> <package folder>
//     bundles the package whenever its sources change; in production mode it is not minified and has its own output folder
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import webpack from 'webpack';
import type { Configuration, Stats } from 'webpack';
import type { Mode } from '../webpack/base.ts';
import { isPrecompressPlugin } from '../webpack/precompress-plugins.ts';
import { watchedDist } from '../paths.ts';
import type { Bundled, BundleRequest } from './bundle-messages.ts';

const [mode, watched] = process.argv.slice(2) as [Mode, string | undefined];

const readConfiguration = async (dir: string): Promise<Configuration> => {
  const { default: configure } = (await import(
    /* webpackIgnore: true */ pathToFileURL(path.join(dir, 'webpack.config.ts')).href
  )) as { default: (mode: Mode) => Configuration };
  return configure(mode);
};

/**
 * For an area in the pages of a deployed shell, which provides production builds of the shared packages. It does not
 * write to `dist`, because a deploy may build there at the same time.
 */
const readable = (dir: string, config: Configuration): Configuration => ({
  ...config,
  output: { ...config.output, path: watchedDist(dir) },
  optimization: { ...config.optimization, minimize: false },
  plugins: (config.plugins ?? []).filter((plugin) => !isPrecompressPlugin(plugin)),
  ...(config.cache && typeof config.cache === 'object' && config.cache.type === 'filesystem'
    ? { cache: { ...config.cache, name: `${config.cache.name ?? ''}-readable` } }
    : {}),
});

const report = (error: Error | null, stats?: Stats): boolean => {
  if (error) process.stderr.write(`${error.stack ?? error.message}\n`);
  if (stats?.hasErrors() || stats?.hasWarnings()) {
    process.stderr.write(`${stats.toString({ preset: 'errors-warnings', colors: process.stderr.isTTY })}\n`);
  }
  return !error && !stats?.hasErrors();
};

const answer = (bundled: Bundled) => process.send?.(bundled);

const bundle = async (dir: string): Promise<boolean> => {
  const compiler = webpack(await readConfiguration(dir));
  return new Promise((resolve) => {
    compiler.run((error, stats) => {
      const built = report(error, stats);
      compiler.close(() => resolve(built));
    });
  });
};

const watch = async (dir: string) => {
  const config = await readConfiguration(dir);
  const compiler = webpack(mode === 'production' ? readable(dir, config) : config);
  compiler.watch({ aggregateTimeout: 100 }, (error, stats) => answer({ built: report(error, stats) }));
};

if (watched === undefined) {
  process.once('disconnect', () => process.exit());
  process.on('message', async ({ dir }: BundleRequest) => {
    const built = await bundle(dir).catch((error: Error) => report(error));
    answer({ built });
  });
} else await watch(watched);
