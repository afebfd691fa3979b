// A worker that tells the backends of areas what is due, at a fixed time. Argument: KilledWorker as JSON. It prints a line once it has
// started, and one when all are told.
import { openDatabase } from '../../../../platform/db/index.ts';
import type { DatabaseConfig } from '../../../../platform/db/index.ts';
import { createRunner } from '../../../../platform/jobs/index.ts';
import { servicesAt } from '../../../alerts/testing/services-at.ts';
import { areaNoticeKind } from '../area-notice-kind.ts';

export interface KilledWorker {
  readonly database: DatabaseConfig;
  readonly now: string;
  readonly environment: Readonly<Record<string, string>>;
}

const { database, now, environment } = JSON.parse(process.argv[2] ?? '') as KilledWorker;
const clock = () => new Date(now);
const logger = { warn() {}, error() {} };

const db = await openDatabase({ ...database, poolSize: 2 });
const runner = createRunner({
  db,
  kinds: [areaNoticeKind(servicesAt(db, clock, environment))],
  logger,
  clock,
});
process.stdout.write('started\n');

const isTold = async (): Promise<boolean> => {
  const rows = await db.kysely.selectFrom('area_notice').select('state').execute();
  return rows.every(({ state }) => state === 'told');
};
while (!(await isTold())) await runner.runDue();
await db.close();
process.stdout.write('told\n');
