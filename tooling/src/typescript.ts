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

/**
 * For the compiler, and the linter that contains it: Go programs of a minute, whose memory nearly all stays in use. Collecting
 * garbage at five times what is in use rather than two saves a tenth of their CPU time; near the limit it is collected more often.
 */
export const rarelyCollected = { GOGC: '400', GOMEMLIMIT: '3GiB' };

/** One checker for each project, as above: the linter starts one for each thread of Go. */
export const lintEnvironment = { ...rarelyCollected, GOMAXPROCS: '1' };
