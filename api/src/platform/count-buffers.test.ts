import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const counting = path.join(import.meta.dirname, 'testing/count-collections.ts');

it('lets a process drop four gigabytes of buffers with a tenth of the full collections', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [counting]);
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  expect(stderr).toBe('');
  expect(before).toBeGreaterThan(10);
  expect(after).toBeLessThan(before / 10);
});
