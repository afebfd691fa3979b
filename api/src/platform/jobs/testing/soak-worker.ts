/* oxlint-disable timeless-tests/no-sleep, timeless-tests/no-measured-time -- Only the soak kills at random times. */
// A worker that runSoak kills: plans and executes runs and sends mails on a fast clock. With `drain`, it adds no runs,
// works until none is open, prints a summary and exits. Argument: SoakWorker as JSON.
import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@readerlens/filters/testing';
import { openDatabase } from '../../db/index.ts';
import { mailKind } from '../../mail/mail-kind.ts';
import { createOutbox } from '../../mail/outbox.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { createJobQueue, createRunner, saveSchedule } from '../index.ts';
import { createLedger, soakKind, soakKindName, soakMailConfig, summarize } from './soak-kind.ts';

export interface SoakWorker {
  database: { url: string } | { dataDir: string };
  smtpUrl: string;
  /** When the fast clock equals the real one, in milliseconds since 1970. */
  origin: number;
  /** Seconds of the fast clock per second. */
  speed: number;
  drain: boolean;
  /** Of the random choices of the process. */
  seed: number;
}

// Node stores compiled modules when a process ends, which a killed one does not.
flushCompileCache();
const { database, smtpUrl, origin, speed, drain, seed } = JSON.parse(process.argv[2] ?? '') as SoakWorker;
const clock = () => new Date(origin + (Date.now() - origin) * speed);
const random = seededRandom(seed);
const owners = Array.from({ length: 8 }, (_, index) => `owner ${index}`);

const db = await openDatabase({ ...database, poolSize: 4 });
await createLedger(db).catch(() => undefined);
const jobs = createJobQueue(clock);
const outbox = createOutbox({ db, jobs, config: soakMailConfig });
const saveSchedules = async (isActive: boolean) => {
  const rule = { every: 'interval', seconds: 120 } as const;
  for (const ownerId of owners) {
    const input = { kind: soakKindName, ownerId, rule, timeZone: 'UTC', isActive };
    // Two workers may insert the same schedule concurrently.
    await db.transaction((trx) => saveSchedule(trx, input, clock())).catch(() => undefined);
  }
};

const addRuns = async (): Promise<void> => {
  for (;;) {
    await db.transaction((trx) =>
      jobs.add(trx, { kind: soakKindName, ownerId: 'extra', slotKey: randomUUID() }),
    );
    await delay(100);
  }
};

const isOpen = async () =>
  (await db.kysely
    .selectFrom('job_run')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

const logger = { warn() {}, error() {} };
const transport = smtpTransport(smtpUrl, soakMailConfig.mailFrom);
const runner = createRunner({
  db,
  clock,
  logger,
  kinds: [soakKind({ outbox, jobs }, () => delay(random() * 30)), mailKind(transport)],
  pollMs: 200,
  stopMs: 500,
});
await saveSchedules(!drain);
await runner.start();
process.stdout.write('started\n');
process.once('SIGTERM', () => {
  void runner
    .stop()
    .then(() => db.close())
    .then(() => process.exit(0));
});
if (drain) {
  while (await isOpen()) await delay(50);
  const summary = await summarize(db);
  await runner.stop();
  transport.close();
  await db.close();
  process.stdout.write(`${JSON.stringify(summary)}\n`);
} else {
  void addRuns().catch(() => undefined);
}
