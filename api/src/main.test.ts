import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'readerlens-main-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const start = (environment: Record<string, string>) => {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATA_DIR: directory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => ({ code: code as number | null, errors }));
  return { child, exit };
};

const untilReady = async (port: number) => {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

describe('the process', () => {
  it('serves requests, prevents a second process on its data, and stops gracefully', async () => {
    const port = await freePort();
    const first = start({ PORT: String(port) });
    await untilReady(port);
    const second = await start({ PORT: String(await freePort()) }).exit;
    expect(second.code).toBe(1);
    expect(second.errors).toBe(
      `The data directory ${directory} is in use by process ${first.child.pid}. ` +
        'Stop that process, or choose another directory with DATA_DIR.\n',
    );
    // An open connection must not delay the exit.
    await fetch(`http://127.0.0.1:${port}/api/health/live`, { headers: { connection: 'keep-alive' } });
    const stoppedAt = Date.now();
    first.child.kill('SIGTERM');
    expect((await first.exit).code).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(5000);
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  it('reports all problems of its configuration', async () => {
    const { code, errors } = await start({ PORT: 'http', LOG_LEVEL: 'loud' }).exit;
    expect(code).toBe(1);
    expect(errors).toBe(
      'Invalid configuration:\n' +
        "- PORT must be a whole number from 0 to 65535; it is 'http'.\n" +
        "- LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; it is 'loud'.\n",
    );
  });

  it('reports that its port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, errors } = await start({ PORT: String(port) }).exit;
    server.close();
    expect(code).toBe(1);
    expect(errors).toContain(`address already in use 127.0.0.1:${port}`);
    expect(errors).not.toContain('    at ');
  });
});
