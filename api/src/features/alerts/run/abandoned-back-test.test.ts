import { once } from 'node:events';
import { request } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordQueries } from '../../../platform/db/record-queries.ts';
import { describeOnOneEngine, setDate } from '../../../platform/testing/index.ts';
import { alertWorld } from '../testing/alert-world.ts';

describeOnOneEngine('a back-test', (db) => {
  let onScan = async (): Promise<void> => {};
  const recorded = () =>
    recordQueries(db(), async ({ sql: text }) => {
      if (text.includes('engagement')) await onScan();
    });
  const world = alertWorld(recorded);
  afterEach(() => jest.useRealTimers());

  it('reads nothing more once its client is gone', async () => {
    setDate(new Date('2026-03-20T12:00:00Z'));
    // Of a monthly schedule, every slot is read for itself.
    const id = await world.complete(undefined, 'SpecificActivityNotification');
    await world.frequency(id, { frequency: 'Monthly', timeZone: 'UTC' });
    let scans = 0;
    onScan = async () => void (scans += 1);
    const complete = await world.call('POST /api/notification-back-test/{id}', id, {});
    expect([complete.status, scans]).toEqual([200, 13]);

    const { app } = world.api();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const begun = once(app.server, 'request') as Promise<[unknown, ServerResponse]>;
    const asked = request({
      port,
      host: '127.0.0.1',
      path: `/api/notification-back-test/${id}`,
      method: 'POST',
      headers: { authorization: `Bearer ${world.token()}`, 'content-type': 'application/json' },
    });
    asked.on('error', () => {});
    scans = 0;
    onScan = async () => {
      scans += 1;
      if (scans > 1) return;
      const [, response] = await begun;
      asked.destroy();
      await once(response, 'close');
    };
    asked.end('{}');
    const [, response] = await begun;
    // The handler answers even though nobody reads it.
    while (!response.writableEnded) await new Promise((resolve) => setImmediate(resolve));
    expect(scans).toBe(2);
  });
});
