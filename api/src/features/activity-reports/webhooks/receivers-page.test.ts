import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '../../../platform/testing/index.ts';
import { webhookWorld } from './testing/webhook-world.ts';

const packageFolder = fileURLToPath(new URL('../../../..', import.meta.url));
const page = readFileSync(path.join(packageFolder, '../docs/webhooks.md'), 'utf8');
const [, receiver = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

describe('the page for receivers', () => {
  const db = testDatabase();
  const world = webhookWorld(db);
  let folder: string;
  beforeAll(() => {
    // Below the package, so that the code finds the library.
    mkdirSync(path.join(packageFolder, '.cache'), { recursive: true });
    folder = mkdtempSync(path.join(packageFolder, '.cache/webhooks-'));
    writeFileSync(path.join(folder, 'receiver.mjs'), receiver);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const startReceiver = async (port: number, secret: string) => {
    const child = spawn(process.execPath, [path.join(folder, 'receiver.mjs')], {
      env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const isUp = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(({ status }) => status);
    while ((await isUp().catch(() => 0)) === 0) await delay(20);
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), isUp };
  };

  it('has a receiver that accepts what is signed, handles it once, and refuses everything else', async () => {
    // The receiver compares the time of a message with its own clock.
    jest.useRealTimers();
    const staff = await world.addPerson({ role: 'Internal' });
    const owner = await world.addPerson();
    const port = await freePort();
    const secret = await world.connect(staff, `http://127.0.0.1:${port}/`);
    const { child, lines, isUp } = await startReceiver(port, secret);
    try {
      expect(await isUp()).toBe(401);
      const { configId, runId } = await world.reported(owner, 0);
      const body = JSON.stringify({
        data: { activities: [{ id: '1-2', reader: { email: 'ana@x.example' } }] },
      });
      const id = await world.addMessage(runId, configId, { body });
      await world.work();
      expect(await world.delivery(id)).toMatchObject({ state: 'sent', response_status: 204 });
      expect((await lines.next()).value).toBe('1-2 ana@x.example');
      await world.call(owner, 'POST /api/activity-report-delivery/{id}/replay', { params: { id } });
      await world.work();
      expect(await world.delivery(id)).toMatchObject({ state: 'sent', response_status: 204 });
    } finally {
      child.kill();
    }
    expect((await lines.next()).done).toBe(true);
  });
});
