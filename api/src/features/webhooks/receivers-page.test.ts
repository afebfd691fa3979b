import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '../../platform/testing/index.ts';
import { webhookEvents } from '@readerlens/contract';
import { writeMessage } from '../../sendings/webhooks/messages.ts';
import { webhookWorld } from './testing/webhook-world.ts';

const packageFolder = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(path.join(packageFolder, '../docs/webhooks.md'), 'utf8');
const [, receiver = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];

/** Starts the receiver, and sends the port of its server to the parent process. */
const starter = `
import { channel } from 'node:diagnostics_channel';
channel('tracing:net.server.listen:asyncEnd').subscribe(({ server }) => process.send(server.address().port));
await import('./receiver.mjs');
`;

describe('the page for receivers', () => {
  const db = testDatabase();
  const world = webhookWorld(db);
  let folder: string;
  beforeAll(() => {
    // Below the package, so that the code finds the library.
    mkdirSync(path.join(packageFolder, '.cache'), { recursive: true });
    folder = mkdtempSync(path.join(packageFolder, '.cache/webhooks-'));
    writeFileSync(path.join(folder, 'receiver.mjs'), receiver);
    writeFileSync(path.join(folder, 'starter.mjs'), starter);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const startReceiver = async (secret: string) => {
    const child = spawn(process.execPath, [path.join(folder, 'starter.mjs')], {
      env: { ...process.env, NODE_OPTIONS: '', PORT: '0', WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const [port] = (await once(child, 'message')) as [number];
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    return { child, lines, url: `http://127.0.0.1:${port}/` };
  };

  it('has a receiver that accepts what is signed, handles it once, and refuses everything else', async () => {
    // The receiver compares the time of a message with its own clock.
    jest.useRealTimers();
    const staff = await world.addPerson({ role: 'Internal' });
    const owner = await world.addPerson();
    const secret = await world.connect(staff, 'http://127.0.0.1:1/');
    const { child, lines, url } = await startReceiver(secret);
    try {
      // The secret stays when the address changes.
      const params = { clientId: '1' };
      const moved = await world.call(staff, 'PUT /api/client-webhook/{clientId}', { params, body: { url } });
      expect(moved.status).toBe(200);
      expect((await fetch(url, { method: 'POST' })).status).toBe(401);
      const { configId, runId } = await world.reported(owner, 0);
      const body = JSON.stringify({
        type: 'activity-report.delivered',
        data: { activities: [{ id: '1-2', reader: { email: 'ana@x.example' } }] },
      });
      const id = await world.addMessage(runId, configId, { body });
      await world.work();
      expect(await world.delivery(id)).toMatchObject({ state: 'sent', response_status: 204 });
      expect((await lines.next()).value).toBe('1-2 ana@x.example');
      await world.call(owner, 'POST /api/activity-report-delivery/{id}/replay', { params: { id } });
      await world.work();
      expect(await world.delivery(id)).toMatchObject({ state: 'sent', response_status: 204 });
      const fired = writeMessage('alert.fired', webhookEvents['alert.fired'].example, new Date());
      await world.addMessage(runId, configId, { body: fired });
      await world.work();
      const { name, total, link } = webhookEvents['alert.fired'].example;
      expect((await lines.next()).value).toBe(`${name} ${total} ${link}`);
      const { example } = webhookEvents['opportunity.influence-changed'];
      const changed = writeMessage('opportunity.influence-changed', example, new Date());
      await world.addMessage(runId, configId, { body: changed });
      await world.work();
      const [deal] = example.deals;
      expect((await lines.next()).value).toBe(`${deal!.externalId} ${deal!.previous} ${deal!.influence}`);
    } finally {
      child.kill();
    }
    expect((await lines.next()).done).toBe(true);
  });
});
