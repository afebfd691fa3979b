import { spawnSync } from 'node:child_process';
import { repositoryRoot } from '../paths.ts';

/** The UTC date of the checked out commit, as in 20260331; undefined outside of a repository. */
const readCommitDate = (): string | undefined => {
  const args = ['log', '-1', '--date=format-local:%Y%m%d', '--format=%cd'];
  const env = { ...process.env, TZ: 'UTC' };
  const { stdout } = spawnSync('git', args, { cwd: repositoryRoot, env, encoding: 'utf8' });
  return /^\d{8}/.exec(stdout)?.[0];
};

interface SeedSources {
  readonly chosen?: string | undefined;
  readonly commitDate?: string | undefined;
  readonly now?: Date;
}

/**
 * The seed of a run: the one that is chosen, else the date of the commit, so that a commit that has passed passes again,
 * also after midnight; else today.
 */
export const chooseSeed = ({ chosen, commitDate, now = new Date() }: SeedSources): string =>
  chosen ?? commitDate ?? now.toISOString().slice(0, 10).replaceAll('-', '');

/** Sets TEST_SEED for all processes of a run, and returns it. */
export const setSeed = (): string => {
  const seed = chooseSeed({ chosen: process.env.TEST_SEED, commitDate: readCommitDate() });
  process.env.TEST_SEED = seed;
  return seed;
};
