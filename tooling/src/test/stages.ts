import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheDir, repositoryRoot } from '../paths.ts';
import type { Outcome, Tally } from './run-stages.ts';

const bin = (name: string) => path.join(repositoryRoot, 'node_modules', '.bin', name);

/** Runs a command that prints to this terminal; returns its exit code. */
export const exec = (
  command: string,
  args: string[],
  env: Readonly<Record<string, string>> = {},
  cwd = repositoryRoot,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

/** The path of a report in the cache, without that of the run before. */
export const reportFile = (name: string): string => {
  const file = path.join(cacheDir, 'reports', name);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
};

/** Runs a tool that passes or fails, which counts as one test. Its output is buffered, because others run in parallel. */
export const check = (
  tool: string,
  args: string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(bin(tool), args, {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    const append = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', reject);
    child.once('close', (code) =>
      resolve(code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }),
    );
  });

/** The tally of a test runner; a nonzero exit code without failed tests counts as one failure. */
export const runnerTally = (code: number, passed: number, failed: number): Tally => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
});

/** The tally of a test runner, and the tests that passed only in their second attempt, which are among those that passed. */
export interface TestTally extends Tally {
  readonly repeated: readonly string[];
}

/**
 * Counts tests that passed only in their second attempt as failed: they depend on time or on another test, or the product
 * does. The soak does so; `npm test` names them, because a busy machine must not refuse a change that is right.
 */
export const failRepeated = ({ passed, failed, repeated }: TestTally): Tally => ({
  passed: passed - repeated.length,
  failed: failed + repeated.length,
});
