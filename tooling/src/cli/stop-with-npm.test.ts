import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const sources = path.resolve(__dirname, '..');
const bootstrap = pathToFileURL(path.join(sources, '..', 'bin', 'bootstrap.mjs')).href;

describe('a command that npm runs in a shell', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-stop-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('stops when the shell is ended, which does not forward the signal', async () => {
    const [command, launcher] = ['command.mjs', 'launcher.mjs'].map((name) => path.join(folder, name));
    writeFileSync(
      command ?? '',
      `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0); });
      setInterval(() => {}, 60_000);
      console.log('started');`,
    );
    writeFileSync(
      launcher ?? '',
      `import { delegate } from '${bootstrap}';
      delegate(${JSON.stringify(path.relative(sources, command ?? ''))}, []);`,
    );
    // A second command keeps the shell from replacing itself with the first one.
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${launcher}"; true`], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('started');
    shell.kill('SIGTERM');
    await once(shell, 'exit');
    expect((await lines.next()).value).toBe('stopped');
    expect((await lines.next()).done).toBe(true);
  });
});
