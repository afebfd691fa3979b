import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSoak } from '@readerlens/filters/testing';
import { openDatabase } from '../../platform/db/index.ts';
import type { Database, DatabaseConfig } from '../../platform/db/index.ts';
import { kill, startWorker, withServerDatabase } from '../../platform/jobs/testing/soak.ts';
import { addUser } from '../../platform/testing/index.ts';
import { hasServer } from '../../platform/testing/server-database.ts';
import { queueEvent } from '../../sendings/webhooks/messages.ts';
import { findSubscription } from '../../sendings/webhooks/subscriptions.ts';
import { respondWith, startReceiver } from '../../platform/webhooks/testing/receiver.ts';
import { servicesAt } from '../alerts/testing/services-at.ts';
import { reportSource } from '../activity-reports/report-webhook.ts';
import { storeConfig, storeReportRun } from '../activity-reports/testing/stored-reports.ts';
import { storeClientWebhook } from './testing/client-receiver.ts';
import type { KilledWorker } from './testing/killed-worker.ts';

const script = fileURLToPath(new URL('./testing/killed-worker.ts', import.meta.url));
const now = new Date('2026-03-02T12:00:00Z');

/** A message to a receiver is due. */
const prepare = async (db: Database, url: string): Promise<void> => {
  const services = servicesAt(db, () => now);
  const { id: owner_id } = await addUser(db, { role: 'Internal' });
  await db.kysely.insertInto('client').values({ id: 1, name: 'Norvane' }).execute();
  await storeClientWebhook(db, services, { clientId: 1, url });
  const configId = await storeConfig(db, { owner_id, now });
  const id = await storeReportRun(db, { config_id: configId, owner_id, now });
  const subscription = await findSubscription(db.kysely, reportSource(configId));
  const message = { item: '1', items: 2, body: '{}' };
  await db.transaction((trx) => queueEvent(services.jobs, trx, { id }, subscription!, message));
};

/** Kills a worker when the receiver has its message, and starts another one after the lease. */
const sendTwice = async (database: DatabaseConfig) => {
  const receiver = await startReceiver();
  const db = await openDatabase(database);
  await prepare(db, receiver.url);
  await db.close();
  const start = (at: Date) => startWorker(script, { database, now: at.toISOString() } satisfies KilledWorker);
  const hasMessage = new Promise<void>((resolve) => {
    receiver.respond = () => resolve();
  });
  const first = await start(now);
  await hasMessage;
  await kill(first.child, 'SIGKILL');
  receiver.respond = respondWith(200);
  const second = await start(new Date(now.getTime() + 60_000));
  const exited = once(second.child, 'exit');
  const { value } = await second.lines.next();
  await exited;
  await receiver.stop();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  return { value: value as unknown, received: ids.length, ids: new Set(ids).size };
};

describe('a message whose worker is killed with SIGKILL arrives again with the same id', () => {
  const expected = { value: 'sent', received: 2, ids: 1 };
  if (hasServer)
    it('on PostgreSQL', async () => {
      expect(await withServerDatabase((url) => sendTwice({ url }))).toEqual(expected);
    });

  if (isSoak || !hasServer)
    it('on the embedded engine', async () => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'killed-webhook-'));
      try {
        expect(await sendTwice({ dataDir })).toEqual(expected);
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    });
});
