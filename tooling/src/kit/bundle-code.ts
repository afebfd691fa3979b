import webpack from 'webpack';
import { codeConfig } from './code-config.ts';

/** Writes the code of the kit into `target`. Returns the names of the packages that it imports. */
export const bundleCode = (target: string): Promise<Set<string>> =>
  new Promise((resolve, reject) => {
    const names = new Set<string>();
    const addPackage = (request: string) => {
      const [name] = /^(@[^/]+\/)?[^/]+/.exec(request) ?? [];
      if (name !== undefined && !name.startsWith('node:')) names.add(name);
    };
    const compiler = webpack(codeConfig(target, addPackage));
    compiler.run((error, stats) =>
      compiler.close(() => {
        if (!error && stats && !stats.hasErrors() && !stats.hasWarnings()) return resolve(names);
        reject(error ?? new Error(stats?.toString({ preset: 'errors-warnings' })));
      }),
    );
  });
