import { flushCompileCache } from 'node:module';
import { openDatabase } from '../../db/index.ts';
import type { Database, DatabaseConfig } from '../../db/index.ts';
import { mailKind } from '../../mail/mail-kind.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { createRunner } from '../index.ts';
import type { Clock, JobKind } from '../index.ts';

/** The argument of the process of a worker or of the API, as JSON. */
export interface KilledWorker {
  readonly database: DatabaseConfig;
  readonly smtpUrl: string;
  /** When the fast clock shows `start`, in milliseconds since 1970. */
  readonly origin: number;
  readonly start: string;
  /** Seconds of the fast clock per second. */
  readonly speed: number;
}

type KindOf = (db: Database, clock: Clock, logger: { info: () => void }) => JobKind;

/** What a process works with that is killed: the database and a fast clock. */
export const openForKill = async () => {
  const { database, smtpUrl, origin, start, speed } = JSON.parse(process.argv[2] ?? '') as KilledWorker;
  // Node stores compiled modules when a process ends, which a killed one does not.
  flushCompileCache();
  const clock = () => new Date(Date.parse(start) + (Date.now() - origin) * speed);
  const db = await openDatabase({ ...database, poolSize: 6 });
  return { db, clock, smtpUrl };
};

/**
 * The program of a worker that does the runs of a kind and sends their mails on a fast clock until it is killed. It
 * prints a line once it has started, and one when all runs are done.
 */
export const workUntilKilled = async (kindOf: KindOf): Promise<void> => {
  const { db, clock, smtpUrl } = await openForKill();
  const logger = { info() {}, warn() {}, error() {} };
  const mails = mailKind(smtpTransport(smtpUrl, 'Readerlens <no-reply@readerlens.example>'));
  const kinds = [kindOf(db, clock, logger), mails];
  await createRunner({ db, kinds, logger, clock, pollMs: 200 }).start();
  process.stdout.write('started\n');
  const isDone = async (): Promise<boolean> => {
    const rows = await db.kysely.selectFrom('job_run').select('state').distinct().execute();
    return rows.length > 0 && rows.every(({ state }) => state !== 'queued' && state !== 'running');
  };
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 200));
  process.stdout.write('done\n');
};
