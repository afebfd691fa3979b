import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** For builds in a folder without git, such as a container. */
const commitVariable = 'BUILD_COMMIT';

/**
 * The commit of the sources in `dir`: of the variable BUILD_COMMIT, else of git, with '-dirty' if tracked files differ from
 * it. Undefined without either.
 */
export const readCommit = async (dir: string): Promise<string | undefined> => {
  const given = process.env[commitVariable]?.trim();
  if (given) return given;
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    return (await run('git', args, { cwd: dir })).stdout.trim() || undefined;
  } catch {
    return undefined;
  }
};
