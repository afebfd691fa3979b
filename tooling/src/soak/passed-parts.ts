import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheDir, repositoryRoot } from '../paths.ts';

const file = path.join(cacheDir, 'soak.json');

interface Passed {
  readonly commit: string;
  /** Minutes by part. */
  readonly parts: Readonly<Record<string, number>>;
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();

/** The commit at the start, or a name of its own if the working tree differs from it: a part takes long, and work goes on. */
const commit =
  git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : `${git('rev-parse', 'HEAD')}, changed`;

/** The minutes of the parts that have passed on the checked out commit. */
export const readPassedParts = (): Readonly<Record<string, number>> => {
  if (!existsSync(file)) return {};
  const passed = JSON.parse(readFileSync(file, 'utf8')) as Passed;
  return passed.commit === commit ? passed.parts : {};
};

export const rememberPassedPart = (name: string, minutes: number): void => {
  mkdirSync(cacheDir, { recursive: true });
  const passed: Passed = { commit, parts: { ...readPassedParts(), [name]: minutes } };
  writeFileSync(file, JSON.stringify(passed, null, 2));
};
