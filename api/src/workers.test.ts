import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from './platform/db/index.ts';
import { startMailServer } from './platform/mail/testing/mail-server.ts';
import { addUser } from './platform/testing/index.ts';
import { listeningPort } from './platform/testing/listening-port.ts';
import { hasServer } from './platform/testing/server-database.ts';
import {
  databasePrefix,
  databaseUrl,
  runVariable,
  serverUrl,
  withClient,
} from './platform/testing/test-server.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));

const name = `${databasePrefix(process.env[runVariable] ?? '')}${randomUUID().slice(0, 8)}`;
const onServer = (statement: string) => withClient(serverUrl, (client) => client.query(statement));
const children: ChildProcess[] = [];

const fetchStatus = async (url: string) => (await fetch(url)).status;

const start = async (environment: Record<string, string>): Promise<string> => {
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: databaseUrl(name),
      JWT_SECRET: 'a secret for tests of at least 32 characters',
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const url = `http://127.0.0.1:${await listeningPort(child)}`;
  expect(await fetchStatus(`${url}/api/health/ready`)).toBe(200);
  return url;
};

if (hasServer) {
  beforeAll(() => onServer(`CREATE DATABASE ${name}`));
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });

  it('runs background work in two worker processes, which serve only health and metrics', async () => {
    const mailServer = await startMailServer();
    const environment = { SMTP_URL: mailServer.url };
    const api = await start({ ...environment, WORKERS: 'off' });
    const db = await openDatabase({ url: databaseUrl(name), poolSize: 1 });
    const users = await Promise.all(Array.from({ length: 6 }, () => addUser(db, { password_hash: 'x' })));
    for (const { email } of users) {
      const body = JSON.stringify({ email });
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(`${api}/api/forgot-password`, { method: 'POST', headers, body })).status).toBe(200);
    }
    expect(mailServer.received).toEqual([]);

    const workers = [
      await start({ ...environment, WORKERS: 'only' }),
      await start({ ...environment, WORKERS: 'only' }),
    ];
    for (const worker of workers) {
      expect(await fetchStatus(`${worker}/api/session`)).toBe(404);
      expect(await fetchStatus(`${worker}/api/docs/`)).toBe(404);
      expect(await (await fetch(`${worker}/metrics`)).text()).toContain('# TYPE job_runs gauge');
    }
    const runs = () => db.kysely.selectFrom('job_run').select(['kind', 'state']).orderBy('kind').execute();
    const isDone = (all: { kind: string; state: string }[]) =>
      all.some(({ kind }) => kind === 'cleanup') && all.every(({ state }) => state === 'done');
    while (!isDone(await runs())) await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.all(
      children.map((child) => {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        return exited;
      }),
    );
    expect(mailServer.received.flatMap(({ to }) => to).sort()).toEqual(
      users.map(({ email }) => email).sort(),
    );
    const done = await runs();
    expect(done.filter(({ kind }) => kind === 'cleanup')).toEqual([{ kind: 'cleanup', state: 'done' }]);
    expect(isDone(done)).toBe(true);
    await db.close();
    await mailServer.stop();
  });
}
