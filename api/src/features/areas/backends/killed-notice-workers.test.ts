import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSoak } from '@readerlens/filters/testing';
import { openDatabase } from '../../../platform/db/index.ts';
import type { DatabaseConfig } from '../../../platform/db/index.ts';
import { kill, startWorker, withServerDatabase } from '../../../platform/jobs/testing/soak.ts';
import { hasServer } from '../../../platform/testing/server-database.ts';
import { respondWith, startReceiver } from '../../../platform/webhooks/testing/receiver.ts';
import { tellAreas } from '../../../sendings/area-notices.ts';
import { servicesAt } from '../../alerts/testing/services-at.ts';
import type { KilledWorker } from './testing/killed-worker.ts';

const script = fileURLToPath(new URL('./testing/killed-worker.ts', import.meta.url));
const now = new Date('2026-03-02T12:00:00Z');

/** Kills a worker when the backend has its notice, and starts another one after the lease. */
const tellTwice = async (database: DatabaseConfig) => {
  const receiver = await startReceiver();
  const environment = {
    WEBHOOK_ALLOW_PRIVATE: 'on',
    AREA_BACKENDS: `notes=http://127.0.0.1:${receiver.port}`,
  };
  const db = await openDatabase(database);
  const erased = { event: 'erased', readerIds: [7], requestId: null } as const;
  await db.transaction((trx) =>
    tellAreas(
      servicesAt(db, () => now, environment),
      trx,
      erased,
    ),
  );
  await db.close();
  const start = (at: Date) =>
    startWorker(script, { database, now: at.toISOString(), environment } satisfies KilledWorker);
  const hasNotice = new Promise<void>((resolve) => {
    receiver.respond = () => resolve();
  });
  const first = await start(now);
  await hasNotice;
  await kill(first.child, 'SIGKILL');
  receiver.respond = respondWith(200);
  const second = await start(new Date(now.getTime() + 60_000));
  const exited = once(second.child, 'exit');
  const { value } = await second.lines.next();
  await exited;
  await receiver.stop();
  const bodies = receiver.received.map(({ body }) => body);
  return { value: value as unknown, received: bodies.length, bodies: new Set(bodies).size };
};

describe('the notice of a worker that is killed with SIGKILL arrives again with the same id', () => {
  const expected = { value: 'told', received: 2, bodies: 1 };
  if (hasServer)
    it('on PostgreSQL', async () => {
      expect(await withServerDatabase((url) => tellTwice({ url }))).toEqual(expected);
    });

  if (isSoak || !hasServer)
    it('on the embedded engine', async () => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'killed-notice-'));
      try {
        expect(await tellTwice({ dataDir })).toEqual(expected);
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    });
});
