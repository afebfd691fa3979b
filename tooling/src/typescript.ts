import { createRequire } from 'node:module';
import path from 'node:path';

/** The path of the script of the TypeScript compiler. */
export const findCompiler = (): string => {
  const found = createRequire(import.meta.url).resolve('typescript/package.json');
  return path.join(path.dirname(found), 'bin', 'tsc');
};

/**
 * Arguments for a build with its references. One checker for each project: every further one works out the types of the libraries
 * again, which doubles the CPU time.
 */
export const buildArguments = ['-b', '--checkers', '1', '--builders', '2'];
