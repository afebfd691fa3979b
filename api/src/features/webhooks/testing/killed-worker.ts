// A worker that sends the webhook messages that are due, at a fixed time. Argument: KilledWorker as JSON. It prints a line
// once it has started, and one when all messages are sent.
import { openDatabase } from '../../../platform/db/index.ts';
import type { DatabaseConfig } from '../../../platform/db/index.ts';
import { createRunner } from '../../../platform/jobs/index.ts';
import { createSendWebhook } from '../../../platform/webhooks/send.ts';
import { servicesAt } from '../../alerts/testing/services-at.ts';
import { webhookSources } from '../../../webhook-sources.ts';
import { webhookKind } from '../webhook-kind.ts';

export interface KilledWorker {
  readonly database: DatabaseConfig;
  readonly now: string;
}

const { database, now } = JSON.parse(process.argv[2] ?? '') as KilledWorker;
const clock = () => new Date(now);
const logger = { warn() {}, error() {} };

const db = await openDatabase({ ...database, poolSize: 2 });
const kinds = [webhookKind(servicesAt(db, clock), webhookSources, createSendWebhook({ allowPrivate: true }))];
const runner = createRunner({ db, kinds, logger, clock });
process.stdout.write('started\n');

const isSent = async (): Promise<boolean> => {
  const rows = await db.kysely.selectFrom('delivery').select('state').execute();
  return rows.every(({ state }) => state === 'sent');
};
while (!(await isSent())) await runner.runDue();
await db.close();
process.stdout.write('sent\n');
