import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./soak.ts', import.meta.url));

const refusal = (...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, stderr };
};

describe('pnpm soak', () => {
  it('loads outside of Jest, and refuses a number of kills that is none', () => {
    expect(refusal('--kills', '0')).toEqual({ status: 2, stderr: '--kills must be a positive integer.\n' });
  });

  it('names an unknown option in the words of all commands', () => {
    expect(refusal('--kill', '1')).toEqual({ status: 2, stderr: 'There is no option --kill.\n' });
  });

  it('refuses a part that does not exist, and names those that do', () => {
    const { status, stderr } = refusal('everything');
    expect(status).toBe(2);
    expect(stderr).toContain("There is no part 'everything'.");
    for (const part of ['screens', 'api', 'workers', 'browser', 'busy']) expect(stderr).toContain(part);
  });
});
