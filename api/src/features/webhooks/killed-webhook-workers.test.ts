import { fileURLToPath } from 'node:url';
import type { Database } from '../../platform/db/index.ts';
import { addUser } from '../../platform/testing/index.ts';
import { itSendsTheSameAgain } from '../../platform/webhooks/testing/killed-sender.ts';
import { queueEvent } from '../../sendings/webhooks/messages.ts';
import { findSubscription } from '../../sendings/webhooks/subscriptions.ts';
import { reportSource } from '../activity-reports/report-webhook.ts';
import { storeConfig, storeReportRun } from '../activity-reports/testing/stored-reports.ts';
import { servicesAt } from '../alerts/testing/services-at.ts';
import { storeClientWebhook } from './testing/client-receiver.ts';

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

describe('a message whose worker is killed arrives again with the same id', () => {
  itSendsTheSameAgain({
    script: fileURLToPath(new URL('./testing/killed-worker.ts', import.meta.url)),
    now,
    prepare: async (db, { url }) => {
      await prepare(db, url);
      return {};
    },
    readId: ({ headers }) => headers['webhook-id'],
  });
});
