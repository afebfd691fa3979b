import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { readBuildInfo } from './platform/build-info.ts';
import { openDatabase } from './platform/db/index.ts';
import type { Database } from './platform/db/index.ts';
import { readMigrations } from './platform/db/migrations.ts';
import { addUser } from './platform/testing/index.ts';
import { listeningPort } from './platform/testing/listening-port.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'readerlens-main-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const start = (environment: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATA_DIR: directory, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => ({ code: code as number | null, errors }));
  return { child, exit };
};

const expectReady = async (port: number) =>
  expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200);

const startReady = async (environment: Record<string, string> = {}) => {
  const { child, exit } = start(environment);
  const port = await listeningPort(child);
  await expectReady(port);
  return { child, exit, port };
};

const openSocket = async (port: number) => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => undefined);
  // Unlike `once`, it does not reject on an error.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, closed, received: () => received };
};

const refusesConnections = async (port: number): Promise<void> => {
  for (;;) {
    const isOpen = await openSocket(port).then(
      ({ socket }) => socket.destroy(),
      () => undefined,
    );
    if (!isOpen) return;
  }
};

const withDatabase = async (dataDir: string, work: (db: Database) => Promise<void>) => {
  const db = await openDatabase({ dataDir });
  try {
    await work(db);
  } finally {
    await db.close();
  }
};

/** Activities of a client, with more text than all buffers hold. */
const addActivities = async ({ kysely }: Database, count: number) => {
  const address = 'x'.repeat(2000);
  await sql`INSERT INTO client (id, name) VALUES (1, 'Acme')`.execute(kysely);
  await sql`INSERT INTO reader (id, address) VALUES (1, ${address})`.execute(kysely);
  await sql`INSERT INTO engagement (client_id, reader_id, document_id, community_id, occurred_at, activity_type, status, source)
    SELECT 1, 1, 1, 1, now() - interval '1 day', 1, 1, 1 FROM generate_series(1, ${count}::integer)`.execute(
    kysely,
  );
};

const logIn = async (port: number, body: object): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
};

const beginExport = (port: number, token: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const options = { port, path: '/api/analytics/export', method: 'POST', headers, agent: false };
    const columns = [{ field: 'address' }];
    const filters = [{ field: 'Clients', value: [{ id: '1' }] }];
    request(options, resolve)
      .on('error', reject)
      .end(JSON.stringify({ filters, columns, format: 'csv' }));
  });

describe('the process', () => {
  it('serves requests, prevents a second process on its data, and stops gracefully', async () => {
    const first = await startReady();
    const second = await start().exit;
    expect(second.code).toBe(1);
    expect(second.errors).toBe(
      `The data directory ${directory} is in use by process ${first.child.pid}. ` +
        'Stop that process, or choose another directory with DATA_DIR.\n',
    );
    // The connections of fetch stay open. If the exit waited for them, its deadline would end it with code 1.
    first.child.kill('SIGTERM');
    expect((await first.exit).code).toBe(0);
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  it('logs its version, and each migration that it applies', async () => {
    const dataDir = mkdtempSync(join(directory, 'upgrade-'));
    const [newest, ...before] = readMigrations().toReversed();
    const old = await openDatabase({ dataDir, migrations: before.toReversed() });
    await old.close();
    const { child, exit } = start({ DATA_DIR: dataDir });
    let logged = '';
    child.stdout.on('data', (chunk: Buffer) => (logged += chunk.toString()));
    await listeningPort(child);
    child.kill('SIGTERM');
    await exit;
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const { version } = readBuildInfo();
    expect(lines[0]).toMatchObject({ version, workers: 'on', msg: 'Readerlens starts' });
    expect(lines.filter(({ migration }) => migration !== undefined)).toMatchObject([
      { level: lines[0]!['level'], migration: newest!.name, msg: 'a migration is applied' },
    ]);
    expect(lines[1]).toMatchObject({ migration: newest!.name, seconds: expect.any(Number) });
  });

  it('exits once the last response is out, whatever connections are open', async () => {
    const { child, exit, port } = await startReady();
    const [unused, idle, busy] = await Promise.all([1, 2, 3].map(() => openSocket(port)));
    if (!unused || !idle || !busy) throw new Error('A socket is missing.');
    idle.socket.write('GET /api/health/live HTTP/1.1\r\nHost: test\r\n\r\n');
    await once(idle.socket, 'data');
    const body = JSON.stringify({ email: 'nobody@users.example', password: 'wrong password' });
    busy.socket.write(
      `POST /api/auth HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    busy.socket.write(body.slice(0, 5));
    // The answer to a later request shows that the process has read what was written before.
    await expectReady(port);
    child.kill('SIGTERM');
    await Promise.all([unused.closed, idle.closed]);
    expect(child.exitCode).toBeNull();
    busy.socket.write(body.slice(5));
    expect(await exit).toMatchObject({ code: 0 });
    await busy.closed;
    expect(busy.received()).toMatch(/^HTTP\/1\.1 [45]\d\d .*"success":false.*\}$/s);
  });

  it('answers while it drains, and says that it is not ready', async () => {
    const dataDir = mkdtempSync(join(directory, 'drain-'));
    const { child, exit, port } = await startReady({ DATA_DIR: dataDir, DRAIN_SECONDS: '600' });
    const health = async (kind: string) =>
      (await fetch(`http://127.0.0.1:${port}/api/health/${kind}`)).status;
    child.kill('SIGTERM');
    while ((await health('ready')) !== 503);
    expect(await health('live')).toBe(200);
    // The second signal does not wait for it.
    child.kill('SIGTERM');
    expect((await exit).code).toBe(1);
  });

  it('breaks off an export that it cannot finish', async () => {
    const dataDir = mkdtempSync(join(directory, 'export-'));
    const email = 'ana@users.example';
    const password = 'a long password of Ana';
    await withDatabase(dataDir, async (db) => {
      await addUser(db, { email, password, role: 'Internal' });
      await addActivities(db, 12_000);
    });
    const { child, exit, port } = await startReady({ DATA_DIR: dataDir });
    const token = await logIn(port, { email, password });
    const answer = await beginExport(port, token);
    expect([answer.statusCode, answer.headers['transfer-encoding']]).toEqual([200, 'chunked']);
    child.kill('SIGTERM');
    await refusesConnections(port);
    // The second signal does not wait for it.
    child.kill('SIGTERM');
    await exit;
    await expect(text(answer)).rejects.toThrow('aborted');
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
