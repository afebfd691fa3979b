import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./soak.ts', import.meta.url));

it('loads outside of Jest, and refuses a number of kills that is none', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--kills', '0'], { encoding: 'utf8' });
  expect(stderr).toBe('--kills must be a positive integer.\n');
  expect(status).toBe(2);
});
