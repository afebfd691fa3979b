// A worker that runs alerts and sends their mails on a fast clock until it is killed. Argument: KilledWorker as JSON. It
// prints a line once it has started, and one when all runs are done.
import { openDatabase } from '../../../platform/db/index.ts';
import type { DatabaseConfig } from '../../../platform/db/index.ts';
import { createRunner } from '../../../platform/jobs/index.ts';
import { mailKind } from '../../../platform/mail/mail-kind.ts';
import { smtpTransport } from '../../../platform/mail/transport.ts';
import { alertKind } from '../alert-job.ts';
import { servicesAt } from './services-at.ts';

export interface KilledWorker {
  readonly database: DatabaseConfig;
  readonly smtpUrl: string;
  /** When the fast clock shows `start`, in milliseconds since 1970. */
  readonly origin: number;
  readonly start: string;
  /** Seconds of the fast clock per second. */
  readonly speed: number;
}

const { database, smtpUrl, origin, start, speed } = JSON.parse(process.argv[2] ?? '') as KilledWorker;
const clock = () => new Date(Date.parse(start) + (Date.now() - origin) * speed);
const logger = { info() {}, warn() {}, error() {} };

const db = await openDatabase({ ...database, poolSize: 6 });
const kinds = [
  alertKind(servicesAt(db, clock), logger),
  mailKind(smtpTransport(smtpUrl, 'Readerlens <no-reply@readerlens.example>')),
];
await createRunner({ db, kinds, logger, clock, pollMs: 200 }).start();
process.stdout.write('started\n');

const isDone = async (): Promise<boolean> => {
  const rows = await db.kysely.selectFrom('job_run').select('state').distinct().execute();
  return rows.length > 0 && rows.every(({ state }) => state !== 'queued' && state !== 'running');
};
while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 200));
process.stdout.write('done\n');
